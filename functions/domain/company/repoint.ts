/** Entities that name one company instead of another, and the way back. */
import type { Entity } from '../../../shared/model/entity.ts'
import type { CompanyRow, ListData, ProductData } from '../../../shared/model/product.ts'
import type { SavedSearch } from '../../../shared/model/search.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { companiesOfTree, treeWithCompany } from '../../../shared/search/tree-companies.ts'
import { renamed } from '../entity/named-places.ts'
import { isProduct } from '../product/context.ts'

type Data = Entity['data'] | ProductData
type Rows = Record<string, CompanyRow>

const byOrder = ([a, x]: [string, CompanyRow], [b, y]: [string, CompanyRow]) =>
  (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1)

/**
 * Rows of a list in which both companies had one role: it is held once, with the sum of their amounts. The survivor's own row stays;
 * of a role that is given once there is one afterwards, too.
 */
function joinedRows(rows: Rows, from: string, to: string): Rows {
  const entries = Object.entries(rows)
  if (!entries.some(([, { company }]) => company === from)) return rows
  const joined: Rows = {}
  const holders = new Map<string, string>()
  const own = entries.filter(([, { company }]) => company !== from)
  const theirs = entries.filter(([, { company }]) => company === from).toSorted(byOrder)
  for (const [key, row] of own) {
    joined[key] = row
    if (row.company === to && !holders.has(row.role)) holders.set(row.role, key)
  }
  for (const [key, row] of theirs) {
    const holder = holders.get(row.role)
    if (holder === undefined) {
      joined[key] = { ...row, company: to }
      holders.set(row.role, key)
      continue
    }
    const { amount = 0 } = row
    const held = joined[holder]!
    if (amount !== 0) joined[holder] = { ...held, amount: (held.amount ?? 0) + amount }
  }
  // As they stood, so that a row without an order of its own keeps its place.
  return Object.fromEntries(entries.flatMap(([key]) => (joined[key] ? [[key, joined[key]] as const] : [])))
}

const mapLists = (data: ProductData, change: (list: ListData, id: string) => Rows): ProductData => ({
  ...data,
  listData: Object.fromEntries(
    Object.entries(data.listData).map(([id, list]) => {
      const rows = list._companies ? change(list, id) : list._companies
      const changed: ListData =
        rows === list._companies ? list : Object.assign({}, list, { _companies: rows })
      return [id, changed]
    }),
  ),
})

/** A merge that stands. */
export interface Merged {
  from: string
  to: string
  /** When it was. */
  at: string
}
/** The data as these merges leave it, one after the other. */
export const withMerges = (data: ProductData, merges: readonly Merged[]): ProductData =>
  [...merges]
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .reduce((now, { from, to }) => mapLists(now, ({ _companies }) => joinedRows(_companies, from, to)), data)

const isSearch = (entity: Entity): entity is Entity<SavedSearch> => entity.entityclass === 'savedsearch'

/** The data that names `to` wherever it named `from`; undefined where it names that nowhere. */
export function repointed(entity: Entity, from: string, to: string): Data | undefined {
  if (isSearch(entity)) {
    const { tree } = entity.data
    if (!companiesOfTree(tree).includes(from)) return undefined
    return { ...entity.data, tree: treeWithCompany(tree, from, to) }
  }
  if (!isProduct(entity)) return renamed(entity, 'company', from, to)
  const { data } = entity
  const names = Object.values(data.listData).some(({ _companies = {} }) =>
    Object.values(_companies).some(({ company }) => company === from),
  )
  if (!names) return undefined
  return mapLists(data, ({ _companies }) => joinedRows(_companies, from, to))
}

/** Rows of a list as they were, where they still are what the step made of them. */
function rowsBack(now: Rows, before: Rows, after: Rows, from: string, to: string): Rows {
  const rows: Rows = { ...now }
  for (const [key, was] of Object.entries(before)) {
    const is = after[key]
    if (was.company === from && is !== undefined) {
      if (rows[key]?.company === to) rows[key] = { ...rows[key], company: from }
    } else if (was.company === from) {
      // It was joined with the row of the survivor: while that is there, both are again.
      const holder = Object.entries(after).find(
        ([other, row]) =>
          row.company === to && row.role === was.role && now[other]?.company === to && before[other],
      )
      if (holder && !rows[key]) rows[key] = was
    }
    if (is !== undefined && was.amount !== is.amount && rows[key] && rows[key].amount === is.amount) {
      const { amount: _, ...rest } = rows[key]
      rows[key] = was.amount === undefined ? rest : { ...rest, amount: was.amount }
    }
  }
  return sameValue(rows, now) ? now : rows
}

/**
 * The data with what a step did taken back, where nobody has changed it since; undefined where nothing is left to be taken
 * back. `before` and `after`: the states around the step.
 */
export function pointedBack(
  now: Entity,
  { before, after }: { before: Entity; after: Entity },
  from: string,
  to: string,
): Data | undefined {
  if (isSearch(now) && isSearch(before) && isSearch(after)) {
    // A tree has no places that stay: one that somebody changed since asks what they saw.
    return sameValue(now.data.tree, after.data.tree) ? { ...now.data, tree: before.data.tree } : undefined
  }
  if (!isProduct(now)) return renamed(now, 'company', to, from, before.data)
  if (!isProduct(before) || !isProduct(after)) return undefined
  const { data } = now
  const [was, is] = [before.data, after.data]
  const back = mapLists(data, (list, id) =>
    rowsBack(
      list._companies,
      was.listData[id]?._companies ?? {},
      is.listData[id]?._companies ?? {},
      from,
      to,
    ),
  )
  return sameValue(back, data) ? undefined : back
}
