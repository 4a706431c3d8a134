/** Do values have the shape of their fields? Every wrong one is named by its path. */
import type { Issue } from '../../../shared/errors.ts'
import type { FieldDefinition } from '../../../shared/model/administration.ts'
import {
  type ListData,
  listData,
  listDataKeys,
  type ProductData,
  productData,
} from '../../../shared/model/product.ts'
import { wantedKey, wrapperProblem } from '../../../shared/rules/product-validity.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { responsibleInstitution } from '../../../shared/rules/resolution.ts'
import { fieldsByPath, secrecyOfColumn, visibleTo } from '../../../shared/rules/secrecy.ts'
import { isObject, type Json, pointerToken, sameValue } from '../../../shared/rules/values.ts'
import { issuesOf } from '../../../shared/schema-issues.ts'
import { without } from '../entity/checked.ts'
import { valueAt } from '../entity/unique-values.ts'
import type { WriteContext } from './context.ts'
import { notesRefusal } from './notes.ts'

/** No answer tells more. */
const toldAtMost = 50
export function wrongValues(all: Issue[]): Refusal {
  const issues = all.slice(0, toldAtMost)
  return refuse('invalid_input', issues.map((i) => `${i.path}: ${i.expected}`).join('; '), { issues })
}

/** Keys that the input has and the parsed value has not: nothing is dropped in silence. */
function unknownKeys(input: unknown, parsed: unknown, path: string): Issue[] {
  if (!isObject(input) || !isObject(parsed)) return []
  return Object.keys(input).flatMap((key) => {
    const at = `${path}/${pointerToken(key)}`
    if (Object.hasOwn(parsed, key)) return unknownKeys(input[key], parsed[key], at)
    return input[key] === undefined ? [] : [{ path: at, expected: 'expected no such key' }]
  })
}

/** The entries of `after` that `before` has otherwise or not at all. */
function changedIn<T extends object>(before: T | undefined, after: T): Partial<T> {
  const entries = Object.entries(after).filter(
    ([key, value]) => value !== undefined && !sameValue(value, before?.[key as keyof T]),
  )
  return Object.fromEntries(entries) as Partial<T>
}

/** Not stored like that before. */
const isNew = (value: unknown, before: unknown, path: string) => {
  const now = valueAt(value, path)
  return now === undefined || !sameValue(now, valueAt(before, path))
}

const rowsOfRows = new Set(['_components'])
/** What is judged as one: a row, or a value of the list. */
function unitOf(path: string): string {
  const tokens = path.split('/').slice(1)
  const [key = ''] = tokens
  const depth = rowsOfRows.has(key) ? 3 : key.startsWith('_') ? 2 : 1
  return `/${tokens.slice(0, depth).join('/')}`
}

/**
 * The list with the defaults of its schema, or where it does not fit. What is just as it was stored stays so: a key that is not
 * known, as another version stored it, and a wrong row or value keep nobody from saving the rest, and none is added.
 */
export function schemaRefusal(list: string, value: Json, before: ListData): ListData | Refusal {
  const wrong = (issues: readonly Issue[]) =>
    wrongValues(issues.map((issue) => ({ ...issue, path: `/listData/${list}${issue.path}` })))
  const judged = changedIn(before, value)
  const first = listData.safeParse(judged)
  const issues = first.success ? [] : issuesOf(first.error)
  const units = [...new Set(issues.map(({ path }) => unitOf(path)))]
  if (units.some((unit) => isNew(value, before, unit))) return wrong(issues)
  const fitting = units.length > 0 ? without(judged, units) : judged
  if (isRefusal(fitting)) return fitting
  const parsed = first.success ? first : listData.safeParse(fitting)
  if (!parsed.success) return wrong(issuesOf(parsed.error))
  const isStored = (path: string) => units.some((unit) => path === unit || path.startsWith(`${unit}/`))
  // What a later version noted in the approvals is dropped: no save writes them.
  const told = Object.hasOwn(judged, '_approval') ? { ...judged, _approval: {} } : judged
  const unknown = unknownKeys(told, parsed.data, '').filter(({ path }) => !isStored(path))
  const added = unknown.filter(({ path }) => isNew(value, before, path))
  if (added.length) return wrong(added)
  const asStored = new Set([...unknown.map(({ path }) => path), ...units].map((path) => path.split('/')[1]))
  const accepted: Json = {}
  const shaped: Json = parsed.data
  for (const key of Object.keys(value)) {
    const stays = !Object.hasOwn(judged, key) || asStored.has(pointerToken(key))
    if (stays) accepted[key] = value[key]
    else if (Object.hasOwn(shaped, key)) accepted[key] = shaped[key]
  }
  for (const key of Object.keys(shaped)) if (!Object.hasOwn(value, key)) accepted[key] = shaped[key]
  return accepted as ListData
}

/**
 * Is what a write changes of a shape, and of a size, that a save takes? Else nobody could save the product again. What stays as it was is
 * not judged, so that what an older version stored wrong can be mended piece by piece.
 */
export function shapeRefusal(before: ProductData | undefined, after: ProductData): Refusal | undefined {
  const { listData: _, ...rest } = after
  const changed: Json & { listData: Json } = { ...changedIn<object>(before, rest), listData: {} }
  for (const [id, list] of Object.entries(after.listData)) {
    const was = before?.listData[id]
    if (list !== was) changed.listData[id] = changedIn(was, list)
  }
  const parsed = productData.safeParse(changed)
  const found = parsed.success ? unknownKeys(changed, parsed.data, '') : issuesOf(parsed.error)
  const issues = found.filter(({ path }) => isNew(after, before, path))
  return issues.length ? wrongValues(issues) : notesRefusal(before, after)
}

type Columns = (column: string) => FieldDefinition | undefined

export const columnOf = (fields: ReadonlyMap<string, FieldDefinition>, table: string, column: string) =>
  fields.get(`${table}-${column}`) ?? fields.get(column)

function unfit(path: string, problem: string, { type }: FieldDefinition): Issue {
  const key = wantedKey(type)
  return { path, expected: `expected ${problem}`, ...(key && { key }) }
}

function columnIssues(at: string, before: unknown, after: unknown, columnAt: Columns): Issue[] {
  const rows = isObject(after) && isObject(after.tableValue) ? after.tableValue : {}
  const oldRows = isObject(before) && isObject(before.tableValue) ? before.tableValue : {}
  const issues: Issue[] = []
  for (const [row, columns] of Object.entries(rows)) {
    if (!isObject(columns)) continue
    const oldRow = isObject(oldRows[row]) ? (oldRows[row] as Json) : {}
    for (const [column, value] of Object.entries(columns)) {
      if (column === '_order' || sameValue(value, oldRow[column])) continue
      const path = `${at}/tableValue/${pointerToken(row)}/${pointerToken(column)}`
      const field = columnAt(column)
      if (!field) issues.push({ path, expected: 'Field not found with id', key: 'fieldNotFound' })
      else {
        const problem = wrapperProblem(value, field.type)
        if (problem) issues.push(unfit(path, problem, field))
      }
    }
  }
  return issues
}

/**
 * Why a value, at its path, is none of its field; cells of a table that are as they were before are not judged. `columnAt`: the
 * field of a column of the table, if there is one that who writes may know of. Without a field there is nothing to judge by.
 */
export function valueIssues(
  path: string,
  field: FieldDefinition | undefined,
  value: unknown,
  before: unknown,
  columnAt: Columns,
): Issue[] {
  if (!field) return []
  const problem = wrapperProblem(value, field.type)
  if (problem) return [unfit(path, problem, field)]
  return field.type === 'table' ? columnIssues(path, before, value, columnAt) : []
}

/** Changed field values that do not have the wrapper of their field's type; undefined if all have. */
export function wrapperRefusal(
  c: WriteContext,
  list: string,
  before: ListData,
  after: ListData,
): Refusal | undefined {
  const fields = fieldsByPath(c.reference.fields)
  const institution = responsibleInstitution(c.before.data, list)
  const isOwn = c.actor.institutions.some((i) => i.id === institution)
  const issues: Issue[] = []
  for (const [key, value] of Object.entries(after) as [string, unknown][]) {
    if (Object.hasOwn(listDataKeys, key) || value === before[key] || sameValue(value, before[key])) continue
    const columnAt = (column: string) => {
      const isSeen = visibleTo(secrecyOfColumn(key, column, c.reference.fields), c.actor, isOwn)
      return isSeen ? columnOf(fields, key, column) : undefined
    }
    const path = `/listData/${list}/${pointerToken(key)}`
    issues.push(...valueIssues(path, fields.get(key), value, before[key], columnAt))
  }
  return issues.length ? wrongValues(issues) : undefined
}
