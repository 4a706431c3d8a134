import { getapprovals } from '../../../../shared/calls/bml/product/getapprovals.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { approvalStatus } from '../../../services/product/approval-status.ts'

/** What a product's approvals released, and what they lack. Errors: not_found. */
export default call(
  getapprovals,
  ['entities:read', 'reference', 'clock'],
  async ({ id }, { entities, reference, clock, actor }) =>
    unwrap(await approvalStatus({ entities, reference, clock, actor }, id)),
)
