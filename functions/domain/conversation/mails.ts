/** When a message is told by mail. */
import type { ConversationData, MessageData } from '../../../shared/model/conversation.ts'
import { otherSide } from '../../../shared/model/conversation.ts'

/** Whether it is unread still, and nobody has sent it twice: what was read meanwhile is known already. */
export const isUnreadNow = (
  { side, ofSide }: Pick<MessageData, 'side' | 'ofSide'>,
  data: ConversationData,
): boolean => data[otherSide(side)].read < ofSide
