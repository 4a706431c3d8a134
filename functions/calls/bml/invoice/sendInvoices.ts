import { sendInvoices } from '../../../../shared/calls/bml/invoice/sendInvoices.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { actionPorts, startAction } from '../../../services/invoice/start.ts'

/** Starts sending invoices: each gets its number, is printed and kept, mailed, and only then it is sent. Errors: invalid_input. */
export default call(sendInvoices, actionPorts, async ({ again, ...chosen }, ports) =>
  unwrap(await startAction(ports, chosen, { action: again ? 'resend' : 'send' })),
)
