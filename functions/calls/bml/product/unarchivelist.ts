import { unarchivelist } from '../../../../shared/calls/bml/product/unarchivelist.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideArchiveList } from '../../../domain/product/archive.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Takes a list out of the archive. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(unarchivelist, commandPorts, async (input, ports) =>
  unwrap(await productCommand(ports, input, (c) => decideArchiveList(c, input.list, false))),
)
