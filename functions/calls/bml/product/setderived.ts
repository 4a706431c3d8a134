import { setderived } from '../../../../shared/calls/bml/product/setderived.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts } from '../../../services/product/command.ts'
import { setParent } from '../../../services/product/set-parent.ts'

/**
 * Sets, changes or removes the parent of a product. Errors: not_found (also of the parent), forbidden, revision_conflict,
 * rule_violated, too_many_requests (others changed parents at the same moment, again and again).
 */
export default call(setderived, commandPorts, async (input, ports) => unwrap(await setParent(ports, input)))
