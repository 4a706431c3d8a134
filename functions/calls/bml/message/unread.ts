import { unread } from '../../../../shared/calls/bml/message/unread.ts'
import { call } from '../../../runtime/call.ts'
import { countUnread } from '../../../services/conversation/list.ts'

/** What the navigation shows, and what tells screens that something is new. Asked every few seconds. */
export default call(unread, ['index:read', 'reference'], async (_, { actor, ...ports }) =>
  countUnread(ports, actor),
)
