import { create } from '../../../../shared/calls/bml/product/create.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideProductCreate } from '../../../domain/entity/product-write.ts'
import { isProduct } from '../../../domain/product/context.ts'
import { call } from '../../../runtime/call.ts'
import { decideOnReference, productReference } from '../../../services/product/open.ts'
import { presentProduct } from '../../../services/product/present.ts'
import { newProduct, relatedRefusal, writeProduct } from '../../../services/product/write.ts'

/**
 * Creates an inactive product in the base list, with what is given. Errors: rule_violated (also where there is no base
 * list), invalid_input, forbidden.
 */
export default call(
  create,
  ['entities', 'reference', 'clock', 'ids'],
  async ({ patch = [], changeset, dryrun }, { entities, reference, clock, ids, actor }) => {
    const known = await productReference(reference)
    const now = clock.now()
    const start = { id: ids.next(), created: now, createdBy: actor.account }
    // The same request again, after it was cut off between its write and its answer.
    const before = await entities.get(start.id)
    if (isProduct(before)) return unwrap(await presentProduct(entities, before, { actor, reference: known }))
    const decision = unwrap(
      await decideOnReference(entities, known, (stored) =>
        decideProductCreate(() => patch, start, { actor, today: clock.today(), reference: stored }),
      ),
    )
    const by = { actor, now, changeset, reference: known }
    const made = dryrun
      ? newProduct(start, decision, by)
      : unwrap(await writeProduct(entities, start, decision, by))
    if (dryrun) unwrap(await relatedRefusal(entities, decision.related, by))
    return unwrap(await presentProduct(entities, made, { actor, reference: known }))
  },
)
