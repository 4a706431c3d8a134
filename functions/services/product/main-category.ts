/** Keeps a product in one main category with its parent and its children, whatever changes it. */
import { derivedChainLimit } from '../../../shared/constants.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import type { ProductReference } from '../../domain/product/context.ts'
import {
  differsFrom,
  hasSameCategory,
  mainCategoriesDiffer,
  mainCategoryOf,
  movesMainCategory,
  readsCategory,
} from '../../domain/product/main-category.ts'
import type { Turn } from '../../ports/entity-store.ts'
import { decideOnStored } from '../entity/decide-on-stored.ts'
import type { NamingReader } from '../entity/naming.ts'
import { parentTurns } from '../entity/turns.ts'
import { walkBelow } from './children.ts'
import { type EntityReader, loadParents } from './parents.ts'

export interface FamilyReader extends EntityReader, NamingReader {
  counter(name: string): Promise<number>
}
type Categories = ProductReference['categories']

/**
 * Refuses where the product, as it is in `data`, is of another main category than its parent, or than a child that is not
 * deleted: all generations that read their category from it, and the first that does not. A parent or a child without a
 * category does not differ. Refusals and errors: those of `walkBelow`, too.
 */
async function familyRefusal(
  entities: FamilyReader,
  id: string,
  data: ProductData,
  categories: Categories,
): Promise<Refusal | undefined> {
  const above = await loadParents(entities, [data])
  const followers = new Map([[id, data]])
  const derived = (one: string) => followers.get(one) ?? above(one)
  const c = { reference: { categories }, derived }
  const main = mainCategoryOf(c, data)
  const parent = data.derivedProductId === undefined ? undefined : above(data.derivedProductId)
  const ofParent = parent && mainCategoryOf(c, parent)
  if (ofParent !== undefined && ofParent !== main) return mainCategoriesDiffer()
  const walked = await walkBelow(entities, id, {
    most: derivedChainLimit,
    visit: (child) => {
      if (child.disabled) return false
      if (differsFrom(main, c, child.data)) return mainCategoriesDiffer()
      const follows = readsCategory(child.data)
      if (follows) followers.set(child.id, child.data)
      return follows
    },
  })
  return isRefusal(walked) ? walked : undefined
}

/**
 * Judges a change that may bring the product into another main category than its parent or its children. `before`: undefined
 * where it comes back, and is judged anyhow. Gives the turn that it is to be written in: of two who change a family only one writes
 * what was decided. Undefined where the change has nothing to do with it.
 */
export async function judgeMainCategory(
  entities: FamilyReader,
  reference: { categories: Categories },
  id: string,
  before: ProductData | undefined,
  after: ProductData,
  taken?: Turn,
): Promise<Turn | Refusal | undefined> {
  if (before && hasSameCategory(before, after)) return undefined
  const { categories } = reference
  // The turn first: what is read after it is as it was then, or the write is refused. Categories take it, too, before they move.
  const turn = taken ?? { counter: parentTurns, at: await entities.counter(parentTurns) }
  return decideOnStored(entities, { categories }, { categories: 'category' }, async (stored) => {
    if (before && !movesMainCategory(before, after, stored.categories)) return turn
    return (await familyRefusal(entities, id, after, stored.categories)) ?? turn
  })
}
