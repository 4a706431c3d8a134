/** The steps of every call that changes one product. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Changeset } from '../../../shared/model/entity.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import type { ProductDecision } from '../../domain/product/accept.ts'
import type { WriteContext } from '../../domain/product/context.ts'
import { standardsAt } from '../entity/standard-in-use.ts'
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

/**
 * Opens the product as the actor may, has `decide` say what becomes of it (again where reference data has changed), writes
 * that if nobody has written since `rev`, and answers with the product as the actor sees it then. Refuses: not_found,
 * revision_conflict, what `decide` refuses, and names of companies and files that do not exist.
 */
export async function productCommand(
  { entities, reference, clock, actor }: CommandContext,
  input: { id: string; rev: number; changeset?: Changeset | undefined },
  decide: (c: WriteContext) => ProductDecision | Refusal | Promise<ProductDecision | Refusal>,
  options: { mayBeArchived?: boolean } = {},
): Promise<ProductView | Refusal> {
  const c = await openProduct({ entities, reference, clock }, actor, input.id, input.rev, options)
  if (isRefusal(c)) return c
  const decided = await decideOnReference(entities, c.reference, async (stored) => {
    const decision = await decide({ ...c, reference: stored })
    if (isRefusal(decision)) return decision
    return { decision, namesAt: standardsAt(c.before.data, decision.data, stored.standards) }
  })
  if (isRefusal(decided)) return decided
  const { decision, namesAt } = decided
  const by = { actor, now: c.now, changeset: input.changeset, namesAt, reference: c.reference }
  const written = await writeProduct(entities, c.before, decision, by)
  if (isRefusal(written)) return written
  const context = { actor, reference: c.reference, derived: c.derived }
  const view = await presentProduct(entities, written, context)
  // Who gives a product away may no longer see it after that: the answer still shows what they did.
  return isRefusal(view) ? presentProduct(entities, written, { ...context, current: c.before.data }) : view
}
