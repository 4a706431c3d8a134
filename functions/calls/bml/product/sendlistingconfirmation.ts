import { sendlistingconfirmation } from '../../../../shared/calls/bml/product/sendlistingconfirmation.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { findConfirmation } from '../../../services/confirmation/find.ts'
import { beginSending } from '../../../services/confirmation/send.ts'
import { untilSaved } from '../../../services/entity/turns.ts'

/**
 * Starts sending a confirmation: its document is printed and kept, mailed, and only then it is sent. Errors: not_found, forbidden,
 * revision_conflict, rule_violated (ERR1 to ERR6, with where each is mended).
 */
export default call(
  sendlistingconfirmation,
  ['entities', 'reference', 'clock', 'ids', 'jobs:confirmation'],
  async ({ confirmationId }, { entities, reference, clock, ids, jobs, actor }) => {
    const ports = { entities, reference, clock, ids, jobs }
    // Who asks twice at the same moment begins it once.
    const jobId = await untilSaved(async () => {
      const confirmation = unwrap(await findConfirmation(ports, actor, confirmationId))
      return unwrap(await beginSending(ports, actor, confirmation))
    })
    return { jobId }
  },
)
