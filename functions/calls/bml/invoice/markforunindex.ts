import { markforunindex } from '../../../../shared/calls/bml/invoice/markforunindex.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { markUnindex } from '../../../services/invoice/unindex.ts'

/**
 * Marks a product's list on the newest invoice that bills it as no longer to be billed, also on one that was sent; or takes the mark
 * away. Errors: rule_violated, where no invoice bills it.
 */
export default call(
  markforunindex,
  ['entities', 'index:read', 'reference', 'clock'],
  async (input, { actor, ...ports }) => {
    const { id, rev, data } = unwrap(await markUnindex(ports, actor, input))
    return { invoiceId: id, rev, targetYear: data.targetYear }
  },
)
