import { activatelist } from '../../../../shared/calls/bml/product/activatelist.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideActivate } from '../../../domain/product/activate-list.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Activates or deactivates a list. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(activatelist, commandPorts, async (input, ports) =>
  unwrap(await productCommand(ports, input, (c) => decideActivate(c, input.list, input.active))),
)
