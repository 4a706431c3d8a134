/** Two worlds that differ only in what a viewer may not see of derived parents look the same to the viewer. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Product, ViewReference } from '../../functions/domain/product/context.ts'
import { titlesOf, toView } from '../../functions/domain/product/view.ts'
import type { Secrecy } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { ListData, ProductData } from '../../shared/model/product.ts'
import { can } from '../../shared/rules/permissions.ts'
import { audienceOf, knownBy, productSubject } from '../../shared/rules/product-subject.ts'
import { productViewerScope } from '../../shared/rules/product-viewer-scope.ts'
import { isLinkable, responsibleInstitution } from '../../shared/rules/resolution.ts'
import { ownLists } from '../../shared/search/visibility.ts'
import { definitions, productDatas, worldLists } from '../fixtures/search-products.ts'
import { idOf, viewers } from './product-samples.ts'

const parentId = idOf('parent')
const grandId = idOf('grandparent')
type ViewerName = 'C' | 'N' | 'P'

const entityOf = (id: string, data: ProductData): Product => ({
  id,
  entityclass: 'product',
  attributeset: 'default',
  rev: 2,
  created: '2026-01-01T08:00:00.000Z',
  createdBy: 'someone',
  updated: '2026-01-02T08:00:00.000Z',
  updatedBy: 'someone',
  disabled: false,
  data,
})
interface States {
  child: ProductData
  /** As they stand today, and as they were when an older revision of the child was written. */
  parent: [today: ProductData, then: ProductData]
  grand: [today: ProductData, then: ProductData]
}

/** All that the viewer is told of the child and its parents. */
function told({ child, parent, grand }: States, viewer: ViewerName, reference: ViewReference) {
  const actor = viewers[viewer]
  const of = (at: 0 | 1) => (id: string) =>
    id === parentId ? parent[at] : id === grandId ? grand[at] : undefined
  const today = { current: child, parents: of(0) }
  const product = entityOf(idOf('child'), child)
  const entities = [entityOf(parentId, parent[0])] as unknown as Entity[]
  return {
    now: toView(product, { actor, reference, derived: of(0), today }),
    older: toView({ ...product, rev: 1 }, { actor, reference, derived: of(1), today }),
    titles: titlesOf(entities, { actor, reference, parents: of(0) }),
  }
}

/** The product with other contents where the viewer does not see them, by the rights of `today`. */
function otherwise(
  data: ProductData,
  today: ProductData,
  replacement: ProductData,
  viewer: ViewerName,
  reference: ViewReference,
): ProductData {
  const scope = productViewerScope(viewers[viewer], today, reference, Object.keys(data.listData))
  if (!scope.seesProduct) return replacement
  const lists = Object.entries(data.listData).map(([id, list]) => {
    const kept: Record<string, unknown> = { ...list }
    for (const key of Object.keys(list)) {
      if (!isLinkable(key) || scope.seesField(key, responsibleInstitution(today, id))) continue
      delete kept[key]
      const other = replacement.listData[id]?.[key]
      if (other !== undefined) kept[key] = other
    }
    return [id, kept as ListData]
  })
  return { ...data, listData: Object.fromEntries(lists) }
}
const isHidden = (data: ProductData, viewer: ViewerName, reference: ViewReference) =>
  !can(viewers[viewer], 'product:view', productSubject(data, reference.lists))

const worlds = fc.record({
  name: fc.constantFrom<Secrecy>('public', 'public', 'core-partners', 'base-data-responsible'),
  table: fc.constantFrom<Secrecy>('public', 'national-partners', 'base-data-responsible'),
  child: productDatas(parentId),
  parent: fc.tuple(productDatas(grandId), productDatas(grandId)),
  grand: fc.tuple(productDatas(undefined), productDatas(undefined)),
  others: fc.array(productDatas(grandId), { minLength: 4, maxLength: 4 }),
})

describe.each(['C', 'N', 'P'] as const)('viewer %s', (viewer) => {
  test('is told the same of a product, its older revisions and its parent’s title', () => {
    let differed = 0
    fc.assert(
      fc.property(worlds, ({ name, table, child, parent, grand, others }) => {
        const reference: ViewReference = {
          lists: worldLists,
          fields: definitions(name, table),
          standards: new Map(),
        }
        const [p, q, r, s] = others as [ProductData, ProductData, ProductData, ProductData]
        // What takes the place of a parent that answers not found has to answer so, too.
        fc.pre(!isHidden(parent[0], viewer, reference) || isHidden(p, viewer, reference))
        fc.pre(!isHidden(grand[0], viewer, reference) || isHidden(r, viewer, reference))
        const change = (
          of: [ProductData, ProductData],
          now: ProductData,
          then: ProductData,
        ): [ProductData, ProductData] => [
          otherwise(of[0], of[0], now, viewer, reference),
          otherwise(of[1], of[0], then, viewer, reference),
        ]
        const changed = { child, parent: change(parent, p, q), grand: change(grand, r, s) }
        if (JSON.stringify(changed) !== JSON.stringify({ child, parent, grand })) differed++
        expect(told(changed, viewer, reference)).toEqual(told({ child, parent, grand }, viewer, reference))
      }),
      { numRuns: 200 },
    )
    expect(differed).toBeGreaterThan(viewer === 'P' ? 10 : 50)
  })
})

test('the ids that let viewers know of a product say what the matrix says', () => {
  fc.assert(
    fc.property(productDatas(undefined), (data) => {
      const audience = audienceOf(data.listData)
      const subject = productSubject(data, worldLists)
      for (const actor of Object.values(viewers)) {
        const known = knownBy(actor, ownLists(actor, { list: worldLists, fielddefinition: new Map() }))
        expect(known === undefined || known.some((id) => audience.includes(id))).toBe(
          can(actor, 'product:view', subject),
        )
      }
    }),
    { numRuns: 500 },
  )
})
