import { markinvoicesaspseudosent } from '../../../../shared/calls/bml/invoice/markinvoicesaspseudosent.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { actionPorts, startAction } from '../../../services/invoice/start.ts'

/** Starts marking drafts as sent without sending them, or taking the mark away. Errors: invalid_input. */
export default call(markinvoicesaspseudosent, actionPorts, async ({ marked, ...chosen }, ports) =>
  unwrap(await startAction(ports, chosen, { action: marked ? 'pseudoSent' : 'unmark' })),
)
