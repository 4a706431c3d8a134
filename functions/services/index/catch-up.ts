/**
 * Brings an index up to date that has lost changes: what is missing or older than the store is indexed, what the store
 * has no more is removed, and products that show something of these are made anew. It reads every entity's revision
 * but only the states that differ, so it is the quick alternative to a rebuild. Doing it twice changes nothing.
 */

import { chunksOf } from '../../../shared/chunks.ts'
import { errorMessage } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { entityClassNames } from '../../../shared/model/entity-classes.ts'
import { pagesOf } from '../../../shared/pages.ts'
import type { IndexQuery } from '../../../shared/search/index-query.ts'
import { isTakenClass } from '../../../shared/search/others.ts'
import { readReadable } from '../entity/many.ts'
import {
  type AffectedPorts,
  affectedPage,
  affectsDependents,
  causeOf,
  productsAtOnce,
  updateAffected,
  updateProducts,
} from './affected-products.ts'
import { type DocumentPorts, type Failure, makeDocuments } from './index-documents.ts'

export interface CatchUpOptions {
  /** Every entity of a class, with its revision where that is cheaper than reading the entity. */
  entitiesOf(entityclass: string): AsyncIterable<{ id: string; rev?: number }>
  /**
   * Time from which on changes may have been lost, ISO 8601. Products that show something that changed since are made
   * anew also where its own document is the newest: what was lost may have been the step after it.
   */
  since?: string
  log: (fields: Record<string, unknown>) => void
}
export interface CaughtUp {
  indexed: number
  removed: number
  /** Entities of which no document can be made, or whose document the index refuses; the log names them. */
  failed: number
}
/** An entity of which other products may show something old. */
interface Changed {
  id: string
  entityclass: string
}

const indexPage = 1000
const entityPage = 100

/** Errors: `search_unavailable`. */
export async function catchUp(ports: AffectedPorts, options: CatchUpOptions): Promise<CaughtUp> {
  const result: CaughtUp = { indexed: 0, removed: 0, failed: 0 }
  const affecting: Changed[] = []
  for (const entityclass of entityClassNames) {
    /** Those that may differ, with the revision that the index has. */
    const open = new Map<string, number | undefined>()
    const inIndex = await revisionsIn(entityclass, ports)
    for await (const { id, rev } of options.entitiesOf(entityclass)) {
      const indexed = inIndex.get(id)
      if (indexed === undefined || rev === undefined || indexed < rev) open.set(id, indexed)
      inIndex.delete(id)
    }
    // What is left was erased, or is so new that the list of entities does not have it yet.
    for (const [id, indexed] of inIndex) open.set(id, indexed)

    for (const some of chunksOf([...open], entityPage))
      affecting.push(...(await bringUp(entityclass, some, ports, options, result)))
    if (options.since && isTakenClass(entityclass))
      affecting.push(...(await changedSince(options.since, entityclass, ports)))
  }
  for (const some of chunksOf(affecting, entityPage)) {
    const cause = causeOf(some)
    if (cause) fail(await updateAffected(cause, ports), 'product', options, result)
  }
  return result
}
function fail(
  failures: readonly Failure[],
  entityclass: string,
  { log }: Pick<CatchUpOptions, 'log'>,
  result: CaughtUp,
): void {
  for (const { id, reason } of failures) log({ level: 'error', catchUp: entityclass, id, reason })
  result.failed += failures.length
}

/**
 * Makes the documents anew that are made of something that changed since an instant (ISO 8601). For an index that was
 * built meanwhile, beside one that could not tell who uses what. Gives the products that are not up to date. Errors:
 * `search_unavailable`.
 */
export async function updateSince(
  since: string,
  ports: DocumentPorts & Pick<AffectedPorts, 'index'>,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const entityclass of entityClassNames) {
    if (!isTakenClass(entityclass)) continue
    await ports.index.refresh(entityclass)
    const changed = await changedSince(since, entityclass, ports)
    for (const some of chunksOf(changed, entityPage)) {
      const cause = { ids: some.map(({ id }) => id) }
      for await (const { ids } of pagesOf((cursor) =>
        affectedPage(cause, { cursor, limit: productsAtOnce }, ports),
      ))
        if (ids.length > 0) failures.push(...(await updateProducts(ids, ports)))
    }
  }
  return failures
}

/** What the index finds of a class, page by page, by id. */
const hitsById = (entityclass: string, query: IndexQuery, index: Pick<AffectedPorts['index'], 'search'>) =>
  pagesOf((cursor = '') =>
    index.search({ entityclass, query, sort: [], page: { cursor, limit: indexPage }, fetch: [] }),
  )

/** Ids and revisions of a class, as the index has them. */
async function revisionsIn(entityclass: string, { index }: AffectedPorts): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for await (const { rows } of hitsById(entityclass, { op: 'all' }, index))
    for (const { id, rev } of rows) found.set(id, rev)
  return found
}

async function changedSince(
  since: string,
  entityclass: string,
  { index }: Pick<AffectedPorts, 'index'>,
): Promise<Changed[]> {
  const found: Changed[] = []
  const query = { op: 'range', field: 'updated', gte: since } as const
  for await (const { rows } of hitsById(entityclass, query, index))
    found.push(...rows.map(({ id }) => ({ id, entityclass })))
  return found
}

/** Indexes or removes what differs. Gives those of which other products show something else than before. */
async function bringUp(
  entityclass: string,
  open: [id: string, indexed: number | undefined][],
  ports: AffectedPorts,
  options: CatchUpOptions,
  result: CaughtUp,
): Promise<Changed[]> {
  const failures: Failure[] = []
  const read = await readReadable(
    ports.entities,
    open.map(([id]) => id),
    (id, error) => failures.push({ id, reason: errorMessage(error) }),
  )
  const isThere = new Set(read.map(({ id }) => id))
  const older = read.filter((one) => {
    const indexed = open.find(([id]) => id === one.id)?.[1]
    return indexed === undefined || indexed < one.rev
  })
  const made = await makeDocuments(older, ports)
  failures.push(...made.failures)
  const isUnread = new Set(failures.map(({ id }) => id))
  const gone = open.filter(
    (one): one is [string, number] => one[1] !== undefined && !isThere.has(one[0]) && !isUnread.has(one[0]),
  )
  const refused = await ports.index.apply([
    ...made.documents.map((document) => ({ id: document.id, entityclass, rev: document.rev, document })),
    // At the same revision a removal is newer than the state that it removes.
    ...gone.map(([id, rev]) => ({ id, entityclass, rev })),
  ])
  result.indexed += made.documents.length - refused.length
  result.removed += gone.length
  fail([...failures, ...refused], entityclass, options, result)
  const outdated = await made.outdated()
  if (outdated.length > 0) fail(await updateProducts(outdated, ports), entityclass, options, result)
  if (!isTakenClass(entityclass)) return []

  const affecting = gone.map(([id]): Changed => ({ id, entityclass }))
  for (const one of older) if (await isChanged(one, new Map(open).get(one.id), ports)) affecting.push(one)
  return affecting
}

/** Whether other products may show something that was so when the index last heard of it, and is no more. */
async function isChanged(after: Entity, indexed: number | undefined, { entities }: AffectedPorts) {
  const before = indexed === undefined ? undefined : await entities.getRevision(after.id, indexed)
  return affectsDependents({ id: after.id, entityclass: after.entityclass, before: before?.entity, after })
}
