import { setresponsibility } from '../../../../shared/calls/bml/product/setresponsibility.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideResponsibility } from '../../../domain/product/responsibility.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Sets who is responsible for a list. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(setresponsibility, commandPorts, async (input, ports) =>
  unwrap(
    await productCommand(ports, input, (c) =>
      decideResponsibility(c, input.list, input.institution, input.accountId),
    ),
  ),
)
