import type { ProductView } from '../../../shared/model/product.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { decideRemoveParent, decideSetParent } from '../../domain/product/set-parent.ts'
import { parentTurns } from '../entity/turns.ts'
import { generationsBelow } from './children.ts'
import { type CommandContext, productCommand } from './command.ts'
import { findProduct } from './open.ts'
import { loadParents } from './parents.ts'

/**
 * Derives a product from another one, or from none (`parent` null). The chain is read as it stands, and written only if
 * nobody has changed a parent meanwhile, of whichever product: two who each make it longer cannot both succeed. Who was slower
 * decides again, as long as the product still has its revision.
 * Refuses: not_found, forbidden, revision_conflict, rule_violated; the store throws `too_many_requests`.
 */
export const setParent = async (
  ports: CommandContext,
  input: { id: string; rev: number; parent: string | null },
): Promise<(ProductView & { notKept?: number }) | Refusal> => {
  let notKept = 0
  const view = await productCommand(ports, input, async (c) => {
    const { entities, actor } = ports
    const at = await entities.counter(parentTurns)
    const turn = { counter: parentTurns, at }
    if (input.parent === null) {
      const decision = decideRemoveParent(c)
      if (isRefusal(decision)) return decision
      notKept = decision.notKept
      return { ...decision, turn }
    }
    const parent = await findProduct(entities, input.parent, actor, c.reference)
    if (isRefusal(parent)) return parent
    const [above, below] = await Promise.all([
      loadParents(entities, [c.before.data, parent.data, { ...parent.data, derivedProductId: parent.id }], {
        isWhole: true,
      }),
      generationsBelow(entities, c.before.id),
    ])
    if (isRefusal(below)) return below
    const decision = decideSetParent(c, parent, { derived: above, below })
    if (isRefusal(decision)) return decision
    return { ...decision, turn, derived: above, namesAt: { [parent.id]: parent.rev } }
  })
  return isRefusal(view) || notKept === 0 ? view : { ...view, notKept }
}
