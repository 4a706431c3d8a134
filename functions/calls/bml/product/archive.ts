import { archive } from '../../../../shared/calls/bml/product/archive.ts'
import { isRefusal, unwrap } from '../../../../shared/rules/refusal.ts'
import { decideArchive } from '../../../domain/product/archive.ts'
import { call } from '../../../runtime/call.ts'
import { parentTurns } from '../../../services/entity/turns.ts'
import { commandPorts, productCommand } from '../../../services/product/command.ts'

/** Archives a product. Errors: not_found, forbidden, revision_conflict, rule_violated. */
export default call(archive, commandPorts, async (input, ports) =>
  unwrap(
    await productCommand(ports, input, async (c) => {
      const decision = decideArchive(c, true)
      if (isRefusal(decision)) return decision
      // Whoever makes it a parent meanwhile decides again: what is archived becomes none.
      return { ...decision, turn: { counter: parentTurns, at: await ports.entities.counter(parentTurns) } }
    }),
  ),
)
