import { readnotes } from '../../../../shared/calls/bml/product/readnotes.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { markNotes } from '../../../services/product/note-marks.ts'

/**
 * Marks notes as read by the caller, or as unread again. Who sees a note may; nobody else's marks change, and the product
 * does not. Errors: not_found.
 */
export default call(
  readnotes,
  ['entities:read', 'reference', 'noteMarks'],
  async (input, { actor, ...ports }) => unwrap(await markNotes(ports, input, actor)),
)
