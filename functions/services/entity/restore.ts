/** Brings deleted entities and older revisions back, by the rules of their class. */

import type { Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import { entityClasses } from '../../../shared/model/entity-classes.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { entityNotFound, isRefusal, noChange, type Refusal, staleRev } from '../../../shared/rules/refusal.ts'
import { companyEditRefusal, companyMerged } from '../../domain/company/rights.ts'
import { decideCompanyRevert } from '../../domain/company/save.ts'
import { isConfirmation } from '../../domain/confirmation/rules.ts'
import type { Others } from '../../domain/entity/class-rules.ts'
import { decideProductRestore } from '../../domain/entity/product-write.ts'
import { classOf, decideRestore, decideRevert, restoredBy } from '../../domain/entity/write.ts'
import { isProduct, type ProductReference } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { settingsRefusal } from '../account/settings-limit.ts'
import { companyFacts } from '../company/facts.ts'
import { isDraft, judgeDrafts } from '../confirmation/drafts.ts'
import { judgeMainCategory } from '../product/main-category.ts'
import { decideOnReference, type ReferenceReader } from '../product/open.ts'
import { decideOnStored } from './decide-on-stored.ts'
import { judgeKept } from './kept-limit.ts'
import { namedClassesRefusal } from './named-classes.ts'
import { saveEntity } from './save.ts'
import { saveEntry, standardInUseRefusal } from './standard-in-use.ts'
import { untilTurn } from './turns.ts'
import { type ViewerScope, visibleEntity } from './visible.ts'

export interface RestoreScope extends ViewerScope {
  entities: EntityStore
  reference: ProductReference
  /** Whole classes, for the rules of theirs. */
  classes: ReferenceReader
  now: string
}

/** The entities of a reference class that its rules compare with. */
async function othersOf(before: Entity, { classes }: Pick<RestoreScope, 'classes'>) {
  const entityclass = classOf(before.entityclass)
  return !isRefusal(entityclass) && entityClasses[entityclass].isReference
    ? classes.all(entityclass)
    : new Map<string, Entity>()
}

const decideOnOthers = async <T>(
  before: Entity,
  scope: Pick<RestoreScope, 'classes' | 'entities'>,
  decide: (others: Others) => T,
): Promise<T> =>
  decideOnStored(
    scope.entities,
    { others: await othersOf(before, scope) },
    { others: before.entityclass },
    ({ others }) => decide(others),
  )

/** What a restore is told as, or why the actor may not restore the entity. */
async function decide(before: Entity, scope: RestoreScope): Promise<TimelineEvent[] | Refusal> {
  const { actor, now, reference } = scope
  if (isProduct(before))
    return decideOnReference(scope.entities, reference, (stored) =>
      decideProductRestore(before, actor, stored),
    )
  if (isOfClass('company', before)) {
    const refused = companyEditRefusal(before, actor)
    if (refused) return refused
    if (before.data.mergedInto) return companyMerged()
    if (!before.disabled) return noChange()
  } else {
    const decided = await decideOnOthers(before, scope, (others) =>
      decideRestore(before, { actor, now, others, views: reference }),
    )
    if (isRefusal(decided)) return decided
  }
  return [{ kind: 'restored' }]
}

/**
 * Restores a deleted entity as it was, under the rights that its deletion takes. Refuses: not_found, forbidden,
 * revision_conflict, rule_violated, also where what it names is deleted itself.
 */
export const restoreEntity = (
  asked: { id: string; rev?: number | undefined },
  scope: RestoreScope,
): Promise<Entity | Refusal> => untilTurn(() => restoreOnce(asked, scope))

async function restoreOnce(
  { id, rev }: { id: string; rev?: number | undefined },
  scope: RestoreScope,
): Promise<Entity | Refusal> {
  const before = await scope.entities.get(id)
  if (!before || !(await visibleEntity(before, scope))) return entityNotFound(id)
  if (rev !== undefined && rev !== before.rev) return staleRev(rev, before.rev)
  const events = await decide(before, scope)
  if (isRefusal(events)) return events
  // While it was deleted, its parent may have got another main category.
  const hasParent = isProduct(before) && before.data.derivedProductId !== undefined
  const after = restoredBy(before, scope.actor, scope.now)
  const turn = hasParent
    ? await judgeMainCategory(scope.entities, scope.reference, id, undefined, before.data)
    : isConfirmation(before) && isDraft(before.data)
      ? await judgeDrafts(scope.entities, before.data.productId)
      : await judgeKept(before, after, scope.actor, scope.entities)
  if (isRefusal(turn)) return turn
  return saveEntity(scope.entities, before, after, { events, turn })
}

/**
 * Writes an older revision of an entity as the newest, by the rules and rights of a save; products have a way of their own
 * (`decideRevert` of theirs). Refuses: not_found, and what a save refuses.
 */
export async function revertEntity(
  { id, rev, toRev }: { id: string; rev: number; toRev: number },
  scope: ViewerScope &
    Pick<RestoreScope, 'entities' | 'classes' | 'now'> & {
      /** What else stands against the change. */
      refuse?(before: Entity, after: Entity): Promise<Refusal | undefined>
    },
): Promise<Entity | Refusal> {
  const { entities, actor, now } = scope
  const before = await entities.get(id)
  if (!before || !(await visibleEntity(before, scope))) return entityNotFound(id)
  const then = (await entities.getRevision(id, toRev))?.entity
  if (!then || isProduct(then)) return entityNotFound(id)
  const after =
    isOfClass('company', before) && isOfClass('company', then)
      ? decideCompanyRevert(before, { id, rev, data: then.data }, actor, {
          ...(await companyFacts(scope.classes)),
          now,
        })
      : await decideOnOthers(before, scope, (others) =>
          decideRevert(before, { rev, then }, { actor, now, others, views: scope.reference }),
        )
  if (isRefusal(after)) return after
  const refused =
    (await namedClassesRefusal(entities, before, after)) ??
    (await standardInUseRefusal(before, after, entities)) ??
    (await scope.refuse?.(before, after)) ??
    (await settingsRefusal(before, actor, entities, now))
  if (refused) return refused
  return saveEntry(entities, before, after, actor, { events: [{ kind: 'reverted', to: String(toRev) }] })
}
