import { listlistingconfirmations } from '../../../../shared/calls/bml/product/listlistingconfirmations.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { listConfirmations } from '../../../services/confirmation/list.ts'

/** The confirmations of a product, with what keeps each from being sent. Errors: not_found. */
export default call(
  listlistingconfirmations,
  ['entities:read', 'reference', 'clock'],
  async ({ productId, before }, { entities, reference, clock, actor }) =>
    unwrap(await listConfirmations({ entities, reference, clock }, actor, productId, before)),
)
