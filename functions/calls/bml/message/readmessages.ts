import { readmessages } from '../../../../shared/calls/bml/message/readmessages.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { readMessagesUpTo } from '../../../services/conversation/read.ts'

/** Marks messages as read for the side of the caller. Errors: not_found. */
export default call(readmessages, ['entities', 'reference', 'clock'], async (input, { actor, ...ports }) =>
  unwrap(await readMessagesUpTo(ports, input, actor)),
)
