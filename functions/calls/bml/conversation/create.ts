import { create } from '../../../../shared/calls/bml/conversation/create.ts'
import { notFound } from '../../../../shared/errors.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { startConversation } from '../../../services/conversation/start.ts'
import { viewConversations } from '../../../services/conversation/view.ts'
import { untilTurn } from '../../../services/entity/turns.ts'

/**
 * Begins a conversation about what the caller may see, or gives the one that both sides have about it. Until its first message only the
 * side that begins it knows of it. Errors: not_found ("id not found"), forbidden, invalid_input, rule_violated.
 */
export default call(
  create,
  ['entities', 'reference', 'clock', 'ids'],
  async (input, { ids, actor, ...ports }) => {
    const id = ids.next()
    const made = unwrap(await untilTurn(() => startConversation(ports, id, input, actor)))
    const [seen] = await viewConversations(ports, [made], actor)
    if (!seen) throw notFound(made.id)
    return seen
  },
)
