/** What an import of a product does besides replacing values: stamps of activation, approvals, names, components. */
import { fixedIds } from '../../../shared/constants.ts'
import { invalidInput, ruleViolated } from '../../../shared/errors.ts'
import type { Biostandard, Category, FieldDefinition, List } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { ApprovalRow, LinkSource, ListData, ProductData } from '../../../shared/model/product.ts'
import { compareDays, storedDay } from '../../../shared/rules/dates.ts'
import { isFieldShown } from '../../../shared/rules/product-validity.ts'
import { unwrap } from '../../../shared/rules/refusal.ts'
import { type DerivedOf, derivedChainRefusal } from '../../../shared/rules/resolution.ts'
import { carriedRows, propagateComponents } from '../product/components.ts'
import { withNameHistory } from '../product/name-history.ts'

type Of<T> = ReadonlyMap<string, Pick<Entity<T>, 'data'>>
export interface ProductImport {
  id: string
  before: Entity<ProductData> | undefined
  account: string
  now: string
  today: string
  lists: Of<List>
  standards: Of<Biostandard>
  fields: Of<FieldDefinition>
  categories: Of<Category>
  derived: DerivedOf
}

/**
 * An approval that the register knows. It is final from the day of its first import, or from its end if that is
 * earlier: the register does not tell when it began.
 */
function approved(row: ApprovalRow, before: ApprovalRow | undefined, c: ProductImport): ApprovalRow {
  const today = storedDay(c.today)
  const begin = row.begin ?? (row.end !== undefined && compareDays(row.end, today) < 0 ? row.end : today)
  if (before?.hasEverBeenApproved && before.begin !== undefined)
    return { ...row, begin: row.begin ?? before.begin }
  return {
    ...row,
    begin,
    hasEverBeenApproved: true,
    finalApprovalAccountId: c.account,
    finalApprovalDate: c.now,
    updatedBy: c.account,
  }
}

function finishList(id: string, list: ListData, c: ProductImport, set: readonly string[]): ListData {
  const was = c.before?.data.listData[id]
  const result: ListData = Object.assign({}, list)
  if (list._active !== (was?._active ?? false)) {
    if (list._active) Object.assign(result, { activatedOn: c.now, activatedBy: c.account })
    else Object.assign(result, { deactivatedOn: c.now, deactivatedBy: c.account })
  }
  const touched = Object.keys(list._approval).filter((standard) =>
    set.some((place) => place.startsWith(`/listData/${id}/_approval/${standard}/`)),
  )
  if (touched.length) {
    result._approval = { ...list._approval }
    for (const standard of touched) {
      const known = c.standards.get(standard)?.data
      if (!known)
        throw invalidInput([{ path: `/listData/${id}/_approval/${standard}`, expected: 'a standard' }])
      if (known.baseApproval)
        throw ruleViolated('A base approval needs two people; an import cannot give it.', {
          key: 'importBaseApproval',
        })
      result._approval[standard] = approved(list._approval[standard]!, was?._approval[standard], c)
    }
  }
  return result
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
    if (field.displayType === 'tab' && field.type !== 'button' && isFieldShown(field, id, mainCategory))
      link(field.path)
  const carried = carriedRows(root?._components.base ?? {})
  const _components = { ...list._components, base: { ...carried, ...list._components.base } }
  return Object.assign({}, list, { _linked: { ..._linked, ...list._linked }, _components })
}

/** The product as it is stored after an import. `set` are the places that the register changed. Errors: as a save's. */
export function finishProduct(data: ProductData, set: readonly string[], c: ProductImport): ProductData {
  if (!data.listData[fixedIds.list.base])
    throw invalidInput([{ path: '/listData', expected: 'data of the base list' }])
  const missing = Object.keys(data.listData).find((id) => !c.lists.has(id))
  if (missing) throw ruleViolated(`List missing: ${missing}`, { key: 'listMissing', params: { id: missing } })
  if (data.derivedProductId !== undefined && data.derivedProductId !== c.before?.data.derivedProductId) {
    const refused = derivedChainRefusal(c.id, data.derivedProductId, c.derived)
    if (refused) unwrap(refused)
  }
  const listData: ProductData['listData'] = {}
  for (const [id, list] of Object.entries(data.listData)) {
    const isNew = id !== fixedIds.list.base && !c.before?.data.listData[id]
    listData[id] = finishList(id, isNew ? startedList(id, list, data, c) : list, c, set)
  }
  const after: ProductData = { ...data, listData }
  if (!c.before) return after
  const carried = propagateComponents(c.before.data, after)
  const touched = Object.keys(listData).filter((id) =>
    set.some((place) => place.startsWith(`/listData/${id}/`)),
  )
  return withNameHistory({ before: c.before, now: c.now, derived: c.derived }, carried, touched)
}

/** The product deactivated in a list, undefined where it is not active there. */
export function retired(
  data: ProductData,
  list: string,
  account: string,
  now: string,
): ProductData | undefined {
  const found = data.listData[list]
  if (!found?._active) return undefined
  const changed: ListData = Object.assign({}, found, {
    _active: false,
    deactivatedOn: now,
    deactivatedBy: account,
  })
  return { ...data, listData: { ...data.listData, [list]: changed } }
}
