import { resetnationalpartner } from '../../../../shared/calls/bml/product/resetnationalpartner.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideResetNationalPartner } from '../../../domain/product/national-partner.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Takes the mark of a national partner off. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(resetnationalpartner, commandPorts, async (input, ports) =>
  unwrap(await productCommand(ports, input, (c) => decideResetNationalPartner(c))),
)
