/** What decisions about a product are made from, and how it is read. */
import { derivedChainLimit } from '../../../shared/constants.ts'
import { revisionConflict } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type {
  Biostandard,
  Category,
  FieldDefinition,
  Institution,
  List,
} from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { productSubject } from '../../../shared/rules/product-subject.ts'
import { type Refusal, refuse, refuseRule } from '../../../shared/rules/refusal.ts'
import { type DerivedOf, readsDerived } from '../../../shared/rules/resolution.ts'

export type Product = Entity<ProductData>
type Of<T> = ReadonlyMap<string, Entity<T>>

/** Reads entities; the entity store is one. */
export interface EntityReader {
  get(id: string): Promise<Entity | undefined>
  getMany(ids: string[]): Promise<Entity[]>
}
export interface ReferenceReader {
  all<T = Record<string, unknown>>(entityclass: EntityClassName): Promise<Of<T>>
}

/** Reference data that reading a product needs. */
export interface ViewReference {
  lists: Of<List>
  fields: Of<FieldDefinition>
}
/** Reference data that writing needs besides. */
export interface ProductReference extends ViewReference {
  standards: Of<Biostandard>
  categories: Of<Category>
  institutions: Of<Institution>
  components: Of<{ disabled: boolean }>
  options: Of<{ type: string; enabled: boolean }>
  checklists: Of<unknown>
  restrictions: Of<unknown>
}

export async function viewReference(reference: ReferenceReader): Promise<ViewReference> {
  const [lists, fields] = await Promise.all([
    reference.all<List>('list'),
    reference.all<FieldDefinition>('fielddefinition'),
  ])
  return { lists, fields }
}
export async function productReference(reference: ReferenceReader): Promise<ProductReference> {
  const [view, standards, categories, institutions, components, options, checklists, restrictions] =
    await Promise.all([
      viewReference(reference),
      reference.all<Biostandard>('biostandard'),
      reference.all<Category>('category'),
      reference.all<Institution>('institution'),
      reference.all<{ disabled: boolean }>('component'),
      reference.all<{ type: string; enabled: boolean }>('selectoption'),
      reference.all('checklist'),
      reference.all('restrictiontext'),
    ])
  return { ...view, standards, categories, institutions, components, options, checklists, restrictions }
}

/** The product and what a change of it is judged with. */
export interface WriteContext {
  before: Product
  actor: Actor
  now: string
  reference: ProductReference
  derived: DerivedOf
}

/** The answer for an unknown id, and for a product that the actor may not know of. */
export const productNotFound = (id: string): Refusal =>
  refuse('not_found', `Product with ID ${id} not found.`, { key: 'productNotFound', params: { id } })
export const listMissing = (id: string): Refusal =>
  refuseRule('listMissing', `List missing: ${id}`, { params: { id } })
export const notAllowed = (): Refusal => refuse('forbidden', 'You may not do this.', { key: 'forbidden' })

export const isProduct = (entity: Entity | undefined): entity is Product => entity?.entityclass === 'product'

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

/** The chain of derived parents that the product's values are read from; nothing is read where there is no parent. */
export async function loadDerived(entities: EntityReader, data: ProductData): Promise<DerivedOf> {
  const parents = new Map<string, ProductData>()
  let next = data.derivedProductId
  while (next !== undefined && !parents.has(next) && parents.size < derivedChainLimit) {
    const parent = await entities.get(next)
    if (!isProduct(parent)) break
    parents.set(next, parent.data)
    next = readsDerived(parent.data) ? parent.data.derivedProductId : undefined
  }
  return (id) => parents.get(id)
}

/**
 * Everything that a change of the product is decided with. Refuses an unknown id like a foreign one, a stale `rev`
 * with both revisions, and a deleted product.
 */
export async function openProduct(
  ports: { entities: EntityReader; reference: ReferenceReader; clock: { now(): string } },
  actor: Actor,
  id: string,
  rev: number,
): Promise<WriteContext | Refusal> {
  const reference = await productReference(ports.reference)
  const before = await findProduct(ports.entities, id, actor, reference)
  if ('refused' in before) return before
  if (before.rev !== rev) return staleRev(rev, before.rev)
  if (before.disabled) return refuseRule('productDeleted', 'Product was deleted')
  const derived = await loadDerived(ports.entities, before.data)
  return { before, actor, now: ports.clock.now(), reference, derived }
}

export function staleRev(expectedRev: number, currentRev: number): Refusal {
  const { code, message, details } = revisionConflict(expectedRev, currentRev)
  return refuse(code, message, details)
}
