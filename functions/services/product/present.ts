/** Reads what a view of a product needs besides the product itself. */
import { derivedChainLimit } from '../../../shared/constants.ts'
import type { Entity, Revision } from '../../../shared/model/entity.ts'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import { type DerivedOf, readsDerived } from '../../../shared/rules/resolution.ts'
import { isProduct, type Product, productNotFound } from '../../domain/product/context.ts'
import { namedIn, titlesOf, toView, type ViewContext } from '../../domain/product/view.ts'
import { readMany } from '../entity/many.ts'
import { type EntityReader, loadDerived } from './open.ts'

/**
 * The product with what its page needs: one read for all names (in chunks), and one for each derived parent. Refuses with
 * not_found where the viewer may not know of it.
 */
export async function presentProduct(
  entities: EntityReader,
  product: Product,
  c: Omit<ViewContext, 'derived' | 'current'> & { derived?: DerivedOf; current?: ProductData },
): Promise<ProductView | Refusal> {
  const derived = c.derived ?? (await loadDerived(entities, product.data))
  const context = { ...c, derived, current: c.current ?? product.data }
  const view = toView(product, context)
  if (!view) return productNotFound(product.id)
  view.titles = titlesOf(await readMany(entities, namedIn(view)), context)
  return view
}

/** Reads entities and their revisions; the entity store is one. */
export interface RevisionReader extends EntityReader {
  getRevision(id: string, rev: number): Promise<Revision | undefined>
}

/** The newest revision of an entity that was written at or before an instant. */
export async function revisionAt(
  entities: RevisionReader,
  head: Entity,
  at: string,
): Promise<Entity | undefined> {
  if (head.updated <= at) return head
  let [low, high] = [0, head.rev - 1]
  let found: Entity | undefined
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const revision = await entities.getRevision(head.id, middle)
    if (revision && revision.entity.updated <= at) {
      found = revision.entity
      low = middle
    } else high = middle - 1
  }
  return found
}

/** Derived parents as they were at an instant, so that an older revision shows what was read then. */
export async function loadDerivedAt(
  entities: RevisionReader,
  data: ProductData,
  at: string,
): Promise<DerivedOf> {
  const parents = new Map<string, ProductData>()
  let next = data.derivedProductId
  while (next !== undefined && !parents.has(next) && parents.size < derivedChainLimit) {
    const head = await entities.get(next)
    const parent = isProduct(head) ? await revisionAt(entities, head as Entity, at) : undefined
    if (!isProduct(parent)) break
    parents.set(next, parent.data)
    next = readsDerived(parent.data) ? parent.data.derivedProductId : undefined
  }
  return (id) => parents.get(id)
}
