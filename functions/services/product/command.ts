/** The steps of every call that changes one product. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Changeset } from '../../../shared/model/entity.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import type { ProductDecision } from '../../domain/product/accept.ts'
import type { WriteContext } from '../../domain/product/context.ts'
import type { Parents } from '../../domain/product/parent-revs.ts'
import { standardsAt } from '../entity/standard-in-use.ts'
import { untilTurn } from '../entity/turns.ts'
import { decideOnReference, openProduct, type ReferenceReader } from './open.ts'
import { presentProduct } from './present.ts'
import { type EntityWriter, writeProduct } from './write.ts'

/** Ports that `productCommand` needs: what a call that uses it names. */
export const commandPorts = ['entities', 'reference', 'clock'] as const
export interface CommandContext {
  entities: EntityWriter
  reference: ReferenceReader
  clock: { now(): string; today(): string }
  actor: Actor
}

/** What becomes of the product, and on what that rests besides the product and reference data. */
export interface CommandDecision extends ProductDecision {
  /** Derived parents, where they are others than before. */
  derived?: Parents
  namesAt?: Readonly<Record<string, number>>
  turn?: { counter: string; at: number }
}

/**
 * Opens the product as the actor may, has `decide` say what becomes of it (again where reference data has changed, or others
 * took the turn), writes that if nobody has written since `rev`, and answers with the product as the actor sees it then.
 * Refuses: not_found, revision_conflict, what `decide` and `writeProduct` refuse.
 */
export const productCommand = (
  ports: CommandContext,
  input: { id: string; rev: number; changeset?: Changeset | undefined },
  decide: Decide,
  options: { mayBeArchived?: boolean } = {},
): Promise<ProductView | Refusal> => untilTurn(() => decideAndWrite(ports, input, decide, options))

type Decide = (c: WriteContext) => CommandDecision | Refusal | Promise<CommandDecision | Refusal>

async function decideAndWrite(
  { entities, reference, clock, actor }: CommandContext,
  input: { id: string; rev: number; changeset?: Changeset | undefined },
  decide: Decide,
  options: { mayBeArchived?: boolean },
): Promise<ProductView | Refusal> {
  const c = await openProduct({ entities, reference, clock }, actor, input.id, input.rev, options)
  if (isRefusal(c)) return c
  const decided = await decideOnReference(entities, c.reference, async (stored) => {
    const decision = await decide({ ...c, reference: stored })
    if (isRefusal(decision)) return decision
    const standards = standardsAt(c.before.data, decision.data, stored.standards)
    return { decision, namesAt: { ...standards, ...decision.namesAt } }
  })
  if (isRefusal(decided)) return decided
  const { decision, namesAt } = decided
  const { turn, derived = c.derived } = decision
  const by = { actor, now: c.now, changeset: input.changeset, namesAt, turn, reference: c.reference }
  const written = await writeProduct(entities, c.before, decision, by)
  if (isRefusal(written)) return written
  const context = { actor, reference: c.reference, derived }
  const view = await presentProduct(entities, written, context)
  // Who gives a product away may no longer see it after that: the answer still shows what they did.
  return isRefusal(view) ? presentProduct(entities, written, { ...context, current: c.before.data }) : view
}
