import { sendmessage } from '../../../../shared/calls/bml/message/sendmessage.ts'
import { notFound } from '../../../../shared/errors.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { sendMessage } from '../../../services/conversation/send.ts'
import { viewConversations, viewMessages } from '../../../services/conversation/view.ts'

/**
 * Sends a message, and counts it as unread for the other side in the same write. Errors: not_found (also "File with name not found"),
 * forbidden, invalid_input, rule_violated.
 */
export default call(
  sendmessage,
  ['entities', 'reference', 'drafts', 'clock', 'ids'],
  async (input, { ids, actor, ...ports }) => {
    const made = { id: ids.next(), token: ids.next() }
    const sent = unwrap(await sendMessage(ports, made, input, actor))
    const [conversation] = await viewConversations(ports, [sent.conversation], actor)
    const [message] = await viewMessages(ports, sent.conversation, [sent.message], actor)
    if (!conversation || !message) throw notFound(sent.conversation.id)
    return { conversation, message }
  },
)
