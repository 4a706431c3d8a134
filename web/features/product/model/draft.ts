/**
 * The copy of a product that is being edited. Every change gives a new value and leaves the old one alone, so that
 * the original can be compared with the draft at any time.
 */
import { fixedIds } from '../../../../shared/constants.ts'
import type { ListData, ProductData, ProductView } from '../../../../shared/model/product.ts'
import { isRefusal } from '../../../../shared/rules/refusal.ts'
import { isLinkable, linkRefusal, type Source, switchSource } from '../../../../shared/rules/resolution.ts'
import { getAt, pointerParts, setAt } from '../../../ui/json-at.ts'

export type { Source } from '../../../../shared/rules/resolution.ts'
export type Rows<T> = Record<string, T>
type Loose = Record<string, unknown>

export const baseList = fixedIds.list.base

/** A list's value under a key as it is stored; linked values are not stored. */
export const stored = (data: ProductData, list: string, key: string): unknown =>
  (data.listData[list] as Loose | undefined)?.[key]

export const sourceOf = (data: ProductData, list: string, key: string): Source =>
  data.listData[list]?._linked?.[key] ?? 'direct'

/** Replaces or (with `undefined`) removes one key of a list. Unknown lists are left alone. */
export function setKey(data: ProductData, list: string, key: string, value: unknown): ProductData {
  const before = data.listData[list]
  if (!before) return data
  const next: Loose = { ...(before as Loose) }
  if (value === undefined) delete next[key]
  else next[key] = value
  return { ...data, listData: { ...data.listData, [list]: next as ListData } }
}

function setLink(data: ProductData, list: string, key: string, source: Source): ProductData {
  const links = { ...data.listData[list]?._linked }
  if (source === 'direct') delete links[key]
  else links[key] = source
  return setKey(data, list, '_linked', links)
}

/** Types a value into a field: it becomes direct, whatever it was linked to. */
export const setValue = (data: ProductData, list: string, key: string, value: unknown): ProductData =>
  setKey(setLink(data, list, key, 'direct'), list, key, value)

export interface Effective {
  source: Source
  value: unknown
  /** Product and list that hold the value, where it is not direct. */
  fromProduct?: string
  fromList?: string
}

/** What the derived parent offers for a key: it comes with the view, since the parent is not loaded here. */
function fromDerived(view: ProductView, list: string, key: string): Effective {
  const known = view.resolved[list]?.[key]
  const value = known?.source === 'derived' ? known.value : view.derivedValues?.[list]?.[key]
  return {
    source: 'derived',
    value,
    fromProduct: known?.source === 'derived' ? known.fromProduct : view.data.derivedProductId,
    fromList: known?.source === 'derived' ? known.fromList : undefined,
  }
}

function fromBasis(view: ProductView, draft: ProductData, list: string, key: string): Effective {
  if (!draft.listData[baseList]) {
    const known = view.resolved[list]?.[key]
    return {
      source: 'basis',
      value: known?.value,
      fromList: known?.fromList,
      fromProduct: known?.fromProduct,
    }
  }
  const base = effective(view, draft, baseList, key)
  return { source: 'basis', value: base.value, fromList: baseList, fromProduct: base.fromProduct }
}

/**
 * The value that a reader sees, with the base list's as it stands in this draft. The order is that of
 * `shared/rules/resolution.ts`: a link to the derived parent that finds nothing there falls back to the basis.
 */
export function effective(view: ProductView, draft: ProductData, list: string, key: string): Effective {
  const direct = stored(draft, list, key)
  const source = sourceOf(draft, list, key)
  if (direct !== undefined || source === 'direct') return { source: 'direct', value: direct }
  if (source === 'derived') {
    const found = fromDerived(view, list, key)
    if (found.value !== undefined || list === baseList) return found
    const basis = fromBasis(view, draft, list, key)
    return basis.value === undefined ? found : basis
  }
  return fromBasis(view, draft, list, key)
}

interface SourceChange {
  data: ProductData
  /** Direct value that the switch drops. */
  dropped: unknown
  /** Value that is seen after the switch. */
  value: unknown
}

/** Sources that a key of a list may have. The base list has no basis; derived needs a parent. */
export const possibleSources = (data: ProductData, list: string): Source[] => [
  'direct',
  ...(['basis', 'derived'] as const).filter((source) => linkRefusal(data, list, source) === undefined),
]

/**
 * Links a key to another source. To direct: what was seen is copied, else `empty`. Away: the direct value is dropped.
 * A switch that the rules refuse changes nothing.
 */
export function changeSource(
  view: ProductView,
  draft: ProductData,
  list: string,
  key: string,
  to: Source,
  empty?: unknown,
): SourceChange {
  const offers = {
    basis: list === baseList ? undefined : fromBasis(view, draft, list, key).value,
    derived: fromDerived(view, list, key).value,
  }
  const change = switchSource(draft, list, key, to, offers, empty)
  if (isRefusal(change)) return { data: draft, dropped: undefined, value: undefined }
  let data = draft
  for (const step of change.patch)
    data = setAt(data, pointerParts(step.path), step.op === 'add' ? step.value : undefined)
  return { data, dropped: change.dropped, value: change.value }
}

/** A list's key and its link are one decision: in a conflict, whoever's value is taken, their link is taken too. */
export function alongWithLink(path: readonly string[]): string[][] {
  const [root, list, key] = path
  const isField = path.length === 3 && root === 'listData' && key !== undefined && isLinkable(key)
  return isField && list !== undefined ? [[root, list, '_linked', key]] : []
}

const rowKeys: ReadonlySet<string> = new Set(['_companies', '_documents', '_permits', '_checklist'])
/** How deep the rows of a key lie below the list's key: `_companies/<row>/role`, `_components/base/<row>/amount`. */
const rowDepth = (key: string | undefined, kind: string | undefined): number | undefined => {
  if (key !== undefined && rowKeys.has(key)) return 0
  return key === '_components' || key === '_display' || kind === 'tableValue' ? 1 : undefined
}
/**
 * The field that a changed place belongs to, as people see it: a value with its link, all languages of a text, a cell
 * of a row, the order of a table.
 */
export function fieldOfPlace(path: readonly string[]): string {
  const [root, list, key, ...inner] = path
  if (root !== 'listData' || key === undefined) return path.slice(0, 2).join('/')
  const at = `${list}/${key}`
  if (key === '_linked') return `${list}/${inner[0]}`
  const depth = rowDepth(key, inner[0])
  if (depth === undefined || inner.length <= depth) return at
  const rows = inner.slice(0, depth)
  return [at, ...rows, ...(inner[depth + 1] === '_order' ? ['_order'] : inner.slice(depth, depth + 2))].join(
    '/',
  )
}
/** Something can be typed at a place: its list and row are there, and it is no link. */
export function isTypedAt(draft: ProductData, path: readonly string[]): boolean {
  const [, list = '', key = ''] = path
  return getAt(draft, path.slice(0, -1)) !== undefined && sourceOf(draft, list, key) === 'direct'
}

// Rows (companies, components, table rows) are kept by id with `_order`.

type Ordered = { _order?: number }

export const orderedRows = <T extends Ordered>(rows: Rows<T> | undefined): Array<T & { id: string }> =>
  Object.entries(rows ?? {})
    .map(([id, row]) => ({ ...row, id }))
    .sort((a, b) => (a._order ?? 0) - (b._order ?? 0) || (a.id < b.id ? -1 : 1))

const nextOrder = (rows: Rows<Ordered> | undefined): number =>
  Object.values(rows ?? {}).reduce((max, row) => Math.max(max, row._order ?? 0), -1) + 1

export function addRow<T extends Ordered>(rows: Rows<T> | undefined, id: string, row: T): Rows<T> {
  return { ...rows, [id]: { ...row, _order: nextOrder(rows) } }
}
export function changeRow<T extends Ordered>(rows: Rows<T>, id: string, change: Partial<T>): Rows<T> {
  const before = rows[id]
  if (!before) return rows
  const next: Loose = { ...before, ...change }
  for (const key of Object.keys(next)) if (next[key] === undefined) delete next[key]
  return { ...rows, [id]: next as T }
}
export function removeRow<T>(rows: Rows<T>, id: string): Rows<T> {
  const { [id]: _, ...rest } = rows
  return rest
}
/** Moves a row one place up or down; only the two rows that trade places change where their orders differ. */
export function moveRow<T extends Ordered>(rows: Rows<T>, id: string, by: -1 | 1): Rows<T> {
  const sorted = orderedRows(rows)
  const at = sorted.findIndex((r) => r.id === id)
  const other = sorted[at + by]
  if (at < 0 || !other) return rows
  const swapped = sorted.map((r) => r.id)
  swapped[at] = other.id
  swapped[at + by] = id
  const next: Rows<T> = { ...rows }
  swapped.forEach((rowId, index) => {
    const row = rows[rowId]
    if (row && (row._order ?? 0) !== index) next[rowId] = { ...row, _order: index }
  })
  return next
}

/** True where a wrapper holds nothing that a person would call a value. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object') return false
  return Object.values(value).every(
    (inner) => typeof inner !== 'number' && typeof inner !== 'boolean' && isEmptyValue(inner),
  )
}
