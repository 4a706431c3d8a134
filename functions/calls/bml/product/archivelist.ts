import { archivelist } from '../../../../shared/calls/bml/product/archivelist.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideArchiveList } from '../../../domain/product/archive.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Archives a list. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(archivelist, commandPorts, async (input, ports) =>
  unwrap(await productCommand(ports, input, (c) => decideArchiveList(c, input.list, true))),
)
