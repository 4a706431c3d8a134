import { addlist } from '../../../../shared/calls/bml/product/addlist.ts'
import { accepted } from '../../../../shared/rules/refusal.ts'
import { decideAddList } from '../../../domain/product/add-list.ts'
import { openProduct } from '../../../domain/product/context.ts'
import { presentProduct } from '../../../domain/product/view.ts'
import { writeProduct } from '../../../domain/product/write.ts'
import { call } from '../../../runtime/call.ts'

/** Adds a list, linked to the base data. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(
  addlist,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = accepted(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const decision = accepted(decideAddList(c, input.list))
    const written = accepted(await writeProduct(entities, c.before, decision, c))
    return accepted(
      await presentProduct(entities, written, {
        actor,
        reference: c.reference,
        derived: c.derived,
      }),
    )
  },
)
