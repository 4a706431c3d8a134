import { preview } from '../../../../shared/calls/batch/job/preview.ts'
import { refuseRule, unwrap } from '../../../../shared/rules/refusal.ts'
import { readOrder } from '../../../domain/job/order.ts'
import { call } from '../../../runtime/call.ts'

/** What a job would do. Errors: forbidden, invalid_input, rule_violated. */
export default call(preview, [], async (input, { actor }) => {
  unwrap(readOrder(input, actor))
  return unwrap(refuseRule('jobNoPreview', 'Jobs of this kind have no preview.'))
})
