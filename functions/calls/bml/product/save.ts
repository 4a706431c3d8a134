import { save } from '../../../../shared/calls/bml/product/save.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideSave } from '../../../domain/product/save.ts'
import { call } from '../../../runtime/call.ts'
import { openProduct } from '../../../services/product/open.ts'
import { presentProduct } from '../../../services/product/present.ts'
import { writeProduct } from '../../../services/product/write.ts'

/** Saves a product if nobody saved it since `rev`. Errors: not_found, forbidden, invalid_input, revision_conflict, rule_violated. */
export default call(
  save,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = unwrap(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const decision = unwrap(decideSave(c, input.patch))
    const written = unwrap(
      await writeProduct(entities, c.before, decision, { ...c, changeset: input.changeset }),
    )
    return unwrap(
      await presentProduct(entities, written, {
        actor,
        reference: c.reference,
        derived: c.derived,
      }),
    )
  },
)
