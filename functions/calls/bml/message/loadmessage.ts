import { loadmessage } from '../../../../shared/calls/bml/message/loadmessage.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { loadConversation } from '../../../services/conversation/load.ts'

/** A conversation with its newest messages, or those before one. Errors: not_found, invalid_input, rule_violated. */
export default call(
  loadmessage,
  ['entities:read', 'reference', 'drafts:read'],
  async (input, { actor, ...ports }) => unwrap(await loadConversation(ports, input, actor)),
)
