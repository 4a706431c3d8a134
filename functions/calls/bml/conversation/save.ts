import { save } from '../../../../shared/calls/bml/conversation/save.ts'
import { notFound } from '../../../../shared/errors.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { keepConversation } from '../../../services/conversation/keep.ts'
import { viewConversations } from '../../../services/conversation/view.ts'

/**
 * Changes how the own side keeps a conversation: folder, assignee, archive (for good). Errors: not_found, revision_conflict,
 * invalid_input, rule_violated ("no change after applying the patch", among others).
 */
export default call(save, ['entities', 'reference', 'clock'], async (input, { actor, ...ports }) => {
  const [seen] = await viewConversations(ports, [unwrap(await keepConversation(ports, input, actor))], actor)
  if (!seen) throw notFound(input.id)
  return seen
})
