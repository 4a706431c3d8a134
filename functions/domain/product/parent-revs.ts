/** Revisions of derived parents: with the product's own revision they tell what a view of it was made from. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { productSubject } from '../../../shared/rules/product-subject.ts'
import { type DerivedOf, readsDerived } from '../../../shared/rules/resolution.ts'

/** Parents as they were read, each with its revision where that is known. */
export type Parents = DerivedOf & { revOf?(id: string): number | undefined }
export type LoadedParents = DerivedOf & Required<Pick<Parents, 'revOf'>>

/** A parent that values are read from. */
export interface ReadParent {
  id: string
  rev: number
  data: ProductData
}
/** The products that values are read from, from the parent upwards. */
export function readParents(product: ProductData, parents: Parents): ReadParent[] {
  const found: ReadParent[] = []
  let child = product
  while (child.derivedProductId !== undefined && readsDerived(child)) {
    const id = child.derivedProductId
    const [data, rev] = [parents(id), parents.revOf?.(id)]
    if (!data || rev === undefined || found.some((one) => one.id === id)) break
    found.push({ id, rev, data })
    child = data
  }
  return found
}

/** Their revisions as far as the actor may know of these products: ahead of the first one of which they may not, it ends. */
export function seenParentRevs(
  product: ProductData,
  parents: Parents,
  actor: Actor,
  reference: { lists: Parameters<typeof productSubject>[1] },
): number[] {
  const all = readParents(product, parents)
  const hidden = all.findIndex(
    ({ data }) => !can(actor, 'product:view', productSubject(data, reference.lists)),
  )
  return all.slice(0, hidden < 0 ? all.length : hidden).map(({ rev }) => rev)
}
