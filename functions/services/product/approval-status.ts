/** What a product's approvals released, what has changed since, and what is missing: as one viewer sees it. */
import type { getapprovals } from '../../../shared/calls/bml/product/getapprovals.ts'
import { chunksOf } from '../../../shared/chunks.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ApprovalRow } from '../../../shared/model/product.ts'
import { isGiven, isOfferedIn, liveStandard } from '../../../shared/rules/approval.ts'
import {
  evaluatedChanges,
  evaluatedData,
  isWords,
  printedWords,
  releasedUnder,
  standardsOfWords,
} from '../../../shared/rules/evaluated.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { productViewerScope } from '../../../shared/rules/product-viewer-scope.ts'
import { type RedactedProduct, redactProduct } from '../../../shared/rules/redact-product.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { resolveLinks } from '../../../shared/rules/resolution.ts'
import type { StatesOfToday } from '../../../shared/rules/value-scope.ts'
import type { Json } from '../../../shared/rules/values.ts'
import { hasUnknownInitiator, ownKey } from '../../domain/product/approval.ts'
import {
  isProduct,
  type Product,
  type ProductReference,
  productNotFound,
} from '../../domain/product/context.ts'
import { missingInList, missingUnder } from '../../domain/product/missing.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { mergedToday } from '../company/merged-today.ts'
import { findProduct, productReference, type ReferenceReader } from './open.ts'
import { ownChanges } from './own-changes.ts'
import { loadParents, loadParentsAt } from './parents.ts'
import { releasedRevision } from './releases.ts'
import { type Reads, requestReads } from './request-reads.ts'

type Status = OutputOf<typeof getapprovals>
interface StatusContext {
  entities: Pick<EntityReader, 'get' | 'getMany' | 'getRevision' | 'history' | 'listNaming'>
  reference: ReferenceReader
  clock: { now(): string; today(): string }
  actor: Actor
}

const releasedIn = ({ data, resolved }: RedactedProduct, list: string, standard: string): Json => {
  const of = data.listData[list]
  if (!of) return {}
  const values = evaluatedData(of, (key) => of[key] ?? resolved[list]?.[key]?.value)
  return releasedUnder({ ...values, ...printedWords(of) }, standard)
}

/** States of revisions that are read side by side: each may have 5 MB. */
export const statesAtOnce = 4
async function inBatches<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (const some of chunksOf(all, statesAtOnce)) await Promise.all(some.map(act))
}

/** An approval that stands, and what it released. */
interface Released {
  list: string
  standard: string
  row: ApprovalRow
  rev: number
  isMigrated?: true
}

/**
 * What has changed since each release, as the viewer sees it today: absent where the list cannot be seen as it was then. Each
 * state is read once for all that were released with it, and dropped once they are compared.
 */
async function changesSince(
  product: Product,
  today: StatesOfToday,
  released: readonly Released[],
  { reads, actor, reference }: { reads: Reads; actor: Actor; reference: ProductReference },
): Promise<Map<Released, string[]>> {
  const together = Map.groupBy(released, ({ rev, row }) =>
    product.data.derivedProductId === undefined
      ? `${rev}`
      : `${rev} ${row.finalApprovalDate} ${row.releasedParents}`,
  )
  const found = new Map<Released, string[]>()
  const merged = mergedToday(reads)
  const asToday = async (of: RedactedProduct) => ({ ...of, data: await merged(of.data) })
  // By the rule for older states, too: of a row that gave way to another neither is shown there.
  const { current } = today
  const links = resolveLinks(current, today.parents)
  const seen = redactProduct({ ...current }, links, actor, reference, today)
  if (!seen) return found
  const now = await asToday(seen)
  await inBatches([...together.values()], async (some) => {
    const { rev, row } = some[0]!
    const then = (await reads.getRevision(product.id, rev))?.entity
    if (!isProduct(then)) return
    // Parents as they were when it was released.
    const at = row.finalApprovalDate ?? product.updated
    const parents = await loadParentsAt(reads, then.data, at, row.releasedParents)
    const was = redactProduct(then.data, resolveLinks(then.data, parents.atRevision), actor, reference, {
      current: product.data,
      parents: parents.today,
    })
    if (!was) return
    const before = await asToday(was)
    for (const one of some) {
      const { list, standard } = one
      if (!before.data.listData[list]) continue
      const states = [before, now].map((of) => releasedIn(of, list, standard)) as [Json, Json]
      found.set(one, evaluatedChanges(...states))
    }
  })
  return found
}

/** Refuses with not_found what the viewer may not know of. Company users are told nothing: it is the work of staff. */
export async function approvalStatus(c: StatusContext, id: string): Promise<Status | Refusal> {
  const { clock, actor } = c
  const reads = requestReads(c.entities)
  const reference = await productReference(c.reference)
  const product = await findProduct(reads, id, actor, reference)
  if (isRefusal(product)) return product
  const scope = productViewerScope(actor, product.data, reference)
  if (scope.seesPublicOnly) return { rev: product.rev, lists: [] }
  const derived = await loadParents(reads, [product.data])
  const parents = { current: product.data, parents: derived }
  const seen = redactProduct(product.data, resolveLinks(product.data, derived), actor, reference, parents)
  if (!seen) return productNotFound(id)
  const standards = (of: string) => liveStandard(reference.standards, of)
  const [now, today] = [clock.now(), clock.today()]
  const shown = { before: { ...product, data: seen.data }, actor, now, today, reference, derived }

  const subject = productSubject(product.data, reference.lists)
  const lists = Object.keys(seen.data.listData)
  const approvable = lists.filter((list) => can(actor, 'product:approve', ofList(subject, list)))
  /** A hidden link looks like an empty field. */
  const sees = (list: string) => (path: string) => {
    const key = path.split('/')[3] ?? ''
    const isHidden =
      Object.hasOwn(product.data.listData[list]?._linked ?? {}, key) &&
      !Object.hasOwn(seen.data.listData[list]?._linked ?? {}, key)
    return !isHidden && scope.seesPath(path)
  }
  const given: Omit<Released, 'rev'>[] = []
  for (const list of lists)
    for (const [standard, row] of Object.entries(product.data.listData[list]?._approval ?? {}))
      if (isGiven(row, standards(standard))) given.push({ list, standard, row })
  const released = new Map<string, Released>()
  await inBatches(given, async (one) => {
    const of = await releasedRevision(reads, product, one.list, one.standard, one.row)
    if (of) released.set(`${one.list} ${one.standard}`, { ...one, ...of })
  })
  const changes = await changesSince(product, parents, [...released.values()], { reads, actor, reference })
  /** Under which standards words are printed that the viewer may have written since. */
  const wordsIn = (list: string): string[] => {
    const now = standardsOfWords(printedWords(product.data.listData[list]!))
    const before = [...released.values()].flatMap((one) => (one.list === list ? one.standard : []))
    return [...new Set([...now, ...before])].filter((standard) => {
      const of = released.get(`${list} ${standard}`)
      return (of && changes.get(of)?.some(isWords)) ?? true
    })
  }
  const parts = approvable.flatMap((list) => [
    { list },
    ...wordsIn(list).map((standard) => ({ list, standard })),
  ])
  const own = await ownChanges(reads, product, derived, parts, actor)
  const statusOf = (list: string, standard: string) => {
    const missing = missingUnder(seen.data, list, standard, standards, today)
    const row = product.data.listData[list]?._approval[standard]
    const ownWords = own.get(ownKey(list, standard))
    const told = {
      standard,
      missing,
      ...(hasUnknownInitiator(row) && { hasUnknownInitiator: true }),
      ...(ownWords && { ownWords }),
    }
    const of = released.get(`${list} ${standard}`)
    if (!of) return told
    const changed = changes.get(of)
    return {
      ...told,
      releasedRev: of.rev,
      ...(of.isMigrated && { isMigrated: true }),
      ...(changed && { changed }),
    }
  }
  const told: Status['lists'] = []
  for (const list of lists) {
    const rows = product.data.listData[list]?._approval ?? {}
    const definition = reference.lists.get(list)?.data
    const offered = [...reference.standards.values()].filter(
      (one) => !one.disabled && isOfferedIn(list, one.id, one.data, definition),
    )
    const approvals: Status['lists'][number]['approvals'] = []
    for (const standard of new Set([...Object.keys(rows), ...offered.map((one) => one.id)]))
      approvals.push(statusOf(list, standard))
    told.push({
      list,
      hasOwnChanges: own.has(list),
      ...(own.get(list) === 'unexamined' && { isUnexamined: true }),
      missing: missingInList(shown, list, sees(list)),
      approvals,
    })
  }
  return { rev: product.rev, lists: told }
}
