import { save } from '../../../../shared/calls/bml/product/save.ts'
import { accepted } from '../../../../shared/rules/refusal.ts'
import { openProduct } from '../../../domain/product/context.ts'
import { decideSave } from '../../../domain/product/save.ts'
import { presentProduct } from '../../../domain/product/view.ts'
import { writeProduct } from '../../../domain/product/write.ts'
import { call } from '../../../runtime/call.ts'

/** Saves a product if nobody saved it since `rev`. Errors: not_found, forbidden, invalid_input, revision_conflict, rule_violated. */
export default call(
  save,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = accepted(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const decision = accepted(decideSave(c, input.patch))
    const written = accepted(
      await writeProduct(entities, c.before, decision, { ...c, changeset: input.changeset }),
    )
    return accepted(
      await presentProduct(entities, written, {
        actor,
        reference: c.reference,
        derived: c.derived,
      }),
    )
  },
)
