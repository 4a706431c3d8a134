/** What decisions about a product are made from. */
import type { Actor } from '../../../shared/model/actor.ts'
import type {
  Biostandard,
  Category,
  ChecklistDefinition,
  FieldDefinition,
  HobbyUse,
  Institution,
  List,
  Permit,
  RestrictionText,
} from '../../../shared/model/administration.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { type Refusal, refuse, refuseRule } from '../../../shared/rules/refusal.ts'
import type { Parents } from './parent-revs.ts'

export type Product = Entity<ProductData>
type Of<T> = ReadonlyMap<string, Entity<T>>

/** Reference data that reading a product needs. */
export interface ViewReference {
  lists: Of<List>
  fields: Of<FieldDefinition>
  standards: Of<Biostandard>
}
/** Reference data that writing needs besides. */
export interface ProductReference extends ViewReference {
  categories: Of<Category>
  institutions: Of<Institution>
  components: Of<{ disabled: boolean }>
  options: Of<{ type: string; enabled: boolean; title?: Localized }>
  checklists: Of<ChecklistDefinition>
  restrictions: Of<RestrictionText>
  permits: Of<Permit>
  hobbyUses: Of<HobbyUse>
}

/** The product and what a change of it is judged with. */
export interface WriteContext {
  before: Product
  actor: Actor
  /** The instant of the change, in UTC. */
  now: string
  /** The day of the change in the installation's time zone. */
  today: string
  reference: ProductReference
  derived: Parents
}

/** The answer for an unknown id, and for a product that the actor may not know of. */
export const productNotFound = (id: string): Refusal =>
  refuse('not_found', `Product with ID ${id} not found.`, { key: 'productNotFound', params: { id } })
export const productArchived = (): Refusal =>
  refuseRule('productArchived', 'The product is archived. Take it out of the archive first.')
export const listMissing = (id: string): Refusal =>
  refuseRule('listMissing', `List missing: ${id}`, { params: { id } })

export const isProduct = (entity: Entity | undefined): entity is Product => entity?.entityclass === 'product'
