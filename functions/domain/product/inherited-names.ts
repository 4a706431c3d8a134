/** Trade names that a list reads from derived parents, with the dates of the parents' own histories. */
import { derivedChainLimit, fixedIds } from '../../../shared/constants.ts'
import { tradeNamePath } from '../../../shared/model/field-value.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { type DerivedOf, resolveKey } from '../../../shared/rules/resolution.ts'
import { tradeNameIn } from '../../../shared/rules/timeline.ts'
import { withKeys } from './lists.ts'
import { inheritance, isSameInheritance, nameLimit } from './name-history.ts'

const base = fixedIds.list.base

type NameRow = ListData['_nameHistory'][string]

interface NamesContext {
  /** Parents as the values are read from them: of an older revision those of then. */
  derived: DerivedOf
  /** Parents as they stand today, with their whole history. */
  today: DerivedOf
  /** Instant that an older revision is shown at; what came later is left out. */
  at?: string | undefined
}

const byDate = (a: NameRow, b: NameRow) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)

/** The part of a row that lies in a stretch; undefined if none does. */
function clipped(row: NameRow, from: string, to: string | undefined): NameRow | undefined {
  const { to: end, ...rest } = row
  const last = to === undefined || (end !== undefined && end < to) ? end : to
  const first = row.from < from ? from : row.from
  if (last !== undefined && first >= last) return undefined
  return { ...rest, from: first, ...(last !== undefined && { to: last }) }
}

/** Names of a list, the oldest first. `since`: where a name that nothing was noted of begins at the earliest. */
function namesOf(data: ProductData, list: string, since: string, c: NamesContext, depth: number): NameRow[] {
  const noted = Object.values(data.listData[list]?._nameHistory ?? {}).sort(byDate)
  const found = resolveKey(data, list, tradeNamePath, depth === 0 ? c.derived : c.today)
  const name = tradeNameIn(found?.value)?.slice(0, nameLimit)
  const inherited = inheritance(found)
  const isNoted = noted.some((row) => row.to === undefined)
  // Nothing is noted where a parent got a name and the product has not changed since.
  if (!isNoted && name !== undefined && (depth > 0 || inherited.inheritedFrom))
    noted.push({ name, from: noted.at(-1)?.to ?? since, ...inherited })
  const rows = noted.flatMap((row) =>
    // An open row whose link has gone tells no more than what it says.
    row.to === undefined && !inherited.inheritedFrom ? [row] : stretch(row, c, depth),
  )
  const joined: NameRow[] = []
  for (const row of rows) {
    const last = joined.at(-1)
    const isOne =
      last?.inheritedFrom &&
      last.name === row.name &&
      last.to === row.from &&
      isSameInheritance(last.inheritedFrom, row.inheritedFrom)
    if (isOne) joined.pop()
    joined.push(isOne ? { ...row, from: last.from } : row)
  }
  return joined
}

/** What the parent was called while the list read its name; the row itself where the parent does not tell. */
function stretch(row: NameRow, c: NamesContext, depth: number): NameRow[] {
  if (depth >= derivedChainLimit) return [row]
  for (const { product, list } of row.inheritedFrom ?? []) {
    const parent = c.today(product)
    if (!parent?.listData[list]) continue
    const to = row.to ?? c.at
    const rows = namesOf(parent, list, row.from, c, depth + 1).flatMap(
      (one) => clipped(one, row.from, to) ?? [],
    )
    // A name that the row does not know was read from another place.
    if (!rows.some(({ name }) => name === row.name)) continue
    return rows.map((one) => {
      // Where the stretch of an older revision is open, it is so until the instant that is shown.
      const { to: end, inheritedFrom = [], ...rest } = one
      const isOpen = row.to === undefined && (end === undefined || end === c.at)
      // The parent's list may have read the name from the parent's base list, where the secrecy is judged, too.
      const places = [...(row.inheritedFrom ?? []), { product, list: base }, ...inheritedFrom]
      return { ...rest, ...(!isOpen && end !== undefined && { to: end }), inheritedFrom: places }
    })
  }
  return [row]
}

/**
 * The product with names of derived parents in its history as the parents noted them: a parent that was renamed changes
 * no product that reads from it. Rows keep their ids; one that becomes several gives the later ones ids of its own.
 */
export function withParentsNames(
  product: { created: string; data: ProductData },
  c: NamesContext,
): ProductData {
  const { data } = product
  const listData: ProductData['listData'] = { ...data.listData }
  for (const [id, list] of Object.entries(data.listData)) {
    const stored = Object.entries(list._nameHistory)
    const rows = namesOf(data, id, product.created, c, 0)
    if (!rows.some((row) => row.inheritedFrom)) continue
    const named: ListData['_nameHistory'] = {}
    for (const row of rows) {
      const [key = 'r0'] = stored.findLast(([, { from }]) => from <= row.from) ?? stored.at(0) ?? []
      const taken = Object.keys(named).filter((one) => one === key || one.startsWith(`${key}.`)).length
      named[taken === 0 ? key : `${key}.${taken}`] = row
    }
    listData[id] = withKeys(list, { _nameHistory: named })
  }
  return { ...data, listData }
}
