/** What differs between two revisions of a product, by field, so that it can be shown by the fields' titles. */
import type { ListData, ProductData } from '../model/product.ts'
import type { Source } from './resolution.ts'
import { valueKeys } from './resolution.ts'
import { isObject, type Json, pointerToken, sameValue } from './values.ts'

export interface Difference {
  /** JSON pointer into the product's data. */
  path: string
  /** List that it is in; absent for what belongs to the product itself. */
  list?: string
  /** Field path, or fixed key (`_companies`, `_active`, `derivedProductId` …); empty for a whole list. */
  key: string
  /** Row of a map: company, component, document, standard, table row … */
  row?: string
  /** `base` or `additional`, for components. */
  part?: string
  kind: 'added' | 'removed' | 'changed'
  before?: unknown
  after?: unknown
  /** Where a value came from, where that differs. */
  sourceBefore?: Source
  sourceAfter?: Source
}
type ReadValues = Record<string, { source: Source; value?: unknown } | undefined>
/** One state of a product, also as a view; with `resolved`, linked values are compared as they were read. */
export interface ComparedState {
  data: Pick<ProductData, 'listData'> & Json
  resolved?: Record<string, ReadValues>
}

const rowMaps = [
  '_approval',
  '_companies',
  '_documents',
  '_checklist',
  '_notes',
  '_permits',
  '_invoiceSpecialItems',
  '_nameHistory',
] as const
/** Keys that are told by other keys, or not worth a line of their own. */
const silent = new Set(['_linked', '_components', ...rowMaps])

const kindOf = (before: unknown, after: unknown): Difference['kind'] =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'

function rowsDiffer(before: unknown, after: unknown, at: Omit<Difference, 'kind' | 'row'>): Difference[] {
  const a = isObject(before) ? before : {}
  const b = isObject(after) ? after : {}
  if (a === b) return []
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((row) =>
    sameValue(a[row], b[row])
      ? []
      : [
          {
            ...at,
            path: `${at.path}/${pointerToken(row)}`,
            row,
            kind: kindOf(a[row], b[row]),
            before: a[row],
            after: b[row],
          },
        ],
  )
}

const tableOf = (value: unknown): Json | undefined =>
  isObject(value) && isObject(value.tableValue) ? value.tableValue : undefined

interface Read {
  value: unknown
  source?: Source
}
function read(list: ListData, resolved: ReadValues | undefined, key: string): Read {
  if (Object.hasOwn(list, key) && list[key] !== undefined) return { value: list[key], source: 'direct' }
  const link = Object.hasOwn(list._linked ?? {}, key) ? list._linked[key] : undefined
  if (link === undefined) return { value: undefined }
  const found = resolved?.[key]
  return { value: found?.value, source: found?.source ?? link }
}

function listsDiffer(
  id: string,
  before: ListData,
  after: ListData,
  resolvedBefore: ReadValues | undefined,
  resolvedAfter: ReadValues | undefined,
): Difference[] {
  const found: Difference[] = []
  const values = new Set([...valueKeys(before), ...valueKeys(after)])
  for (const key of values) {
    const a = read(before, resolvedBefore, key)
    const b = read(after, resolvedAfter, key)
    const isOtherSource = a.source !== b.source
    if (!isOtherSource && sameValue(a.value, b.value)) continue
    const path = `/listData/${id}/${pointerToken(key)}`
    const [rowsBefore, rowsAfter] = [tableOf(a.value), tableOf(b.value)]
    if (!isOtherSource && rowsBefore && rowsAfter) {
      found.push(...rowsDiffer(rowsBefore, rowsAfter, { path: `${path}/tableValue`, list: id, key }))
      continue
    }
    const isThere = [a, b].map((x) => x.value !== undefined || x.source !== undefined)
    found.push({
      path,
      list: id,
      key,
      kind: !isThere[0] ? 'added' : !isThere[1] ? 'removed' : 'changed',
      before: a.value,
      after: b.value,
      ...(isOtherSource && { sourceBefore: a.source, sourceAfter: b.source }),
    })
  }
  for (const key of rowMaps)
    found.push(...rowsDiffer(before[key], after[key], { path: `/listData/${id}/${key}`, list: id, key }))
  for (const part of ['base', 'additional'] as const)
    found.push(
      ...rowsDiffer(before._components?.[part], after._components?.[part], {
        path: `/listData/${id}/_components/${part}`,
        list: id,
        key: '_components',
        part,
      }),
    )
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (values.has(key) || silent.has(key) || sameValue(before[key], after[key])) continue
    found.push({
      path: `/listData/${id}/${key}`,
      list: id,
      key,
      kind: kindOf(before[key], after[key]),
      before: before[key],
      after: after[key],
    })
  }
  return found
}

/** Differences in the order of storage: the product itself, then list by list. */
export function compareRevisions(before: ComparedState, after: ComparedState): Difference[] {
  const found: Difference[] = []
  const [a, b] = [before.data, after.data]
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (key === 'listData' || sameValue(a[key], b[key])) continue
    found.push({ path: `/${key}`, key, kind: kindOf(a[key], b[key]), before: a[key], after: b[key] })
  }
  for (const id of new Set([...Object.keys(a.listData), ...Object.keys(b.listData)])) {
    const [was, is] = [a.listData[id], b.listData[id]]
    if (was && is) found.push(...listsDiffer(id, was, is, before.resolved?.[id], after.resolved?.[id]))
    else found.push({ path: `/listData/${id}`, list: id, key: '', kind: was ? 'removed' : 'added' })
  }
  return found
}
