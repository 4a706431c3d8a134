/** What an import of a product does besides replacing values: stamps of activation, new lists, names, components. */
import { fixedIds } from '../../../shared/constants.ts'
import type { Category, FieldDefinition, List } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { LinkSource, ListData, ProductData } from '../../../shared/model/product.ts'
import { hasOwnValues, isFieldShown } from '../../../shared/rules/product-validity.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import { type DerivedOf, derivedChainRefusal } from '../../../shared/rules/resolution.ts'
import { carriedRows, copiesOf, propagateComponents } from '../product/components.ts'
import { listMissing, productArchived } from '../product/context.ts'
import { withKeys, withList } from '../product/lists.ts'
import { mainCategoriesRefusal } from '../product/main-category.ts'
import { withNameHistory } from '../product/name-history.ts'
import { wrongValues } from '../product/schema.ts'
import { hashOf } from './fields.ts'
import type { Memory } from './merge.ts'

type Of<T> = ReadonlyMap<string, Pick<Entity<T>, 'data'>>
export interface ProductImport {
  id: string
  before: Entity<ProductData> | undefined
  account: string
  now: string
  lists: Of<List>
  fields: Of<FieldDefinition>
  categories: ReadonlyMap<string, Entity<Category>>
  derived: DerivedOf
  /** Generations of products that are derived from the product. */
  below: number
}

/** Who activated or deactivated the list, and when. */
function stampActive(id: string, list: ListData, c: ProductImport): ListData {
  const was = c.before?.data.listData[id]
  if (list._active === (was?._active ?? false)) return list
  const stamp = list._active
    ? { activatedOn: c.now, activatedBy: c.account }
    : { deactivatedOn: c.now, deactivatedBy: c.account }
  return Object.assign({}, list, stamp)
}

/** A list that the register brings is linked to the basis like one that staff add, but for what the register says itself. */
function startedList(id: string, list: ListData, data: ProductData, c: ProductImport): ListData {
  const root = data.listData[fixedIds.list.base]
  const mainCategory = root?._category && c.categories.get(root._category)?.data.mainCategoryKey
  const _linked: Record<string, LinkSource> = {}
  const link = (key: string) => {
    if (!Object.hasOwn(list, key)) _linked[key] = list._linked[key] ?? 'basis'
  }
  link('_category')
  for (const { data: field } of c.fields.values())
    if (hasOwnValues(field) && isFieldShown(field, id, mainCategory)) link(field.path)
  const carried = { base: carriedRows(root?._components.base ?? {}), additional: {} }
  return withKeys(list, { _linked: { ..._linked, ...list._linked }, ...copiesOf(carried, list._components) })
}

/** A register gives a parent by the rules of `decideSetParent`; a product may come without a category, to a parent without one. */
function newParentRefusal(data: ProductData, c: ProductImport): Refusal | undefined {
  const { derivedProductId: parentId } = data
  if (!isParentNew(c.before?.data, data) || parentId === undefined) return undefined
  const refused = derivedChainRefusal(c.id, parentId, c.derived, c.below)
  if (refused) return refused
  const parent = c.derived(parentId)
  if (!parent) return undefined
  if (parent.archived) return productArchived()
  return mainCategoriesRefusal({ reference: c, derived: c.derived }, data, parent)
}
/** Does the product get a parent, or another one? */
export const isParentNew = (before: Parent | undefined, after: Parent): boolean =>
  after.derivedProductId !== undefined && after.derivedProductId !== before?.derivedProductId
type Parent = Pick<ProductData, 'derivedProductId'>

/** The product as it is stored after an import. */
export function finishProduct(data: ProductData, c: ProductImport): ProductData | Refusal {
  if (!data.listData[fixedIds.list.base])
    return wrongValues([{ path: '/listData', expected: 'data of the base list', key: 'baseListMissing' }])
  const missing = Object.keys(data.listData).find((id) => !c.lists.has(id))
  if (missing) return listMissing(missing)
  const refused = newParentRefusal(data, c)
  if (refused) return refused
  const listData: ProductData['listData'] = {}
  for (const [id, list] of Object.entries(data.listData)) {
    const isNew = id !== fixedIds.list.base && !c.before?.data.listData[id]
    listData[id] = stampActive(id, isNew ? startedList(id, list, data, c) : list, c)
  }
  const after: ProductData = { ...data, listData }
  if (!c.before) return after
  const carried = propagateComponents(c.before.data, after, { keepsChanged: true })
  return withNameHistory({ before: c.before, now: c.now, derived: c.derived }, carried)
}

/**
 * The product deactivated in a list, undefined where it is not active there, or not by the register: staff may have
 * activated it again since it was gone. What is archived takes no changes.
 */
export function retired(
  data: ProductData,
  list: string,
  memory: Memory | undefined,
  account: string,
  now: string,
): ProductData | undefined {
  const found = data.listData[list]
  const isRegisters = memory?.hashes[`/listData/${list}/_active`] === hashOf(true)
  if (!found?._active || data.archived || found._archived || !isRegisters) return undefined
  const stamp = { deactivatedOn: now, deactivatedBy: account }
  return withList(data, list, withKeys(found, { _active: false, ...stamp }))
}
