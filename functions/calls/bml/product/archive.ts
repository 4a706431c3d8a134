import { archive } from '../../../../shared/calls/bml/product/archive.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideArchive } from '../../../domain/product/archive.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Archives a product. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(archive, commandPorts, async (input, ports) =>
  unwrap(await productCommand(ports, input, (c) => decideArchive(c, true))),
)
