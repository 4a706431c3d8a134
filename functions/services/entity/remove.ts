/** Deletes and erases entities: only what nothing names any more. */
import { isCallError } from '../../../shared/errors.ts'
import type { Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import {
  entityNotFound,
  isRefusal,
  noChange,
  type Refusal,
  refuseRule,
  staleRev,
} from '../../../shared/rules/refusal.ts'
import { companyEditRefusal, companyMerged } from '../../domain/company/rights.ts'
import { isConfirmation, fixedRefusal as sentRefusal } from '../../domain/confirmation/rules.ts'
import { descendants, fixedRefusal, treeClasses } from '../../domain/entity/class-rules.ts'
import { decideProductDisable } from '../../domain/entity/product-write.ts'
import { classOf, decideDisable, disabledBy } from '../../domain/entity/write.ts'
import { fixedInvoiceRefusal } from '../../domain/invoice/rules.ts'
import { jobErasureRefusal } from '../../domain/job/job.ts'
import { isProduct, type ProductReference } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { mergingRefusal } from '../company/merge.ts'
import type { ReferenceReader } from '../product/open.ts'
import { namedRefusal } from './named.ts'
import { saveEntity } from './save.ts'
import { untilSaved } from './turns.ts'
import { type ViewerScope, visibleEntity } from './visible.ts'

export interface RemovalScope extends ViewerScope {
  entities: EntityStore
  reference: ProductReference
  /** Whole classes, for trees. */
  classes: ReferenceReader
  now: string
}

const isStillNamed = (error: unknown) => isCallError(error) && error.details.key === 'stillNamed'

/** Does it; if something began to name the entity just now, says what. */
async function unlessNamed(
  act: () => Promise<unknown>,
  why: () => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    const refused = isStillNamed(error) ? await why() : undefined
    if (refused) return refused
    throw error
  }
}
function removeUnnamed(entity: Entity, scope: RemovalScope, events: TimelineEvent[]) {
  const gone = disabledBy(entity, scope.actor, scope.now)
  return unlessNamed(
    () => saveEntity(scope.entities, entity, gone, { events, onlyIfUnnamed: true }),
    () => namedRefusal([entity.id], {}, scope),
  )
}

/** An entry below the one that is deleted may have been changed meanwhile: it goes all the same. */
async function removeBelow(id: string, scope: RemovalScope): Promise<Refusal | undefined> {
  return untilSaved(async () => {
    const entity = await scope.entities.get(id)
    if (!entity || entity.disabled) return undefined
    const decided = decideDisable(entity, scope.actor, scope.now)
    if (isRefusal(decided)) return decided
    return removeUnnamed(entity, scope, [{ kind: 'deleted' }])
  })
}

/** What a deletion is told as, or why the actor may not delete the entity. */
function decideRemoval(before: Entity, { actor, now, reference }: RemovalScope): TimelineEvent[] | Refusal {
  if (isProduct(before)) return decideProductDisable(before, actor, reference)
  if (isOfClass('company', before)) {
    const refused = companyEditRefusal(before, actor)
    if (refused) return refused
    if (before.data.mergedInto) return companyMerged()
    if (before.disabled) return noChange()
  } else {
    const decided = decideDisable(before, actor, now)
    if (isRefusal(decided)) return decided
  }
  return [{ kind: 'deleted' }]
}

/**
 * Deletes an entity so that it can be restored, by the rules of its class. Entries of a tree take what is below them
 * along, the deepest first. Refuses: not_found, forbidden, revision_conflict, rule_violated.
 */
export async function removeEntity(
  { id, rev }: { id: string; rev?: number | undefined },
  scope: RemovalScope,
): Promise<Refusal | undefined> {
  const before = await scope.entities.get(id)
  if (!before || !(await visibleEntity(before, scope))) return entityNotFound(id)
  if (rev !== undefined && rev !== before.rev) return staleRev(rev, before.rev)
  const entityclass = classOf(before.entityclass)
  if (isRefusal(entityclass)) return entityclass
  const events = decideRemoval(before, scope)
  if (isRefusal(events)) return events
  const merging = isOfClass('company', before)
    ? await mergingRefusal(scope.entities, { survivor: before, merged: before })
    : undefined
  if (merging) return merging

  const below = treeClasses.has(entityclass) ? descendants(id, await scope.classes.all(entityclass)) : []
  // Before anything is deleted: what stays may name none of them.
  const refused = await namedRefusal([id, ...below.map((entity) => entity.id)], {}, scope)
  if (refused) return refused
  for (const child of below) {
    const refused = await removeBelow(child.id, scope)
    if (refused) return refused
  }
  return removeUnnamed(before, scope, events)
}

/** Erases an entity with its revisions; who and when remains. Refuses: not_found, rule_violated. */
export async function eraseEntity(
  id: string,
  scope: ViewerScope & Pick<RemovalScope, 'entities' | 'now'>,
): Promise<Refusal | undefined> {
  const { entities, actor, now } = scope
  const before = await entities.get(id)
  if (!before) return entityNotFound(id)
  // Whose it was has to be known as long as there is what was entered with it.
  if (isOfClass('account', before) && (before.data.ssoUsers.length > 0 || before.data.formerSsoUsers?.length))
    return refuseRule(
      'accountHadPeople',
      'An account that people have signed in with cannot be erased. It can be deactivated.',
    )
  const why = () => namedRefusal([id], { isErasure: true }, scope)
  const refused =
    fixedRefusal(id) ??
    (isConfirmation(before) ? sentRefusal(before.data) : undefined) ??
    (isOfClass('invoice', before) ? fixedInvoiceRefusal(before.data) : undefined) ??
    (isOfClass('batchjob', before) ? jobErasureRefusal(before, now) : undefined) ??
    (await why())
  if (refused) return refused
  return unlessNamed(() => entities.erase(id, actor.account, now), why)
}
