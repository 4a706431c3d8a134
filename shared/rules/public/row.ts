/**
 * What of a product a list could show the public, whatever the day and whatever the list's settings: its parts of the level
 * `public`, with ids instead of names. Public answers are made of such rows alone (`list.ts`), so nothing secret is near them.
 */
import { fixedIds } from '../../constants.ts'
import type { FieldDefinition } from '../../model/administration.ts'
import { tradeNamePath } from '../../model/field-path.ts'
import type { ApprovalRow, DisplaySettings, ListData, PermitRow, ProductData } from '../../model/product.ts'
import { type Period, type RulingOf, standingOf } from '../approval.ts'
import { type DerivedOf, type Resolved, resolveKey, valueKeys } from '../resolution.ts'
import { type SecrecyReference, secrecyOfColumn, secrecyOfComponent, secrecyOfField } from '../secrecy.ts'
import { isObject } from '../values.ts'

/** A value as it is stored; shown only where the list shows these derived parents, which it was read through, too. */
export interface PublicValue {
  value: unknown
  through?: string[]
}
type PublicApproval = Pick<ApprovalRow, 'restriction' | 'restrictionTextId'> & { standing: Period[] }
export interface PublicRow {
  id: string
  /** Of the name, the category (`_category`) and the fields that may be asked for, by key. */
  values: Record<string, PublicValue>
  /** Those that are active and stand on some day, by standard. */
  approvals: Record<string, PublicApproval>
  display?: DisplaySettings
  companies: { role: string; company: string }[]
  components: string[]
  permits: Pick<PermitRow, 'permit' | 'number'>[]
}

export interface RowContext {
  /** By entity id; those that are deleted make nothing public. */
  fields: ReadonlyMap<string, { data: FieldDefinition; disabled: boolean }>
  standards: RulingOf
  derived: DerivedOf
  /** Fields that the list may show. */
  paths: ReadonlySet<string>
}
export interface ProductState {
  id: string
  disabled: boolean
  data: ProductData
}

type Fields = RowContext['fields']
const known = new WeakMap<Fields, Map<string, FieldDefinition>>()
/** Definitions by path, without those that are deleted. */
export function liveFields(fields: Fields): ReadonlyMap<string, FieldDefinition> {
  const found = known.get(fields)
  if (found) return found
  const made = new Map(
    [...fields.values()].flatMap(({ data, disabled }) => (disabled ? [] : [[data.path, data]])),
  )
  known.set(fields, made)
  return made
}
/** May the public read the field? One that is deleted is shown to nobody. */
export const isPublicField = (path: string, fields: Fields): boolean =>
  secrecyOfField(path, fields as SecrecyReference['fields']) === 'public' &&
  (path === '_category' || path === tradeNamePath || liveFields(fields).has(path))
/** The definition of a table's column that the public may read. */
export function publicColumn(table: string, column: string, fields: Fields): FieldDefinition | undefined {
  const all = liveFields(fields)
  const isOpen = secrecyOfColumn(table, column, fields as SecrecyReference['fields']) === 'public'
  return isOpen ? (all.get(`${table}-${column}`) ?? all.get(column)) : undefined
}

const inOrder = <T extends { _order?: number | undefined }>(rows: Record<string, T> | undefined): T[] =>
  Object.entries(rows ?? {})
    .sort(([a, x], [b, y]) => (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1))
    .map(([, row]) => row)

/** A table without its columns that are not public. */
function publicPart(path: string, value: unknown, fields: Fields): unknown {
  if (!isObject(value) || !isObject(value.tableValue)) return value
  const rows = Object.entries(value.tableValue).map(([id, row]) => [
    id,
    isObject(row)
      ? Object.fromEntries(
          Object.entries(row).filter(([column]) => column === '_order' || publicColumn(path, column, fields)),
        )
      : {},
  ])
  return { tableValue: Object.fromEntries(rows) }
}
/** Other products that a value was looked for in, or read through. */
const parentsOf = ({ places, through }: Resolved): string[] => [
  ...new Set([...places, ...through].flatMap(({ product }) => product ?? [])),
]

function publicValues(data: ProductData, list: string, stored: ListData, c: RowContext) {
  const { fields } = c
  const values: PublicRow['values'] = {}
  for (const key of valueKeys(stored)) {
    const isAsked = key === '_category' || key === tradeNamePath || c.paths.has(key)
    if (!isAsked || !isPublicField(key, fields)) continue
    const found = resolveKey(data, list, key, c.derived)
    if (!found || found.value === undefined) continue
    const through = parentsOf(found)
    values[key] = { value: publicPart(key, found.value, fields), ...(through.length > 0 && { through }) }
  }
  return values
}

/** Undefined where the list shows nothing of the product on any day. */
export function publicRow(
  { id, disabled, data }: ProductState,
  list: string,
  c: RowContext,
): PublicRow | undefined {
  const stored = data.listData[list]
  if (disabled || data.archived || !stored) return undefined
  if (!stored._active || stored._archived || stored._preventPublicDisplay) return undefined
  const baseRows = data.listData[fixedIds.list.base]?._approval
  const approvals: PublicRow['approvals'] = {}
  for (const [standard, { active, restriction, restrictionTextId }] of Object.entries(
    stored._approval ?? {},
  )) {
    const standing = active ? standingOf(standard, stored._approval, c.standards, baseRows) : []
    if (standing.length === 0) continue
    approvals[standard] = {
      standing,
      ...(restriction !== undefined && { restriction }),
      ...(restrictionTextId !== undefined && { restrictionTextId }),
    }
  }
  if (Object.keys(approvals).length === 0) return undefined
  const components = (['base', 'additional'] as const).flatMap((part) => {
    const rows = stored._components?.[part] ?? {}
    const open = Object.entries(rows).filter(
      ([row]) => secrecyOfComponent(data, list, part, row).secrecy === 'public',
    )
    return inOrder(Object.fromEntries(open)).map(({ component }) => component)
  })
  return {
    id,
    values: publicValues(data, list, stored, c),
    approvals,
    ...(stored._display && { display: stored._display }),
    companies: inOrder(stored._companies).map(({ role, company }) => ({ role, company })),
    components: [...new Set(components)],
    permits: inOrder(stored._permits).map(({ permit, number }) => ({ ...(permit && { permit }), number })),
  }
}
