import { updatefrompatch } from '../../../../shared/calls/eav/entity/updatefrompatch.ts'
import { CallError, notFound } from '../../../../shared/errors.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { entityClasses } from '../../../../shared/model/entity-classes.ts'
import { isOfClass } from '../../../../shared/model/entity-data.ts'
import { toPatch } from '../../../../shared/rules/merge.ts'
import { isRefusal, unwrap } from '../../../../shared/rules/refusal.ts'
import { decideCompanySave } from '../../../domain/company/save.ts'
import { merged, patched } from '../../../domain/entity/checked.ts'
import { mergePatch } from '../../../domain/entity/product-write.ts'
import { uniqueValues } from '../../../domain/entity/unique-values.ts'
import { classOf, decideUpdate } from '../../../domain/entity/write.ts'
import { decideSave } from '../../../domain/product/save.ts'
import { call } from '../../../runtime/call.ts'
import { settingsRefusal } from '../../../services/account/settings-limit.ts'
import { companyFacts } from '../../../services/company/facts.ts'
import { decideOnStored } from '../../../services/entity/decide-on-stored.ts'
import { fieldInUseRefusal } from '../../../services/entity/field-in-use.ts'
import { judgeKept } from '../../../services/entity/kept-limit.ts'
import { namedClassesRefusal } from '../../../services/entity/named-classes.ts'
import { saveEntry, standardInUseRefusal } from '../../../services/entity/standard-in-use.ts'
import { takenValues } from '../../../services/entity/taken-values.ts'
import { untilTurn } from '../../../services/entity/turns.ts'
import { visibleEntity } from '../../../services/entity/visible.ts'
import { judgeMainCategory } from '../../../services/product/main-category.ts'
import { decideOnReference, openProduct, viewReference } from '../../../services/product/open.ts'
import { relatedRefusal, writeProduct } from '../../../services/product/write.ts'

/**
 * Changes an entity by the rules of its class. With `dryrun` nothing is written, and the answer is what would be.
 * Errors: not_found, forbidden, revision_conflict, invalid_input, rule_violated, duplicate; search_unavailable, where a
 * field becomes of another kind.
 */
export default call(
  updatefrompatch,
  ['entities', 'reference', 'clock', 'index:read'],
  async (input, { entities, reference, clock, index, actor }) => {
    const before = await entities.get(input.id)
    const viewerScope = { actor, entities, reference: await viewReference(reference) }
    if (!before || !(await visibleEntity(before, viewerScope))) throw notFound(input.id)
    const entityclass = unwrap(classOf(before.entityclass))
    const now = clock.now()
    const show = async (entity: Entity) => {
      const seen = await visibleEntity(entity, viewerScope)
      if (!seen) throw notFound(input.id)
      // What a dry run shows has not become a revision.
      return input.dryrun ? { ...seen, rev: before.rev } : seen
    }

    if (entityclass === 'product') {
      return untilTurn(async () => {
        const context = unwrap(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
        const decided = await decideOnReference(entities, context.reference, (stored) => {
          const c = { ...context, reference: stored }
          const patch = input.mode === 'merge' ? mergePatch(c, input.patch) : input.patch
          return isRefusal(patch) ? patch : decideSave(c, patch)
        })
        const decision = unwrap(decided)
        const { data } = decision
        if (input.dryrun) {
          unwrap(await relatedRefusal(entities, decision.related, context))
          unwrap(await judgeMainCategory(entities, context.reference, input.id, context.before.data, data))
          return show({ ...before, updated: now, updatedBy: actor.account, data: { ...data } })
        }
        const by = { actor, now, changeset: input.changeset, reference: context.reference }
        return show(unwrap(await writeProduct(entities, context.before, decision, by)))
      })
    }

    const decide = async (): Promise<Entity> => {
      if (isOfClass('company', before)) {
        const patch =
          input.mode === 'merge'
            ? toPatch(before.data, unwrap(merged(before.data, input.patch)))
            : input.patch
        const facts = await companyFacts(reference)
        return unwrap(decideCompanySave(before, { ...input, patch }, actor, { ...facts, now }))
      }
      const others = entityClasses[entityclass].isReference ? await reference.all(entityclass) : new Map()
      const change = (data: Record<string, unknown>) =>
        input.mode === 'merge' ? merged(data, input.patch) : patched(data, input.patch)
      const decided = await decideOnStored(entities, { others }, { others: entityclass }, (stored) =>
        decideUpdate(before, input.rev, change, { actor, now, views: viewerScope.reference, ...stored }),
      )
      return unwrap(decided)
    }
    const after = await decide()
    unwrap(await namedClassesRefusal(entities, before, after))
    unwrap(await standardInUseRefusal(before, after, entities))
    unwrap(await fieldInUseRefusal(before, after, { index, classes: reference, actor }))
    unwrap(await settingsRefusal(before, actor, entities, now))
    if (!input.dryrun)
      return show(unwrap(await saveEntry(entities, before, after, actor, { changeset: input.changeset })))
    unwrap(await judgeKept(before, after, actor, entities))
    const taken = await takenValues(entities, after.id, uniqueValues(entityclass, after.data))
    if (taken) throw new CallError('duplicate', `The value of ${taken} is already taken.`, { path: taken })
    return show(after)
  },
)
