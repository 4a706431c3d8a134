import { revert } from '../../../../shared/calls/bml/product/revert.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { isProduct, productNotFound } from '../../../domain/product/context.ts'
import { decideRevert } from '../../../domain/product/revert.ts'
import { call } from '../../../runtime/call.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Writes an older revision as the newest. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(revert, commandPorts, async (input, ports) =>
  unwrap(
    await productCommand(ports, input, async (c) => {
      const then: Entity | undefined = (await ports.entities.getRevision(input.id, input.toRev))?.entity
      return isProduct(then) ? decideRevert(c, then) : productNotFound(input.id)
    }),
  ),
)
