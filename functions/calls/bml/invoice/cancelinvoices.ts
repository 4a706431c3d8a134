import { cancelinvoices } from '../../../../shared/calls/bml/invoice/cancelinvoices.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { actionPorts, startAction } from '../../../services/invoice/start.ts'

/** Starts cancelling invoices: the cancellation invoice of each has a number of its own, and is sent. Errors: invalid_input. */
export default call(cancelinvoices, actionPorts, async ({ reason, ...chosen }, ports) =>
  unwrap(
    await startAction(ports, chosen, {
      action: 'cancel',
      ...(reason !== undefined && { reason }),
    }),
  ),
)
