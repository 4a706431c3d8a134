import { check } from '../../../../shared/calls/bml/confirmation/check.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { checkConfirmation } from '../../../services/confirmation/check.ts'

/** What became of a sent confirmation, for whoever has it. Errors: not_found. */
export default call(
  check,
  ['entities:read', 'reference', 'clock'],
  async ({ number }, { entities, reference, clock }) =>
    unwrap(await checkConfirmation({ entities, reference, clock }, number)),
)
