import { preview } from '../../../../shared/calls/batch/job/preview.ts'
import { refuseRule, unwrap } from '../../../../shared/rules/refusal.ts'
import { readOrder } from '../../../domain/job/order.ts'
import { call } from '../../../runtime/call.ts'
import { previews } from '../../../services/job/previews.ts'

/** What a job would do. Errors: forbidden, invalid_input, rule_violated. */
export default call(preview, ['entities:read'], async (input, { entities, actor }) => {
  const { template, config } = unwrap(readOrder(input, actor))
  const tell = previews[template.name]
  if (!tell) return unwrap(refuseRule('jobNoPreview', 'There is no preview for jobs of this kind.'))
  return tell(config, { entities })
})
