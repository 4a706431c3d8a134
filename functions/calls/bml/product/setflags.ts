import { setflags } from '../../../../shared/calls/bml/product/setflags.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideFlagsByHand } from '../../../domain/product/flags.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Sets and removes flags. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(setflags, commandPorts, async (input, ports) =>
  unwrap(await productCommand(ports, input, (c) => decideFlagsByHand(c, input))),
)
