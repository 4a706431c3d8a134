import { isSavedMeanwhile, turnTaken } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { isProduct } from '../../domain/product/context.ts'
import { decideMoveList } from '../../domain/product/move-list.ts'
import type { Write } from '../../ports/entity-store.ts'
import { standardsAt } from '../entity/standard-in-use.ts'
import { untilTurn } from '../entity/turns.ts'
import type { CommandContext } from './command.ts'
import { decideOnReference, findProduct, openProduct } from './open.ts'
import { loadParents } from './parents.ts'
import { presentProduct } from './present.ts'
import { newProduct } from './write.ts'

type MoveContext = CommandContext & { entities: { putAll(writes: readonly Write[]): Promise<Entity[]> } }
interface Move {
  id: string
  rev: number
  list: string
  target: string
}
export interface MovedList {
  source: ProductView
  target: ProductView
}

/**
 * Moves a list to another product: both are written in one transaction. The user has seen the source at `rev`; the target
 * and the standards may be changed meanwhile, then it is decided again on what they are now. Refuses: not_found, forbidden,
 * revision_conflict, rule_violated; the store throws `revision_conflict` and `too_many_requests`.
 */
export const moveList = (ports: MoveContext, input: Move): Promise<MovedList | Refusal> =>
  untilTurn(() => moveOnce(ports, input))

async function moveOnce(ports: MoveContext, input: Move): Promise<MovedList | Refusal> {
  const { entities, actor } = ports
  const from = await openProduct(ports, actor, input.id, input.rev)
  if (isRefusal(from)) return from
  const target = await findProduct(entities, input.target, actor, from.reference)
  if (isRefusal(target)) return target
  const derived = await loadParents(entities, [from.before.data, target.data])
  const decided = await decideOnReference(entities, from.reference, (reference) => {
    const c = { ...from, reference, derived }
    const move = decideMoveList(c, { ...c, before: target }, input.list)
    if (isRefusal(move)) return move
    return { move, namesAt: standardsAt(target.data, move.target.data, reference.standards) }
  })
  if (isRefusal(decided)) return decided
  const { move, namesAt } = decided
  const by = { actor, now: from.now }
  try {
    const written = await entities.putAll([
      {
        entity: newProduct(from.before, move.source, by),
        options: { expectRev: from.before.rev, events: move.source.events },
      },
      {
        entity: newProduct(target, move.target, by),
        options: { expectRev: target.rev, events: move.target.events, namesAt },
      },
    ])
    const views: ProductView[] = []
    for (const product of written.filter(isProduct)) {
      const view = await presentProduct(entities, product, { actor, reference: from.reference, derived })
      if (isRefusal(view)) return view
      views.push(view)
    }
    return { source: views[0]!, target: views[1]! }
  } catch (error) {
    const source = isSavedMeanwhile(error) ? await entities.get(input.id) : undefined
    // The user has not seen the target: its revision is none of theirs.
    throw source?.rev === input.rev ? turnTaken() : error
  }
}
