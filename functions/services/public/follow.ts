/** Brings what is kept of a list up to date: by what the index says has changed, read from the store. */
import { chunksOf } from '../../../shared/chunks.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { pagesOf } from '../../../shared/pages.ts'
import { publicRow, type RowContext } from '../../../shared/rules/public/row.ts'
import { readsDerived } from '../../../shared/rules/resolution.ts'
import { and, nested, not } from '../../../shared/search/combine.ts'
import type { IndexQuery } from '../../../shared/search/index-query.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import type { IndexReader } from '../../ports/search-index.ts'
import { readMany } from '../entity/many.ts'
import { loadParents } from '../product/parents.ts'
import { companiesOf, type Kept, nothingKept } from './kept.ts'

export interface FollowPorts {
  entities: Pick<EntityReader, 'get' | 'getMany'>
  index: Pick<IndexReader, 'search'>
  clock: { now(): string; millis(): number }
}
export interface FollowContext extends Omit<RowContext, 'derived'> {
  list: string
  key: string
  /** Parts that the list shows. */
  parts: readonly string[]
}

/** All ids are compared again after so long: whatever was missed is found then. */
const compareAfterMs = 10 * 60_000
/** The index may be behind, and take changes in another order than they were made in. */
const overlapMs = 2 * 60_000
/** Products that are read at once: others who are served by the same process wait no longer than for these. */
const portion = 100
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0))

const isTrue = (field: string): IndexQuery => ({ op: 'terms', field, values: [true] })
/** Products that the list may show; whether it does is not the index's to say. */
const candidates = (list: string): IndexQuery =>
  and(
    not(isTrue('deleted')),
    not(isTrue('archived')),
    nested(
      'lists',
      and(
        { op: 'terms', field: 'list', values: [list] },
        isTrue('active'),
        not(isTrue('archived')),
        not(isTrue('preventPublicDisplay')),
      ),
    ),
  )

/** Ids and revisions by the index, page by page. */
async function* found(index: FollowPorts['index'], entityclass: string, query: IndexQuery) {
  const limit = 250
  const read = (cursor: string | undefined) =>
    index.search({
      entityclass,
      query,
      sort: [],
      page: cursor === undefined ? { start: 0, limit } : { cursor, limit },
      countTo: 1,
      fetch: [],
    })
  for await (const { rows } of pagesOf(read)) yield rows
}

/** Reads products and keeps what the list shows of them. Gives whether something of that changed. */
async function take(
  kept: Kept,
  ids: string[],
  c: FollowContext,
  { entities }: FollowPorts,
): Promise<boolean> {
  let hasChanged = false
  for (const some of chunksOf(ids, portion)) {
    const products = (await readMany(entities, some)).flatMap((one) => (isOfClass('product', one) ? one : []))
    const derived = await loadParents(
      entities,
      products.flatMap(({ data }) => (readsDerived(data) ? data : [])),
    )
    const there = new Set<string>()
    for (const product of products) {
      const { id, rev, data } = product
      there.add(id)
      const row = publicRow(product, c.list, { ...c, derived })
      const before = kept.rows.get(id)
      if (JSON.stringify(row) !== JSON.stringify(before)) {
        hasChanged = true
        if (row) kept.rows.set(id, row)
        else kept.rows.delete(id)
      }
      kept.revs.set(id, rev)
      const parents = readsDerived(data) ? parentsOf(data.derivedProductId, derived) : []
      if (parents.length > 0) kept.parents.set(id, parents)
      else kept.parents.delete(id)
    }
    for (const id of some) if (!there.has(id)) hasChanged = drop(kept, id) || hasChanged
    await nextTurn()
  }
  return hasChanged
}
function parentsOf(
  first: string | undefined,
  derived: (id: string) => { derivedProductId?: string | undefined } | undefined,
): string[] {
  const found: string[] = []
  for (let at = first; at !== undefined && !found.includes(at); at = derived(at)?.derivedProductId)
    found.push(at)
  return found
}
function drop(kept: Kept, id: string): boolean {
  kept.revs.delete(id)
  kept.parents.delete(id)
  return kept.rows.delete(id)
}

/** Compares the revisions of all products that the list may show. */
async function compareAll(
  kept: Kept,
  isAnew: boolean,
  c: FollowContext,
  ports: FollowPorts,
): Promise<boolean> {
  const there = new Set<string>()
  const wanted: string[] = []
  for await (const rows of found(ports.index, 'product', candidates(c.list)))
    for (const { id, rev } of rows) {
      there.add(id)
      if (isAnew || kept.revs.get(id) !== rev) wanted.push(id)
    }
  let hasChanged = await take(kept, wanted, c, ports)
  for (const id of [...kept.revs.keys()]) if (!there.has(id)) hasChanged = drop(kept, id) || hasChanged
  return hasChanged
}

/** Looks for products that were written since, and for those that read from them. */
async function followChanges(
  kept: Kept,
  since: string,
  c: FollowContext,
  ports: FollowPorts,
): Promise<boolean> {
  const changed = new Set<string>()
  for await (const rows of found(ports.index, 'product', { op: 'range', field: 'updated', gte: since }))
    for (const { id, rev } of rows) if (kept.revs.get(id) !== rev) changed.add(id)
  if (changed.size === 0) return false
  const reading = [...kept.parents].flatMap(([id, parents]) =>
    parents.some((one) => changed.has(one)) ? id : [],
  )
  return take(kept, [...new Set([...changed, ...reading])], c, ports)
}

async function followCompanies(
  kept: Kept,
  since: string,
  c: FollowContext,
  ports: FollowPorts,
): Promise<boolean> {
  const wanted = companiesOf(kept, c.parts)
  const missing = new Set([...wanted].filter((id) => !kept.companies.has(id)))
  if (wanted.size > missing.size)
    for await (const rows of found(ports.index, 'company', { op: 'range', field: 'updated', gte: since }))
      for (const { id } of rows) if (wanted.has(id)) missing.add(id)
  let hasChanged = false
  const names = new Map<string, string | undefined>([...missing].map((id) => [id, undefined]))
  for (const one of await readMany(ports.entities, missing))
    if (isOfClass('company', one) && !one.disabled)
      names.set(one.id, one.data.baseData.name?.trim() || undefined)
  for (const [id, name] of names) {
    if (kept.companies.has(id) && kept.companies.get(id) === name) continue
    kept.companies.set(id, name)
    hasChanged = true
  }
  return hasChanged
}

/** Products that are looked at for a sample. */
const sampleSize = 250
/** What the list could show of some of its products, made without keeping it. */
export async function sampleOf(c: FollowContext, ports: FollowPorts): Promise<Kept & { isAll: boolean }> {
  const kept = nothingKept(c.key, ports.clock.now())
  const { rows, cursor } = await ports.index.search({
    entityclass: 'product',
    query: candidates(c.list),
    sort: [],
    page: { start: 0, limit: sampleSize },
    countTo: 1,
    fetch: [],
  })
  await take(
    kept,
    rows.map(({ id }) => id),
    c,
    ports,
  )
  await followCompanies(kept, kept.since, c, ports)
  return { ...kept, isAll: cursor === undefined }
}

/**
 * What is kept, as it is now; made anew where there is nothing, or where other things are shown than before. What was kept goes
 * on meanwhile: it is not changed. Errors: `search_unavailable`.
 */
export async function follow(before: Kept | undefined, c: FollowContext, ports: FollowPorts): Promise<Kept> {
  const now = ports.clock.now()
  const isAnew = before?.key !== c.key
  const start = before ?? nothingKept(c.key, now)
  const kept: Kept = {
    ...start,
    key: c.key,
    revs: new Map(start.revs),
    rows: new Map(start.rows),
    parents: new Map(start.parents),
    companies: new Map(start.companies),
  }
  const since = new Date(Date.parse(start.since) - overlapMs).toISOString()
  const isOld = isAnew || !before || Date.parse(now) - Date.parse(start.compared) > compareAfterMs
  const ofProducts = isOld
    ? await compareAll(kept, isAnew, c, ports)
    : await followChanges(kept, since, c, ports)
  const ofCompanies = await followCompanies(kept, since, c, ports)
  kept.since = now
  if (ofCompanies) kept.named++
  if (isOld) kept.compared = now
  if (ofProducts || ofCompanies) {
    kept.changed = now
    kept.version++
  }
  return kept
}
