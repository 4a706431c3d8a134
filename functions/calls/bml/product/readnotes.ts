import { readnotes } from '../../../../shared/calls/bml/product/readnotes.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideReadNotes } from '../../../domain/product/notes.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/**
 * Marks notes as read by the caller, or as unread again. Who sees a note may; nobody else's marks change.
 * Errors: not_found, revision_conflict, rule_violated (a note that is not there, nothing to change).
 */
export default call(readnotes, commandPorts, async (input, ports) =>
  unwrap(
    await productCommand(ports, input, (c) => decideReadNotes(c, input.notes, input.read), {
      mayBeArchived: true,
    }),
  ),
)
