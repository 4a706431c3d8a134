/** Trade names that a list reads from derived parents, with the dates of the parents' own histories. */
import { derivedChainLimit, fixedIds } from '../../../shared/constants.ts'
import { tradeNamePath } from '../../../shared/model/field-path.ts'
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

/** Rows of one list that are shown; of more the newest. */
export const shownNames = 500

/** What is known already of a list of a parent, for one view: many rows are read from the same one. */
type Known = Map<string, readonly NameRow[]>

const byDate = (a: NameRow, b: NameRow) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)

/** The part of a row that lies in a stretch; undefined if none does. */
function clipped(row: NameRow, from: string, to: string | undefined): NameRow | undefined {
  const last = to === undefined || (row.to !== undefined && row.to < to) ? row.to : to
  const first = row.from < from ? from : row.from
  if (last !== undefined && first >= last) return undefined
  const { to: _, ...rest } = row
  return { ...rest, from: first, ...(last !== undefined && { to: last }) }
}

/** Names of a list of a parent. Each list is resolved once for every depth that it is read at. */
function namesOfParent(
  { id, data }: { id: string; data: ProductData },
  list: string,
  since: string,
  c: NamesContext,
  depth: number,
  known: Known,
): readonly NameRow[] {
  const noted = Object.values(data.listData[list]?._nameHistory ?? {})
  // Where something is noted, the first name begins there.
  const key = JSON.stringify([id, list, depth, noted.length === 0 && since])
  const rows = known.get(key) ?? namesOf(data, list, since, c, depth, known)
  known.set(key, rows)
  return rows
}

/** Names of a list, the oldest first. `since`: where a name that nothing was noted of begins at the earliest. */
function namesOf(
  data: ProductData,
  list: string,
  since: string,
  c: NamesContext,
  depth: number,
  known: Known,
): NameRow[] {
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
    row.to === undefined && !inherited.inheritedFrom ? [row] : stretch(row, c, depth, known),
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
function stretch(row: NameRow, c: NamesContext, depth: number, known: Known): NameRow[] {
  if (depth >= derivedChainLimit) return [row]
  for (const { product, list } of row.inheritedFrom ?? []) {
    const parent = c.today(product)
    if (!parent?.listData[list]) continue
    const to = row.to ?? c.at
    const names = namesOfParent({ id: product, data: parent }, list, row.from, c, depth + 1, known)
    const rows = names.flatMap((one) => clipped(one, row.from, to) ?? [])
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
  const known: Known = new Map()
  for (const [id, list] of Object.entries(data.listData)) {
    const stored = Object.entries(list._nameHistory)
    const rows = namesOf(data, id, product.created, c, 0, known)
    if (!rows.some((row) => row.inheritedFrom)) continue
    const named: ListData['_nameHistory'] = {}
    const count = new Map<string, number>()
    for (const row of rows.slice(-shownNames)) {
      const [key = 'r0'] = stored.findLast(([, { from }]) => from <= row.from) ?? stored.at(0) ?? []
      const taken = count.get(key) ?? 0
      count.set(key, taken + 1)
      named[taken === 0 ? key : `${key}.${taken}`] = row
    }
    listData[id] = withKeys(list, { _nameHistory: named })
  }
  return { ...data, listData }
}
