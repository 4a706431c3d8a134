/** Trade names with from and to, per list (decisions §9). */
import { tradeNamePath } from '../../../shared/model/field-value.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { type Place, type Resolved, resolveKey } from '../../../shared/rules/resolution.ts'
import { tradeNameIn } from '../../../shared/rules/timeline.ts'
import type { WriteContext } from './context.ts'
import { withKeys } from './lists.ts'

const maxLength = 500

/** Which lists of derived parents a name was read from. */
function inheritance(found: Resolved | undefined): { inheritedFrom?: Required<Place>[] } {
  const read = found ? [...found.places, ...found.through] : []
  const inheritedFrom = read.flatMap(({ product, list }) =>
    product === undefined ? [] : [{ product, list }],
  )
  return inheritedFrom.length > 0 ? { inheritedFrom } : {}
}

/**
 * Keeps the history of every list that has another name after the change than before, be it its own or one that it
 * reads through its link. A name that a derived parent got meanwhile is noted with the next change. A row's key is the
 * revision that it begins with.
 */
export function withNameHistory(
  c: Pick<WriteContext, 'before' | 'now' | 'derived'>,
  data: ProductData,
): ProductData {
  const foundIn = (state: ProductData, list: string) => resolveKey(state, list, tradeNamePath, c.derived)
  const nameIn = (found: Resolved | undefined) => tradeNameIn(found?.value)?.slice(0, maxLength)
  const listData: Record<string, ListData> = { ...data.listData }
  for (const [id, list] of Object.entries(data.listData)) {
    const [foundBefore, found] = [foundIn(c.before.data, id), foundIn(data, id)]
    const [was, is] = [nameIn(foundBefore), nameIn(found)]
    const current = Object.values(list._nameHistory).find((row) => row.to === undefined)
    if (is === (current ? current.name : was)) continue
    const rows: ListData['_nameHistory'] = {}
    for (const [key, row] of Object.entries(list._nameHistory))
      rows[key] = row.to === undefined ? { ...row, to: c.now } : row
    if (was !== undefined && !current)
      rows.r1 ??= { name: was, from: c.before.created, to: c.now, ...inheritance(foundBefore) }
    if (is !== undefined) rows[`r${c.before.rev + 1}`] = { name: is, from: c.now, ...inheritance(found) }
    listData[id] = withKeys(list, { _nameHistory: rows })
  }
  return { ...data, listData }
}
