/** Reads a product and what decisions about it are made from. */
import type { Actor } from '../../../shared/model/actor.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { productSubject } from '../../../shared/rules/product-subject.ts'
import { type Refusal, refuseRule, staleRev } from '../../../shared/rules/refusal.ts'
import {
  isProduct,
  type Product,
  type ProductReference,
  productArchived,
  productNotFound,
  type ViewReference,
  type WriteContext,
} from '../../domain/product/context.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'
import { decideOnStored } from '../entity/decide-on-stored.ts'
import { type EntityReader, loadParents } from './parents.ts'

export type ReferenceReader = Pick<ReferenceData, 'all'>

export async function viewReference(reference: ReferenceReader): Promise<ViewReference> {
  const [lists, fields, standards] = await Promise.all([
    reference.all('list'),
    reference.all('fielddefinition'),
    reference.all('biostandard'),
  ])
  return { lists, fields, standards }
}
export async function productReference(reference: ReferenceReader): Promise<ProductReference> {
  const [view, categories, institutions, components, options, checklists, restrictions, permits, hobbyUses] =
    await Promise.all([
      viewReference(reference),
      reference.all('category'),
      reference.all('institution'),
      reference.all('component'),
      reference.all('selectoption'),
      reference.all('checklist'),
      reference.all('restrictiontext'),
      reference.all('permit'),
      reference.all('hobbygarden'),
    ])
  return {
    ...view,
    categories,
    institutions,
    components,
    options,
    checklists,
    restrictions,
    permits,
    hobbyUses,
  }
}

const classNames = {
  lists: 'list',
  standards: 'biostandard',
  categories: 'category',
  institutions: 'institution',
  components: 'component',
  checklists: 'checklist',
  restrictions: 'restrictiontext',
  permits: 'permit',
  hobbyUses: 'hobbygarden',
} as const
/**
 * Decides about a product on the lists, standards, categories … as they are stored now. Fields and options are those of
 * the form that the values were typed into: they may be 15 s old.
 */
export function decideOnReference<T>(
  entities: Pick<EntityReader, 'getMany'>,
  { fields, options, ...reference }: ProductReference,
  decide: (reference: ProductReference) => T | Promise<T>,
): Promise<T> {
  return decideOnStored(entities, reference, classNames, (stored) => decide({ ...stored, fields, options }))
}

/** The product, if the actor may know of it; a deleted one too. */
export async function findProduct(
  entities: EntityReader,
  id: string,
  actor: Actor,
  reference: ViewReference,
): Promise<Product | Refusal> {
  const entity = await entities.get(id)
  if (!isProduct(entity)) return productNotFound(id)
  const subject = productSubject(entity.data, reference.lists)
  return can(actor, 'product:view', subject) ? entity : productNotFound(id)
}

/**
 * Everything that a change of the product is decided with. Refuses an unknown id like a foreign one, a stale `rev`
 * with both revisions, a deleted product, and an archived one unless it may be.
 */
export async function openProduct(
  ports: { entities: EntityReader; reference: ReferenceReader; clock: { now(): string; today(): string } },
  actor: Actor,
  id: string,
  rev: number,
  { mayBeArchived = false } = {},
): Promise<WriteContext | Refusal> {
  const reference = await productReference(ports.reference)
  const before = await findProduct(ports.entities, id, actor, reference)
  if ('refused' in before) return before
  if (before.rev !== rev) return staleRev(rev, before.rev)
  if (before.disabled) return refuseRule('productDeleted', 'Product was deleted')
  if (before.data.archived && !mayBeArchived) return productArchived()
  const derived = await loadParents(ports.entities, [before.data])
  return { before, actor, now: ports.clock.now(), today: ports.clock.today(), reference, derived }
}
