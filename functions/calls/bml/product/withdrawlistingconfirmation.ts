import { withdrawlistingconfirmation } from '../../../../shared/calls/bml/product/withdrawlistingconfirmation.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { findConfirmation } from '../../../services/confirmation/find.ts'
import { withdrawConfirmation } from '../../../services/confirmation/withdraw.ts'

/**
 * Withdraws a confirmation whose document was made out and not sent: its number and document stay, and whoever has them is told.
 * Errors: not_found, forbidden, revision_conflict, rule_violated.
 */
export default call(
  withdrawlistingconfirmation,
  ['entities', 'reference', 'clock'],
  async ({ confirmationId }, { entities, reference, clock, actor }) => {
    const confirmation = unwrap(await findConfirmation({ entities, reference }, actor, confirmationId))
    return unwrap(await withdrawConfirmation({ entities, clock }, actor, confirmation))
  },
)
