/** Which products show something of an entity that changed, and bringing them up to date in bounded steps. */
import { errorMessage } from '../../../shared/errors.ts'
import { idOf } from '../../../shared/id-of.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { isTakenClass, partsTaken } from '../../../shared/search/others.ts'
import { isOver } from '../../domain/job/job.ts'
import { startTask } from '../../domain/job/message.ts'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { SearchIndex } from '../../ports/search-index.ts'
import { inGroups } from '../entity/in-groups.ts'
import { readReadable } from '../entity/many.ts'
import { type DocumentPorts, type Failure, makeDocuments } from './index-documents.ts'

export type AffectedPorts = DocumentPorts & { index: SearchIndex; jobs: JobQueue<typeof reindexKind> }
/** Entities that changed, by id. */
export interface Cause {
  ids: string[]
}

type UpdatePorts = DocumentPorts & { index: SearchIndex }
/** Products of one unit. */
export const productsAtOnce = 100
/** Products that are brought up to date within the batch that caused it; the rest is a job, so that the feed goes on. */
const inlineProducts = 500
/** How often documents are made anew because what they are made of changes meanwhile. */
const maxTries = 5
export const reindexKind = 'reindex'

export interface Step {
  id: string
  entityclass: string
  before?: Entity | undefined
  /** Absent after an erasure. */
  after?: Entity | undefined
}
const taken = (one: Entity | undefined) =>
  one && isTakenClass(one.entityclass) ? partsTaken[one.entityclass](one.data) : undefined
/** Whether documents of other entities may come out differently after the step. */
export const affectsDependents = ({ before, after }: Step): boolean =>
  !before || !after || !sameValue(taken(before), taken(after))
export function causeOf(steps: readonly Pick<Step, 'id' | 'entityclass'>[]): Cause | undefined {
  const ids = steps.filter(({ entityclass }) => isTakenClass(entityclass)).map(({ id }) => id)
  return ids.length > 0 ? { ids } : undefined
}

/**
 * Brings the products up to date that are made of something of the cause, in all generations. What does not fit into
 * one batch becomes a job (functions/workers/reindex.ts). `batch` names what may come again: where its job is under way, no
 * other one begins. Gives the products that are not up to date. Errors: `search_unavailable`; documents that are still
 * outdated after some tries.
 */
export async function updateAffected(cause: Cause, ports: AffectedPorts, batch?: string): Promise<Failure[]> {
  const failures: Failure[] = []
  // Whoever was indexed before this looked at the store after the cause was in it; the others have to be found.
  await ports.index.refresh('product')
  let cursor: string | undefined
  for (let done = 0; done < inlineProducts; ) {
    const page = await affectedPage(cause, { cursor, limit: productsAtOnce }, ports)
    if (page.ids.length > 0) failures.push(...(await updateProducts(page.ids, ports)))
    done += page.ids.length
    cursor = page.cursor
    if (cursor === undefined) return failures
  }
  const unit = startTask({ ids: cause.ids, cursor })
  const jobId = batch === undefined ? crypto.randomUUID() : await freeJobOf(`${batch}#${cursor}`, ports)
  await ports.jobs.send([{ kind: reindexKind, jobId, unit }])
  return failures
}
/** Of the jobs that follow from the name the first that is not over: the index may have lost what an earlier one did. */
async function freeJobOf(name: string, { entities }: Pick<AffectedPorts, 'entities'>): Promise<string> {
  for (let n = 0; ; n++) {
    const jobId = await idOf(`${reindexKind}#${name}#${n}`)
    const job = await entities.get('batchjob', jobId)
    if (!job || !isOver(job)) return jobId
  }
}
/** Products that are made of something of the cause. Pages go by id, so that none is passed over while products change. */
export async function affectedPage(
  { ids }: Cause,
  { cursor, limit }: { cursor: string | undefined; limit: number },
  { index }: { index: Pick<SearchIndex, 'search'> },
): Promise<{ ids: string[]; cursor?: string }> {
  const hits = await index.search({
    entityclass: 'product',
    query: { op: 'terms', field: 'uses', values: ids },
    sort: [],
    page: cursor === undefined ? { start: 0, limit } : { cursor, limit },
    fetch: [],
  })
  return { ids: hits.rows.map((hit) => hit.id), ...(hits.cursor !== undefined && { cursor: hits.cursor }) }
}

/**
 * Makes the documents of products from the store and applies them, until they are made of what the store holds. The
 * revision does not tell which of two documents has the newer values of others, so whoever applies one looks again
 * afterwards: the last to apply has made sure (docs/decisions/index-of-others.md). Gives those that cannot be read, of which no
 * document can be made, or whose document the index refuses; the others are up to date.
 */
export async function updateProducts(ids: string[], ports: UpdatePorts): Promise<Failure[]> {
  const failures: Failure[] = []
  const unread = (id: string, error: unknown) =>
    failures.push({ id, reason: errorMessage(error), unread: error })
  const readable = { getMany: (ids: string[]) => readReadable(ports.entities, ids, unread) }
  for await (const group of inGroups(readable, ids)) failures.push(...(await updateGroup(group, ports)))
  return failures
}
async function updateGroup(group: Entity[], ports: UpdatePorts): Promise<Failure[]> {
  const failed = new Map<string, Failure>()
  let [entities, outdated] = [group, [] as string[]]
  for (let tries = 0; tries < maxTries; tries++) {
    const made = await makeDocuments(entities, ports)
    const refused = await ports.index.apply(
      made.documents.map((document) => ({
        id: document.id,
        entityclass: document.entityclass,
        rev: document.rev,
        document,
      })),
    )
    for (const { id } of entities) failed.delete(id)
    for (const one of [...made.failures, ...refused]) failed.set(one.id, one)
    outdated = await made.outdated()
    if (outdated.length === 0) return [...failed.values()]
    entities = await ports.entities.getMany(outdated)
  }
  throw new Error(`what they are made of changes too often: ${outdated.join(', ')}`)
}
