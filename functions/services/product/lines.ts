/** Products as lines among others. */
import { fixedIds } from '../../../shared/constants.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import type { ProductLine } from '../../../shared/model/product-line.ts'
import { readsDerived } from '../../../shared/rules/resolution.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { titlesOf } from '../../domain/product/view.ts'
import { readMany } from '../entity/many.ts'
import { type ViewerScope, visibleEntities } from '../entity/visible.ts'
import { loadParents } from './parents.ts'

/** The lines of those products that the viewer may know of, in their order: a few reads for all of them together. */
export async function productLines(products: readonly Product[], scope: ViewerScope): Promise<ProductLine[]> {
  const { actor, entities, reference } = scope
  const seen = (await visibleEntities(products, scope)).filter(isProduct)
  const known = new Set(seen.map(({ id }) => id))
  const stored = products.filter(({ id }) => known.has(id))
  const companiesOf = ({ listData }: ProductData) => [
    ...new Set(Object.values(listData[fixedIds.list.base]?._companies ?? {}).map(({ company }) => company)),
  ]
  const [parents, companies] = await Promise.all([
    loadParents(entities, stored.map(({ data }) => data).filter(readsDerived)),
    readMany(
      entities,
      seen.flatMap(({ data }) => companiesOf(data)),
    ),
  ])
  const titles = titlesOf([...stored, ...companies], { actor, reference, parents })
  return seen.map(({ id, data }) => ({
    id,
    title: titles[id] ?? '',
    archived: data.archived ?? false,
    companies: companiesOf(data).flatMap((company) => titles[company] ?? []),
    lists: Object.keys(data.listData),
  }))
}
