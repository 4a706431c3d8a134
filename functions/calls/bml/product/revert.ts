import { revert } from '../../../../shared/calls/bml/product/revert.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts } from '../../../services/product/command.ts'
import { revertProduct } from '../../../services/product/revert.ts'

/** Writes an older revision as the newest. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(revert, commandPorts, async (input, ports) => unwrap(await revertProduct(ports, input)))
