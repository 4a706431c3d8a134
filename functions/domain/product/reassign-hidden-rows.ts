/**
 * An actor who names a new row by the id of one that they do not see must not find out that it is there: their row
 * takes the id, the hidden one is given another id, in every list that holds it.
 */
import { fixedIds } from '../../../shared/constants.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { idAfterMoving } from '../../../shared/rules/row-ids.ts'
import { withKeys } from './lists.ts'

const base = fixedIds.list.base
const parts = ['base', 'additional'] as const
type Rows = Readonly<Record<string, unknown>>
type RowsOf = (list: ListData | undefined) => Rows | undefined

const has = (rows: Rows | undefined, id: string) => rows !== undefined && Object.hasOwn(rows, id)
const moved = <T>(rows: Record<string, T>, ids: ReadonlyMap<string, string>): Record<string, T> =>
  Object.fromEntries(Object.entries(rows).map(([id, row]) => [ids.get(id) ?? id, row]))

/**
 * What is stored, with hidden rows out of the way of those that the actor makes. `seen` is what they see of it, `mine`
 * what they made of that, `rev` the revision that is being written.
 */
export function reassignHiddenRowIds(
  stored: ProductData,
  seen: ProductData,
  mine: ProductData,
  rev: number,
): ProductData {
  const lists = Object.keys(stored.listData)
  /** New ids of hidden rows by their old ones, among the given lists. */
  const ways = (rowsOf: RowsOf, made: readonly string[], among: readonly string[]) => {
    const ids = new Map<string, string>()
    const isIn = (data: ProductData, id: string) => (list: string) => has(rowsOf(data.listData[list]), id)
    for (const list of made)
      for (const id of Object.keys(rowsOf(mine.listData[list]) ?? {})) {
        if (isIn(seen, id)(list) || ids.has(id)) continue
        const holders = among.filter(isIn(stored, id))
        // A copy in another list has nothing to do with it, unless it came from the base list or will go there.
        const isTouched = holders.some((holder) => holder === list || holder === base || list === base)
        // An id that the actor sees elsewhere was not guessed.
        if (!isTouched || holders.some(isIn(seen, id))) continue
        const isTaken = (next: string) => lists.some((l) => isIn(stored, next)(l) || isIn(mine, next)(l))
        const next = idAfterMoving(id, rev, isTaken)
        if (next !== undefined) ids.set(id, next)
      }
    return ids
  }
  const touched = lists.filter((id) => mine.listData[id] && mine.listData[id] !== seen.listData[id])
  const data: ProductData = { ...stored, listData: { ...stored.listData } }
  const change = (id: string, list: (was: ListData) => ListData) => {
    const was = data.listData[id]
    if (was) data.listData[id] = list(was)
  }
  for (const part of parts) {
    const ids = ways((list) => list?._components[part], touched, lists)
    if (ids.size > 0)
      for (const id of lists)
        change(id, ({ _components, _fromBase, ...was }) =>
          withKeys(was as ListData, {
            _components: { ..._components, [part]: moved(_components[part], ids) },
            ...(_fromBase && { _fromBase: { ..._fromBase, [part]: moved(_fromBase[part], ids) } }),
          }),
        )
  }
  for (const id of touched) {
    // Documents hide from nobody who may edit their list.
    const items = ways((list) => list?._invoiceSpecialItems, [id], [id])
    if (items.size > 0)
      change(id, (was) =>
        withKeys(was, { _invoiceSpecialItems: moved(was._invoiceSpecialItems ?? {}, items) }),
      )
  }
  return data
}
