/** What of a product's lists has changed since its approvals were released: as one viewer sees both states. */
import { chunksOf } from '../../../shared/chunks.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import {
  evaluatedChanges,
  evaluatedData,
  printedWords,
  releasedUnder,
} from '../../../shared/rules/evaluated.ts'
import { type RedactedProduct, redactProduct } from '../../../shared/rules/redact-product.ts'
import { resolveLinks } from '../../../shared/rules/resolution.ts'
import type { Json } from '../../../shared/rules/values.ts'
import { isProduct, type Product, type ViewReference } from '../../domain/product/context.ts'
import type { Parents } from '../../domain/product/parent-revs.ts'
import { mergedToday } from '../company/merged-today.ts'
import { countingRevisions, type Given } from './counting-revisions.ts'
import { loadParentsAt } from './parents.ts'
import { type Reads, type ReadsFrom, requestReads } from './request-reads.ts'

/** A product as one viewer sees it today. */
export interface Viewed {
  product: Product
  /** Of today. */
  seen: RedactedProduct
  actor: Actor
  reference: ViewReference
}
/** The same of a product that is decided about; undefined where the actor may not know of it. */
export function viewed(
  product: Product,
  derived: Parents,
  { actor, reference }: Pick<Viewed, 'actor' | 'reference'>,
): Viewed | undefined {
  const { data } = product
  const today = { current: data, parents: derived }
  const seen = redactProduct(data, resolveLinks(data, derived), actor, reference, today)
  return seen && { product, seen, actor, reference }
}

/** An approval that was released, and the revision that it released. */
export interface ReleasedAt extends Given {
  rev: number
  /** When, if its parents are those of then; else they are those of the revision's time. */
  at?: string | undefined
}

/** States of revisions that are read side by side: each may have 5 MB. */
export const statesAtOnce = 4

const releasedIn = ({ data, resolved }: RedactedProduct, list: string, standard: string): Json => {
  const of = data.listData[list]
  if (!of) return {}
  const values = evaluatedData(of, (key) => of[key] ?? resolved[list]?.[key]?.value)
  return releasedUnder({ ...values, ...printedWords(of) }, standard)
}

/**
 * Keys that have changed since each release, as the viewer sees both states today: so it tells nothing of what is hidden. Absent where
 * the list cannot be seen as it was then. Each state is read once for all that were released with it, and dropped once they are
 * compared.
 */
export async function changesSince<One extends ReleasedAt>(
  reads: Reads,
  { product, seen, actor, reference }: Viewed,
  released: readonly One[],
): Promise<Map<One, string[]>> {
  const together = Map.groupBy(released, ({ rev, at, row }) => [rev, at, row.releasedParents].join(' '))
  const found = new Map<One, string[]>()
  const merged = mergedToday(reads)
  const asToday = async (of: RedactedProduct) => ({ data: await merged(of.data), resolved: of.resolved })
  const now = await asToday(seen)
  const compare = async (same: readonly One[]) => {
    const { rev, at, row } = same[0]!
    const then = (await reads.getRevision(product.id, rev))?.entity
    if (!isProduct(then)) return
    const parents = await loadParentsAt(reads, then.data, at ?? then.updated, row.releasedParents)
    const was = redactProduct(then.data, resolveLinks(then.data, parents.atRevision), actor, reference, {
      current: product.data,
      parents: parents.today,
    })
    if (!was) return
    const before = await asToday(was)
    for (const one of same) {
      const { list, standard } = one
      if (!before.data.listData[list]) continue
      const states = [before, now].map((of) => releasedIn(of, list, standard)) as [Json, Json]
      found.set(one, evaluatedChanges(...states))
    }
  }
  for (const some of chunksOf([...together.values()], statesAtOnce)) await Promise.all(some.map(compare))
  return found
}

const whenNoted = ({ row }: Given) => (row.releasedRev === undefined ? undefined : row.finalApprovalDate)

/**
 * Standards by list whose approvals released something else than what the viewer sees there now. One whose released state cannot be
 * read counts as changed.
 */
export async function changedSinceRelease(
  entities: ReadsFrom,
  of: Viewed,
  lists: Iterable<string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const reads = requestReads(entities)
  const { product } = of
  const given: Given[] = []
  for (const list of lists)
    for (const [standard, row] of Object.entries(product.data.listData[list]?._approval ?? {}))
      if (row.hasEverBeenApproved && row.begin !== undefined) given.push({ list, standard, row })
  const counting = await countingRevisions(reads, product, given)
  const released = counting.map((one) => ({ ...one, at: whenNoted(one) }))
  const changes = await changesSince(reads, of, released)
  const changed = released.filter((one) => changes.get(one)?.length !== 0)
  return new Map(
    [...Map.groupBy(changed, ({ list }) => list)].map(([list, ones]) => [
      list,
      new Set(ones.map(({ standard }) => standard)),
    ]),
  )
}

/** Is what this approval released, as it was noted, what the viewer sees in the list now? Not where nothing was noted. */
export async function isUnchanged(
  entities: ReadsFrom,
  of: Viewed,
  { list, standard }: Pick<Given, 'list' | 'standard'>,
): Promise<boolean> {
  const row = of.product.data.listData[list]?._approval[standard]
  if (row?.releasedRev === undefined) return false
  const one = { list, standard, row, rev: row.releasedRev }
  const noted = { ...one, at: whenNoted(one) }
  return (await changesSince(requestReads(entities), of, [noted])).get(noted)?.length === 0
}
