/** What a product's approvals released, what has changed since, and what is missing: as one viewer sees it. */
import type { getapprovals } from '../../../shared/calls/bml/product/getapprovals.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ApprovalRow } from '../../../shared/model/product.ts'
import { isGiven, isOfferedIn } from '../../../shared/rules/approval.ts'
import { evaluatedChanges, evaluatedData } from '../../../shared/rules/evaluated.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { productViewerScope } from '../../../shared/rules/product-viewer-scope.ts'
import { type RedactedProduct, redactProduct } from '../../../shared/rules/redact-product.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { resolveLists } from '../../../shared/rules/resolution.ts'
import type { Json } from '../../../shared/rules/values.ts'
import {
  isProduct,
  type Product,
  type ProductReference,
  productNotFound,
} from '../../domain/product/context.ts'
import { missingInList, missingUnder } from '../../domain/product/missing.ts'
import { findProduct, productReference, type ReferenceReader } from './open.ts'
import { type HistoryReader, ownChanges } from './own-changes.ts'
import { loadParents, loadParentsAt } from './parents.ts'
import { releasedRevision } from './releases.ts'

type Status = OutputOf<typeof getapprovals>
interface StatusContext {
  entities: HistoryReader
  reference: ReferenceReader
  clock: { now(): string; today(): string }
  actor: Actor
}

const evaluatedIn = ({ data, resolved }: RedactedProduct, list: string): Json => {
  const of = data.listData[list]
  return of ? evaluatedData(of, (key) => of[key] ?? resolved[list]?.[key]?.value) : {}
}

/** What the viewer sees today of states that were released. */
function releasedStates(
  product: Product,
  entities: HistoryReader,
  actor: Actor,
  reference: ProductReference,
) {
  const states = new Map<string, Promise<RedactedProduct | undefined>>()
  const read = async (rev: number, at: string, revs?: readonly number[]) => {
    const then = (await entities.getRevision(product.id, rev))?.entity
    if (!isProduct(then)) return undefined
    // Parents as they were when it was released.
    const { atRevision, today } = await loadParentsAt(entities, then.data, at, revs)
    return redactProduct(then.data, resolveLists(then.data, atRevision), actor, reference, {
      current: product.data,
      parents: today,
    })
  }
  return (rev: number, at: string, revs?: readonly number[]) => {
    const key = product.data.derivedProductId === undefined ? `${rev}` : `${rev} ${at}`
    const known = states.get(key) ?? read(rev, at, revs)
    states.set(key, known)
    return known
  }
}

/** Refuses with not_found what the viewer may not know of. Company users are told nothing: it is the work of staff. */
export async function approvalStatus(c: StatusContext, id: string): Promise<Status | Refusal> {
  const { entities, clock, actor } = c
  const reference = await productReference(c.reference)
  const product = await findProduct(entities, id, actor, reference)
  if (isRefusal(product)) return product
  const scope = productViewerScope(actor, product.data, reference)
  if (scope.seesPublicOnly) return { rev: product.rev, lists: [] }
  const derived = await loadParents(entities, [product.data])
  const parents = { current: product.data, parents: derived }
  const seen = redactProduct(product.data, resolveLists(product.data, derived), actor, reference, parents)
  if (!seen) return productNotFound(id)
  const released = releasedStates(product, entities, actor, reference)
  const standards = (of: string) => {
    const standard = reference.standards.get(of)
    return standard && !standard.disabled ? standard.data : undefined
  }
  const [now, today] = [clock.now(), clock.today()]
  const shown = { before: { ...product, data: seen.data }, actor, now, today, reference, derived }

  const subject = productSubject(product.data, reference.lists)
  const lists = Object.keys(seen.data.listData)
  const approvable = lists.filter((list) => can(actor, 'product:approve', ofList(subject, list)))
  const own = await ownChanges(entities, product, derived, approvable, actor)
  /** A hidden link looks like an empty field. */
  const sees = (list: string) => (path: string) => {
    const key = path.split('/')[3] ?? ''
    const isHidden =
      Object.hasOwn(product.data.listData[list]?._linked ?? {}, key) &&
      !Object.hasOwn(seen.data.listData[list]?._linked ?? {}, key)
    return !isHidden && scope.seesPath(path)
  }
  const statusOf = async (list: string, standard: string, row: ApprovalRow | undefined) => {
    const missing = missingUnder(seen.data, list, standard, standards, today)
    const of =
      row &&
      isGiven(row, standards(standard)) &&
      (await releasedRevision(entities, product, list, standard, row))
    if (!row || !of) return { standard, missing }
    const then = await released(of.rev, row.finalApprovalDate ?? product.updated, row.releasedParents)
    return {
      standard,
      missing,
      releasedRev: of.rev,
      ...(of.isMigrated && { isMigrated: true }),
      ...(then?.data.listData[list] && {
        changed: evaluatedChanges(evaluatedIn(then, list), evaluatedIn(seen, list)),
      }),
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
      approvals.push(await statusOf(list, standard, rows[standard]))
    told.push({
      list,
      hasOwnChanges: own.has(list),
      missing: missingInList(shown, list, sees(list)),
      approvals,
    })
  }
  return { rev: product.rev, lists: told }
}
