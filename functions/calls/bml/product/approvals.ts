import { approvals } from '../../../../shared/calls/bml/product/approvals.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideApproval } from '../../../domain/product/approval.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Changes an approval, the only way there is. Errors: not_found, forbidden, invalid_input, revision_conflict, rule_violated. */
export default call(approvals, commandPorts, async (input, ports) =>
  unwrap(await productCommand(ports, input, (c) => decideApproval(c, input))),
)
