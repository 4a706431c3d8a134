import { addlist } from '../../../../shared/calls/bml/product/addlist.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideAddList } from '../../../domain/product/add-list.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Adds a list, linked to the base data. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(addlist, commandPorts, async (input, ports) =>
  unwrap(await productCommand(ports, input, (c) => decideAddList(c, input.list))),
)
