/** Trade names with from and to, per list (decisions §9). */
import { tradeNamePath } from '../../../shared/model/field-path.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { type Place, type Resolved, resolveKey } from '../../../shared/rules/resolution.ts'
import { tradeNameIn } from '../../../shared/rules/timeline.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import type { Product, WriteContext } from './context.ts'
import { withKeys } from './lists.ts'

/** Length of a name in the history, in characters. */
export const nameLimit = 500

/** Which lists of derived parents a name was read from; the one that the product itself reads is the first. */
export function inheritance(found: Resolved | undefined): { inheritedFrom?: Required<Place>[] } {
  const inheritedFrom = new Map<string, Required<Place>>()
  for (const { product, list } of found ? [...found.through, ...found.places] : [])
    if (product !== undefined) inheritedFrom.set(`${product}/${list}`, { product, list })
  return inheritedFrom.size > 0 ? { inheritedFrom: [...inheritedFrom.values()] } : {}
}
const placesOf = (inheritedFrom: Required<Place>[] = []) =>
  new Set(inheritedFrom.map(({ product, list }) => `${product}/${list}`))
/** Were two names read from the same lists of parents, or both from none? */
export const isSameInheritance = (a: Required<Place>[] | undefined, b: Required<Place>[] | undefined) => {
  const [one, other] = [placesOf(a), placesOf(b)]
  return one.size === other.size && [...one].every((place) => other.has(place))
}

/**
 * Keeps the history of every list that has another name after the change than before, be it its own or one that it
 * reads through its link, and of one that reads the same name from elsewhere. What a derived parent was called meanwhile
 * its own history says (`inherited-names.ts`). A row's key is the revision that it begins with.
 */
export function withNameHistory(
  c: { before: Pick<Product, 'data' | 'rev' | 'created'> } & Pick<WriteContext, 'now' | 'derived'>,
  data: ProductData,
): ProductData {
  // What is only missing here is noted with a change, and is none itself: an import of the same data writes nothing.
  if (sameValue(c.before.data, data)) return data
  const foundIn = (state: ProductData, list: string) => resolveKey(state, list, tradeNamePath, c.derived)
  const nameIn = (found: Resolved | undefined) => tradeNameIn(found?.value)?.slice(0, nameLimit)
  const listData: Record<string, ListData> = { ...data.listData }
  for (const [id, list] of Object.entries(data.listData)) {
    const [foundBefore, found] = [foundIn(c.before.data, id), foundIn(data, id)]
    const [was, is] = [nameIn(foundBefore), nameIn(found)]
    const current = Object.values(list._nameHistory).find((row) => row.to === undefined)
    const origin = inheritance(found)
    const isNoted =
      current && is === current.name && isSameInheritance(current.inheritedFrom, origin.inheritedFrom)
    if (isNoted || (!current && is === undefined && was === undefined)) continue
    const rows: ListData['_nameHistory'] = {}
    for (const [key, row] of Object.entries(list._nameHistory))
      rows[key] = row.to === undefined ? { ...row, to: c.now } : row
    const beforeThat = inheritance(foundBefore)
    // A name that was never noted: one from before there was a history, or that a parent got meanwhile.
    const isUnnoted = was !== undefined && !current
    const stays = isUnnoted && was === is && isSameInheritance(beforeThat.inheritedFrom, origin.inheritedFrom)
    const ends = Object.values(rows).flatMap(({ to }) => to ?? [])
    const since = ends.reduce((last, to) => (to > last ? to : last), c.before.created)
    if (isUnnoted) {
      const key = Object.hasOwn(rows, 'r1') ? `r${c.before.rev}` : 'r1'
      rows[key] ??= { name: was, from: since, ...(!stays && { to: c.now }), ...beforeThat }
    }
    if (is !== undefined && !stays) rows[`r${c.before.rev + 1}`] = { name: is, from: c.now, ...origin }
    listData[id] = withKeys(list, { _nameHistory: rows })
  }
  return { ...data, listData }
}
