/** Reads the products that others are derived from. */
import { derivedChainLimit } from '../../../shared/constants.ts'
import type { Entity, Revision } from '../../../shared/model/entity.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { type DerivedOf, readsDerived } from '../../../shared/rules/resolution.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import type { LoadedParents } from '../../domain/product/parent-revs.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { readMany } from '../entity/many.ts'

/** Reads entities; the entity store is one. */
export interface EntityReader {
  get(id: string): Promise<Entity | undefined>
  getMany(ids: string[]): Promise<Entity[]>
}
/** Reads entities and their revisions; the entity store is one. */
export interface RevisionReader extends EntityReader {
  getRevision(id: string, rev: number): Promise<Revision | undefined>
  history: EntityStore['history']
}
/** What a revision was and by whom, without its state. */
type Step = Awaited<ReturnType<EntityStore['history']>>['revisions'][number]
/** Parents as they were when a revision was written, and as they stand today. */
export interface ParentStates {
  atRevision: DerivedOf
  today: DerivedOf
  /** Revision of a parent at that time. */
  revAt(id: string): number | undefined
  /** The instant that the revision is shown at. */
  at: string
}

/** Products that names in the histories of the lists were read from, also those that are no parents any more. */
const namedParents = ({ listData }: ProductData): string[] =>
  Object.values(listData).flatMap(({ _nameHistory }) =>
    Object.values(_nameHistory).flatMap(({ inheritedFrom = [] }) =>
      inheritedFrom.map(({ product }) => product),
    ),
  )
/** Does something that the product shows stand in another product? */
export const readsParents = (data: ProductData): boolean =>
  readsDerived(data) || namedParents(data).length > 0

/**
 * The derived parents that values of these products are read from, and those that names in their histories came from, as
 * they stand today: one read for each generation, for all products together. `isWhole`: also those above that nothing is
 * read from, to judge the chain itself.
 */
export async function loadParents(
  entities: EntityReader,
  products: readonly ProductData[],
  { isWhole = false } = {},
): Promise<LoadedParents> {
  const parents = new Map<string, Product | undefined>()
  let generation = products
  for (let depth = 0; depth < derivedChainLimit && generation.length > 0; depth++) {
    const named = new Set(
      generation.flatMap((data) => [data.derivedProductId ?? [], namedParents(data)].flat()),
    )
    const missing = [...named].filter((id) => !parents.has(id))
    for (const id of missing) parents.set(id, undefined)
    for (const entity of await readMany(entities, missing))
      if (isProduct(entity)) parents.set(entity.id, entity)
    generation = missing
      .flatMap((id) => parents.get(id)?.data ?? [])
      .filter((one) => isWhole || readsParents(one))
  }
  return Object.assign((id: string) => parents.get(id)?.data, { revOf: (id: string) => parents.get(id)?.rev })
}

/** Steps that are read at once while one of them is looked for. */
const seekPage = 32

/** Some steps of a history, the newest first. `count`: revisions that there are, as far as is known. */
async function stepsBetween(
  entities: Pick<RevisionReader, 'history'>,
  id: string,
  first: number,
  last: number,
  count: number,
): Promise<Step[]> {
  const page = { start: count - last, limit: last - first + 1 }
  const { revisions, count: now } = await entities.history(id, page)
  // One that was written meanwhile moves the others.
  return now > count ? stepsBetween(entities, id, first, last, now) : revisions
}

/**
 * The step to the newest revision of an entity that was written at or before an instant: of several in one millisecond the
 * last, as for whoever reads once it is over. Revisions are in the order of their instants, as far as the clocks agree of
 * those who write. It reads no states.
 */
export async function stepAt(
  entities: Pick<RevisionReader, 'history'>,
  head: Entity,
  at: string,
): Promise<Step | undefined> {
  let [low, high] = [0, Math.ceil(head.rev / seekPage) - 1]
  let found: Step | undefined
  while (low <= high) {
    // Pages begin at the same revisions, whatever is looked for: of several that are, each is read once.
    const page = Math.floor((low + high) / 2)
    const last = Math.min(head.rev, (page + 1) * seekPage)
    const steps = await stepsBetween(entities, head.id, page * seekPage + 1, last, head.rev)
    const newest = steps.find(({ entity }) => entity.updated <= at)
    if (newest) found = newest
    if (newest && newest !== steps[0]) return newest
    if (newest) low = page + 1
    else high = page - 1
  }
  return found
}

/** The step to a revision, read with the page that `stepAt` finds it in. */
export async function stepTo(
  entities: Pick<RevisionReader, 'history'>,
  head: Entity,
  rev: number,
): Promise<Step | undefined> {
  if (rev < 1 || rev > head.rev) return undefined
  const first = Math.floor((rev - 1) / seekPage) * seekPage + 1
  const last = Math.min(head.rev, first + seekPage - 1)
  const steps = await stepsBetween(entities, head.id, first, last, head.rev)
  return steps.find(({ entity }) => entity.rev === rev)
}

/** The revision that `stepAt` names, with its state. */
export async function revisionAt(
  entities: Pick<RevisionReader, 'history' | 'getRevision'>,
  head: Entity,
  at: string,
): Promise<Entity | undefined> {
  if (head.updated <= at) return head
  const step = await stepAt(entities, head, at)
  return step && (await entities.getRevision(head.id, step.entity.rev))?.entity
}

/**
 * The parents that a revision was read from when it was written, and what has become of these until today. `revs`: their
 * revisions from the parent upwards, where they were noted.
 */
export async function loadParentsAt(
  entities: RevisionReader,
  data: ProductData,
  at: string,
  revs?: readonly number[],
): Promise<ParentStates> {
  const atRevision = new Map<string, Product>()
  const today = new Map<string, ProductData>()
  let next = data.derivedProductId
  while (next !== undefined && !atRevision.has(next) && atRevision.size < derivedChainLimit) {
    const head: Entity | undefined = await entities.get(next)
    if (!isProduct(head)) break
    const rev = revs?.[atRevision.size]
    const parent: Entity | undefined =
      rev === undefined
        ? await revisionAt(entities, head, at)
        : (await entities.getRevision(next, rev))?.entity
    if (!isProduct(parent)) break
    atRevision.set(next, parent)
    today.set(next, head.data)
    next = readsDerived(parent.data) ? parent.data.derivedProductId : undefined
  }
  const named = await loadParents(entities, readsParents(data) ? [data] : [])
  return {
    atRevision: (id) => atRevision.get(id)?.data,
    today: (id) => today.get(id) ?? named(id),
    revAt: (id) => atRevision.get(id)?.rev,
    at,
  }
}
