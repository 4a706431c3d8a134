import { recipients } from '../../../../shared/calls/bml/conversation/recipients.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { recipientsOf } from '../../../services/conversation/recipients.ts'

/** Whom the caller may talk with about something, and for which of their institutions. Errors: not_found ("id not found"). */
export default call(recipients, ['entities:read', 'reference'], async ({ context }, { actor, ...ports }) =>
  unwrap(await recipientsOf(ports, context, actor)),
)
