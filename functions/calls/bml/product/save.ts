import { save } from '../../../../shared/calls/bml/product/save.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideSave } from '../../../domain/product/save.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Saves a product if nobody saved it since `rev`. Errors: not_found, forbidden, invalid_input, revision_conflict, rule_violated. */
export default call(save, commandPorts, async (input, ports) =>
  unwrap(await productCommand(ports, input, (c) => decideSave(c, input.patch))),
)
