/** Who may know of a confirmation, as its product stands today. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { type Lists, productSubject } from '../../../shared/rules/product-subject.ts'
import { isConfirmation } from '../../domain/confirmation/rules.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { readMany } from '../entity/many.ts'

/** Products of the confirmations among the entities, by id. */
export async function confirmedProducts(
  entities: { getMany(ids: string[]): Promise<Entity[]> },
  among: readonly Entity[],
): Promise<ReadonlyMap<string, Product>> {
  const ids = new Set(among.filter(isConfirmation).map(({ data }) => data.productId))
  if (ids.size === 0) return new Map()
  const products = (await readMany(entities, [...ids])).filter(isProduct)
  return new Map(products.map((product) => [product.id, product]))
}

/** Without its product, which was erased then, its institution knows of it and whoever knows of all. */
export function mayKnowOf(
  confirmation: Entity,
  products: ReadonlyMap<string, Product>,
  actor: Actor,
  lists: Lists,
): boolean {
  if (!isConfirmation(confirmation)) return false
  const { productId, listIds, institutionId, companyId, sendDate } = confirmation.data
  return can(actor, 'confirmation:view', {
    product: productSubject(products.get(productId)?.data ?? { listData: {} }, lists),
    lists: listIds,
    institution: institutionId,
    company: companyId,
    isSent: sendDate !== undefined && !confirmation.disabled,
  })
}
