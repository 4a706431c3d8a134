import { movelist } from '../../../../shared/calls/bml/product/movelist.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts } from '../../../services/product/command.ts'
import { moveList } from '../../../services/product/move-list.ts'

/**
 * Moves a list to another product, in both at once or in neither. Errors: not_found (also of the target), forbidden,
 * revision_conflict, rule_violated, too_many_requests (the target is being changed all the time).
 */
export default call(movelist, commandPorts, async (input, ports) => unwrap(await moveList(ports, input)))
