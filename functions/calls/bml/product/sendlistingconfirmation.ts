import { sendlistingconfirmation } from '../../../../shared/calls/bml/product/sendlistingconfirmation.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { findConfirmation } from '../../../services/confirmation/find.ts'
import { beginSending } from '../../../services/confirmation/send.ts'

/**
 * Starts sending a confirmation: its document is printed and kept, mailed, and only then it is sent. Errors: not_found, forbidden,
 * revision_conflict, rule_violated (ERR1 to ERR6, with where each is mended).
 */
export default call(
  sendlistingconfirmation,
  ['entities', 'reference', 'clock', 'ids', 'jobs:confirmation'],
  async ({ confirmationId }, { entities, reference, clock, ids, jobs, actor }) => {
    const confirmation = unwrap(await findConfirmation({ entities, reference }, actor, confirmationId))
    const ports = { entities, reference, clock, ids, jobs }
    return { jobId: unwrap(await beginSending(ports, actor, confirmation)) }
  },
)
