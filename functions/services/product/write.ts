/** Brings a decision into the store: names must exist, the revision must still be the one that was seen. */
import { isCallError } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Changeset, Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import type { ProductIssue } from '../../../shared/rules/product-validity.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { uniqueValues } from '../../domain/entity/unique-values.ts'
import { invalidProduct, type ProductDecision } from '../../domain/product/accept.ts'
import type { Product, ProductReference, ViewReference } from '../../domain/product/context.ts'
import type { RelatedEntity } from '../../domain/product/list-issues.ts'
import { shapeRefusal } from '../../domain/product/schema.ts'
import { readMany } from '../entity/many.ts'
import type { NamingReader } from '../entity/naming.ts'
import { seesFile } from '../file/visible.ts'
import { type FamilyReader, judgeMainCategory } from './main-category.ts'
import type { EntityReader } from './parents.ts'

export interface EntityWriter extends FamilyReader {
  put<T extends Entity['data']>(
    entity: Entity<T>,
    options: {
      expectRev: number
      unique?: string[]
      changeset?: Changeset
      events?: TimelineEvent[]
      namesAt?: Readonly<Record<string, number>>
      turn?: { counter: string; at: number }
    },
  ): Promise<Entity<T>>
}

/** Companies and files that are named must exist; a deleted one cannot be chosen anew. */
async function missingRefusal(
  entities: Pick<EntityReader, 'getMany'>,
  related: ProductDecision['related'],
  isOpen: (named: Entity, by: RelatedEntity) => boolean | Promise<boolean> = () => true,
): Promise<Refusal | undefined> {
  if (related.length === 0) return undefined
  const found = await readMany(
    entities,
    related.map((r) => r.id),
  )
  // What a merged company has is brought to the one that stayed: nothing is to be added.
  const isOpenTo = (e: Entity) => !e.disabled && !(isOfClass('company', e) && e.data.mergedInto)
  const known = new Map(found.filter(isOpenTo).map((e) => [e.id, e]))
  const issues: ProductIssue[] = []
  for (const one of related) {
    const entity = known.get(one.id)
    if (entity?.entityclass !== one.entityclass || !(await isOpen(entity, one))) issues.push(one.issue)
  }
  return issues.length ? invalidProduct(issues) : undefined
}

/**
 * What a decision names must exist. Who may not know of a file gets the same answer as if it were not there: by naming
 * it they would come to see it.
 */
export const relatedRefusal = (
  entities: EntityReader & NamingReader,
  related: ProductDecision['related'],
  { actor, reference }: { actor: Actor; reference: ViewReference },
): Promise<Refusal | undefined> =>
  missingRefusal(
    entities,
    related,
    (entity, { isSeen }) =>
      isSeen || !isOfClass('uploadedfile', entity) || seesFile(entity, { actor, reference, entities }),
  )

/** The state that a decision makes of a product, or of nothing. */
export function newProduct(
  before: Product | { id: string; created: string; createdBy: string },
  decision: ProductDecision,
  by: { actor: Actor; now: string },
): Product {
  return {
    attributeset: 'default',
    ...before,
    entityclass: 'product',
    disabled: false,
    rev: ('rev' in before ? before.rev : 0) + 1,
    updated: by.now,
    updatedBy: by.actor.account,
    data: decision.data,
  }
}

/**
 * Writes the new state of a product. Refuses wrong shapes, unknown companies and files, and a main
 * category that parent or children do not have; the store throws `revision_conflict`, and `turnTaken`.
 */
export async function writeProduct(
  entities: EntityWriter,
  before: Product | { id: string; created: string; createdBy: string },
  decision: ProductDecision,
  by: {
    actor: Actor
    now: string
    reference: ViewReference & Pick<ProductReference, 'categories'>
    changeset?: Changeset | undefined
    /** Standards that it was decided on (`standardsAt`). */
    namesAt?: Readonly<Record<string, number>>
    turn?: { counter: string; at: number } | undefined
  },
): Promise<Product | Refusal> {
  const was = 'data' in before ? before.data : undefined
  const refused = shapeRefusal(was, decision.data) ?? (await relatedRefusal(entities, decision.related, by))
  if (refused) return refused
  const turn = was
    ? await judgeMainCategory(entities, by.reference, before.id, was, decision.data, by.turn)
    : undefined
  if (isRefusal(turn)) return turn
  const expectRev = 'rev' in before ? before.rev : 0
  const entity = newProduct(before, decision, by)
  return entities.put(entity, {
    expectRev,
    unique: uniqueValues('product', decision.data),
    events: decision.events,
    ...(by.changeset && { changeset: by.changeset }),
    ...(by.namesAt && { namesAt: by.namesAt }),
    ...((turn ?? by.turn) && { turn: turn ?? by.turn }),
  })
}

/** As `writeProduct`, for a job about many: what is the matter with this one product alone, as that it is too large, is refused. */
export async function writeOneProduct(...of: Parameters<typeof writeProduct>): Promise<Product | Refusal> {
  try {
    return await writeProduct(...of)
  } catch (error) {
    if (!isCallError(error)) throw error
    const { code, message, details } = error
    if (code === 'rule_violated' || code === 'too_large') return refuse(code, message, details)
    throw error
  }
}
