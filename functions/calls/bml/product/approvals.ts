import { approvals } from '../../../../shared/calls/bml/product/approvals.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideApproval, releasesData, type SinceRelease } from '../../../domain/product/approval.ts'
import { call } from '../../../runtime/call.ts'
import { isUnchanged } from '../../../services/product/changed-since-release.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'
import { ownChanges } from '../../../services/product/own-changes.ts'

/**
 * Changes an approval, the only way there is. What is released is the revision `rev`, with those of its parents, which the actor saw. Errors: not_found,
 * forbidden, invalid_input, revision_conflict, rule_violated.
 */
export default call(approvals, commandPorts, async (input, ports) =>
  unwrap(
    await productCommand(ports, input, async (c) => {
      const { entities, actor } = ports
      const { list, standard, action } = input
      if (!releasesData(c, input)) return decideApproval(c, input, nothing)
      return decideApproval(c, input, {
        ownChanges: await ownChanges(entities, c.before, c.derived, [{ list }, { list, standard }], actor),
        isUnchanged:
          action === 'release' &&
          standard !== undefined &&
          (await isUnchanged(entities, c.before, c.derived, { list, standard })),
      })
    }),
  ),
)
const nothing: SinceRelease = { ownChanges: new Map() }
