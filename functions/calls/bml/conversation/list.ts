import { list } from '../../../../shared/calls/bml/conversation/list.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { listConversations } from '../../../services/conversation/list.ts'

/** Conversations of the caller, as each is now. Errors: invalid_input, rule_violated ("too many hits"). */
export default call(
  list,
  ['index:read', 'entities:read', 'reference', 'clock'],
  async (input, { actor, ...ports }) => unwrap(await listConversations(ports, input, actor)),
)
