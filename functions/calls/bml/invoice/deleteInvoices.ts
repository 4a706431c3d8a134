import { deleteInvoices } from '../../../../shared/calls/bml/invoice/deleteInvoices.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { actionPorts, startAction } from '../../../services/invoice/start.ts'

/** Starts deleting drafts. Errors: invalid_input. */
export default call(deleteInvoices, actionPorts, async (chosen, ports) =>
  unwrap(await startAction(ports, chosen, { action: 'delete' })),
)
