import { preview } from '../../../../shared/calls/batch/job/preview.ts'
import { refuseRule, unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { checkOrder } from '../../../services/job/order.ts'
import { previews } from '../../../services/job/previews.ts'

/** What a job would do. Errors: forbidden, invalid_input, rule_violated. */
export default call(
  preview,
  ['entities:read', 'index:read', 'reference', 'clock'],
  async (input, { actor, ...ports }) => {
    const { template, config } = unwrap(await checkOrder(input, actor, ports))
    const tell = previews[template.name]
    if (!tell) return unwrap(refuseRule('jobNoPreview', 'There is no preview for jobs of this kind.'))
    return unwrap(await tell(config, ports, actor))
  },
)
