import { listnotes } from '../../../../shared/calls/bml/product/listnotes.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { listNotes } from '../../../services/product/list-notes.ts'

/** Notes of products, as the caller sees them. Errors: invalid_input. */
export default call(
  listnotes,
  ['entities:read', 'index:read', 'noteMarks:read', 'reference', 'clock'],
  async (input, { actor, ...ports }) => unwrap(await listNotes(ports, input, actor)),
)
