/** Which products show something of an entity that changed, and bringing them up to date in bounded steps. */
import { isDeepStrictEqual } from 'node:util'
import { derivedChainLimit } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { isLinkable } from '../../shared/rules/resolution.ts'
import type { IndexQuery } from '../../shared/search/index-query.ts'
import type { Ports } from '../runtime/ports.ts'
import { type DocumentPorts, makeDocuments } from './index-documents.ts'

export type AffectedPorts = DocumentPorts & Pick<Ports, 'index' | 'jobs'>
/** Ids of entities that changed, and how many generations of derived products are still to be looked at. */
export interface Cause {
  product?: string[]
  company?: string[]
  category?: string[]
  component?: string[]
  generations: number
}
const causeClasses = ['product', 'company', 'category', 'component'] as const
type CauseClass = (typeof causeClasses)[number]
/** Do products show anything of entities of this class? */
export const isCauseClass = (name: string): name is CauseClass =>
  (causeClasses as readonly string[]).includes(name)

/** Products of one step: read, made into documents and applied at once. */
const pageSize = 100
/** Products that are brought up to date within the batch that caused it; the rest is queued, so that the feed goes on. */
const inlineProducts = 500
const maxTries = 3
export const reindexKind = 'reindex'

/**
 * What other products show of an entity. Two states with the same answer need no product brought up to date.
 * Products: the values that a derived product may link to.
 */
function shown(one: Entity): unknown {
  const data = one.data as Record<string, unknown>
  switch (one.entityclass) {
    case 'company':
      return (data as { baseData?: { name?: string } }).baseData?.name
    case 'component':
      return data['title']
    case 'category':
      return [data['title'], data['parent'], data['order'], data['mainCategoryKey']]
    default:
      return inheritable(data as unknown as ProductData)
  }
}
const inheritable = (data: ProductData) => [
  data.derivedProductId,
  Object.entries(data.listData ?? {}).map(([id, list]) => [
    id,
    list?._linked,
    Object.fromEntries(Object.entries(list ?? {}).filter(([key]) => isLinkable(key))),
  ]),
]

export interface Step {
  id: string
  entityclass: string
  before?: Entity
  after?: Entity
}
/** Whether products other than the entity itself may look different after the step. A first state affects nobody. */
export function affectsDependents(step: Step): boolean {
  if (!step.before) return false
  return !step.after || !isDeepStrictEqual(shown(step.before), shown(step.after))
}
export function causeOf(steps: readonly Step[]): Cause | undefined {
  const cause: Cause = { generations: derivedChainLimit }
  for (const { id, entityclass } of steps) {
    if (isCauseClass(entityclass)) cause[entityclass] = [...(cause[entityclass] ?? []), id]
  }
  return causeClasses.some((name) => cause[name]) ? cause : undefined
}

const inLists = (of: IndexQuery): IndexQuery => ({ op: 'nested', path: 'lists', of })
function affectedBy(cause: Cause): IndexQuery {
  const of: IndexQuery[] = []
  if (cause.product) of.push({ op: 'terms', field: 'derived', values: cause.product })
  if (cause.company) of.push({ op: 'terms', field: 'companies', values: cause.company })
  if (cause.category) of.push(inLists({ op: 'terms', field: 'inCategory', values: cause.category }))
  if (cause.component) {
    const rows: IndexQuery = { op: 'terms', field: 'component', values: cause.component }
    of.push(inLists({ op: 'nested', path: 'components', of: rows }))
  }
  return { op: 'or', of }
}

/**
 * Brings the products up to date that the cause affects, and those derived from them. What does not fit into one
 * batch goes on as a message of the queue. Errors: `search_unavailable`.
 */
export async function updateAffected(cause: Cause, ports: AffectedPorts): Promise<void> {
  let left = inlineProducts
  const open: { cause: Cause; cursor?: string }[] = [{ cause }]
  for (let next = open.shift(); next; next = open.shift()) {
    if (left <= 0) {
      await ports.jobs.send([{ kind: reindexKind, jobId: reindexKind, unit: JSON.stringify(next) }])
      continue
    }
    const page = await updatePage(next.cause, next.cursor, ports)
    left -= page.ids.length
    if (page.cursor !== undefined) open.push({ cause: next.cause, cursor: page.cursor })
    if (page.ids.length > 0 && next.cause.product && next.cause.generations > 1) {
      open.push({ cause: { product: page.ids, generations: next.cause.generations - 1 } })
    }
  }
}
/** Goes on where a batch stopped. */
export async function continueUpdate(unit: string, ports: AffectedPorts): Promise<void> {
  const { cause, cursor } = JSON.parse(unit) as { cause: Cause; cursor?: string }
  if (cursor === undefined) return updateAffected(cause, ports)
  const page = await updatePage(cause, cursor, ports)
  const rest: { cause: Cause; cursor?: string }[] = []
  if (page.cursor !== undefined) rest.push({ cause, cursor: page.cursor })
  if (page.ids.length > 0 && cause.product && cause.generations > 1) {
    rest.push({ cause: { product: page.ids, generations: cause.generations - 1 } })
  }
  await ports.jobs.send(
    rest.map((one) => ({ kind: reindexKind, jobId: reindexKind, unit: JSON.stringify(one) })),
  )
}

async function updatePage(cause: Cause, cursor: string | undefined, ports: AffectedPorts) {
  const hits = await ports.index.search({
    entityclass: 'product',
    query: affectedBy(cause),
    sort: [],
    page: cursor === undefined ? { start: 0, limit: pageSize } : { cursor, limit: pageSize },
    fetch: [],
  })
  const ids = hits.rows.map((hit) => hit.id)
  if (ids.length > 0) await updateProducts(ids, ports)
  return { ids, cursor: hits.cursor }
}
/**
 * The revision does not tell which of two documents has the newer values of others. So it is looked at afterwards
 * whether these have changed meanwhile: whoever applies last has made sure.
 */
async function updateProducts(ids: string[], ports: AffectedPorts) {
  for (let tries = 0; tries < maxTries; tries++) {
    const made = await makeDocuments(await ports.entities.getMany(ids), ports)
    await ports.index.apply(
      made.documents.map((document) => ({
        id: document.id,
        entityclass: document.entityclass,
        rev: document.rev,
        document,
      })),
    )
    if (made.failures.length > 0) {
      throw new Error(
        `no document of ${made.failures.map(({ id, reason }) => `${id}: ${reason}`).join('; ')}`,
      )
    }
    if (await made.isCurrent()) return
  }
}
