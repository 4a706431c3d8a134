import { notemarks } from '../../../../shared/calls/bml/product/notemarks.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { noteMarksOf } from '../../../services/product/note-marks.ts'

/** Which notes of a product the caller has read. Errors: not_found. */
export default call(
  notemarks,
  ['entities:read', 'reference', 'noteMarks:read'],
  async ({ id }, { actor, ...ports }) => unwrap(await noteMarksOf(ports, id, actor)),
)
