/** Components of the base list that other lists carry along (file 1 §4). */
import { fixedIds, type Secrecy } from '../../../shared/constants.ts'
import type { ComponentRow, ListData, ProductData } from '../../../shared/model/product.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { withKeys } from './lists.ts'

const base = fixedIds.list.base
const carried: readonly Secrecy[] = ['base-data-responsible', 'core-partners']
const parts = ['base', 'additional'] as const
type Rows = Record<string, ComponentRow>

/** Rows that a list gets from the base list. */
export const carriedRows = (rows: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).filter(([, row]) => carried.includes(row.secrecy)))

/** Added rows come along, removed ones go, changed ones follow where the copy was not changed by its list. */
function follow(before: Rows, after: Rows, copy: Rows, keepsChanged: boolean): Rows {
  const result = { ...copy }
  for (const [id, was] of Object.entries(before)) {
    const isChanged = Object.hasOwn(copy, id) && !sameValue(copy[id], was)
    if (!Object.hasOwn(after, id) && !(keepsChanged && isChanged)) delete result[id]
  }
  for (const [id, row] of Object.entries(after)) {
    const was = before[id]
    if (!was) {
      if (carried.includes(row.secrecy) && !Object.hasOwn(copy, id)) result[id] = row
    } else if (Object.hasOwn(copy, id) && !sameValue(was, row) && sameValue(copy[id], was)) result[id] = row
  }
  return result
}

/**
 * The new state with the components of the other lists brought up to date; archived lists stay as they are. With
 * `keepsChanged`, a row that goes from the base list stays where its list has changed it.
 */
export function propagateComponents(
  before: ProductData,
  after: ProductData,
  { keepsChanged = false } = {},
): ProductData {
  const [was, is] = [before.listData[base]?._components, after.listData[base]?._components]
  if (!was || !is || sameValue(was, is)) return after
  const listData: Record<string, ListData> = {}
  for (const [id, list] of Object.entries(after.listData)) {
    if (id === base || list._archived) listData[id] = list
    else {
      const [first, second] = parts.map((part) =>
        follow(was[part], is[part], list._components[part], keepsChanged),
      )
      listData[id] = withKeys(list, { _components: { base: first ?? {}, additional: second ?? {} } })
    }
  }
  return { ...after, listData }
}
