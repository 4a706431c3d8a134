import { addlist } from '../../../../shared/calls/bml/product/addlist.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideAddList } from '../../../domain/product/add-list.ts'
import { call } from '../../../runtime/call.ts'
import { openProduct } from '../../../services/product/open.ts'
import { presentProduct } from '../../../services/product/present.ts'
import { writeProduct } from '../../../services/product/write.ts'

/** Adds a list, linked to the base data. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(
  addlist,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const c = unwrap(await openProduct({ entities, reference, clock }, actor, input.id, input.rev))
    const decision = unwrap(decideAddList(c, input.list))
    const written = unwrap(await writeProduct(entities, c.before, decision, c))
    return unwrap(
      await presentProduct(entities, written, {
        actor,
        reference: c.reference,
        derived: c.derived,
      }),
    )
  },
)
