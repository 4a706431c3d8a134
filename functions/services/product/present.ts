/** Reads what a view of a product needs besides the product itself. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import { isProduct, type Product, productNotFound, type ViewReference } from '../../domain/product/context.ts'
import { withParentsNames } from '../../domain/product/inherited-names.ts'
import { type Parents, seenParentRevs } from '../../domain/product/parent-revs.ts'
import { namedIn, titlesOf, toView } from '../../domain/product/view.ts'
import { readMany } from '../entity/many.ts'
import { categoryTrees } from './category-trees.ts'
import { type EntityReader, loadParents, type ParentStates } from './parents.ts'

export interface PresentContext {
  actor: Actor
  reference: ViewReference
  /** Parents that are known already; of an older revision also those of then. */
  derived?: Parents | ParentStates
  /** The state of today, which decides the rights; the product itself unless an older revision is shown. */
  current?: ProductData
}

/**
 * The product with what its page needs: one read for all names (in chunks), and one for each generation of derived
 * parents and each level of its categories. Refuses with not_found where the viewer may not know of it.
 */
export async function presentProduct(
  entities: EntityReader,
  product: Product,
  { actor, reference, derived, current = product.data }: PresentContext,
): Promise<ProductView | Refusal> {
  const known = derived ?? (await loadParents(entities, [product.data]))
  const { atRevision, today, at } =
    typeof known === 'function' ? { atRevision: known, today: known, at: undefined } : known
  const data = withParentsNames(product, { derived: atRevision, today, at })
  // The newest state is shown by its own rights: the view goes by identity.
  const rights = { current: current === product.data ? data : current, parents: today }
  const view = toView({ ...product, data }, { actor, reference, derived: atRevision, today: rights })
  if (!view) return productNotFound(product.id)
  const [named, trees] = await Promise.all([readMany(entities, namedIn(view)), categoryTrees(entities, view)])
  view.categoryTrees = trees
  if (typeof known === 'function' && product.data.derivedProductId !== undefined) {
    const parentRevs = seenParentRevs(product.data, known, actor, reference)
    if (parentRevs.length > 0) view.parentRevs = parentRevs
  }
  const parents = await loadParents(
    entities,
    named.filter(isProduct).map(({ data }) => data),
  )
  view.titles = titlesOf(named, { actor, reference, parents })
  return view
}
