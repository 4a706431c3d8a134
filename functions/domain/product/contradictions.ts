/** Where lists of a product contradict themselves, each other, or what is settled for them (file 1 §5). */
import { fixedIds } from '../../../shared/constants.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { isOfferedIn } from '../../../shared/rules/approval.ts'
import { categoryPath } from '../../../shared/rules/category-path.ts'
import { hobbyIssues } from '../../../shared/rules/hobby-garden.ts'
import { permitIssues } from '../../../shared/rules/permits.ts'
import { issue, type ProductIssue, roleIssues } from '../../../shared/rules/product-validity.ts'
import { displayIssues } from '../../../shared/rules/public-display.ts'
import { type DerivedOf, resolveKey } from '../../../shared/rules/resolution.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { valueAt } from '../entity/unique-values.ts'
import { checklistIssues } from './checklist-issues.ts'
import type { ProductReference } from './context.ts'

const base = fixedIds.list.base

/** What a state is judged with that somebody, or an import, has made of another one. */
export interface Judged {
  before: { data: ProductData }
  derived: DerivedOf
  reference: Pick<
    ProductReference,
    'categories' | 'lists' | 'standards' | 'permits' | 'hobbyUses' | 'checklists'
  >
}

/** Category of a list as it is read, and its main category if it exists. */
export function categoryOf(
  c: { reference: Pick<ProductReference, 'categories'>; derived: DerivedOf },
  data: ProductData,
  list: string,
) {
  const id = resolveKey(data, list, '_category', c.derived)?.value
  const entity = typeof id === 'string' ? c.reference.categories.get(id) : undefined
  return { id, entity, mainCategory: entity?.data.mainCategoryKey }
}

/** `path` is where the category was chosen. */
export function categoryIssues(
  c: Judged,
  data: ProductData,
  list: string,
  path = `/listData/${list}/_category`,
): ProductIssue[] {
  const { id, entity, mainCategory } = categoryOf(c, data, list)
  if (id === undefined || id === '') return [issue('noCategory', path)]
  if (!entity) return [issue('categoryUnknown', path)]
  const above = categoryPath(entity.id, c.reference.categories).map((at) => c.reference.categories.get(at))
  if (above.some((at) => at?.disabled || at?.data.disabled)) return [issue('categoryDisabled', path)]
  // A category that was put below another main category belongs to neither.
  if (above.some((at) => at?.data.mainCategoryKey !== mainCategory))
    return [issue('mainCategoriesDiffer', path)]
  const allowed = c.reference.lists.get(list)?.data.mainCategories ?? []
  if (allowed.length && !allowed.includes(mainCategory ?? '')) return [issue('categoryRestricted', path)]
  // Every list of a product is about the same kind of product.
  const ofBase = list === base ? undefined : categoryOf(c, data, base).mainCategory
  return ofBase === undefined || ofBase === mainCategory ? [] : [issue('mainCategoriesDiffer', path)]
}

/** Standards, permits and uses in the hobby garden that a list names beside its values. */
export function namedIssues(c: Judged, list: string, data: ListData, mainCategory: string | undefined) {
  const before = c.before.data.listData[list]
  const { permits, hobbyUses, lists, standards } = c.reference
  const permitOf = (id: string) => {
    const entity = permits.get(id)
    return entity?.disabled ? undefined : entity?.data
  }
  const isOffered = (id: string) => {
    const path = categoryPath(id, hobbyUses)
    return path.length > 0 && path.every((at) => isOpen(hobbyUses.get(at)))
  }
  const isStandardHere = (id: string) => {
    const standard = standards.get(id)
    return (
      standard !== undefined &&
      !standard.disabled &&
      isOfferedIn(list, id, standard.data, lists.get(list)?.data)
    )
  }
  return [
    ...displayIssues(list, data._display, before?._display, isStandardHere),
    ...permitIssues(list, data._permits, before?._permits, mainCategory, permitOf),
    ...hobbyIssues(list, data._hobbygarden, before?._hobbygarden, lists.get(list)?.data, isOffered),
  ]
}
const isOpen = (entity: { disabled: boolean; data: { disabled: boolean } } | undefined) =>
  entity !== undefined && !entity.disabled && !entity.data.disabled

/** What a change of the base list's category makes wrong in a list that is not changed itself. */
function dependentCategoryIssues(c: Judged, data: ProductData, id: string, list: ListData): ProductIssue[] {
  const found = categoryIssues(c, data, id, `/listData/${base}/_category`)
  return list._linked._category === undefined ? found.filter((i) => i.key === 'mainCategoriesDiffer') : found
}

/** Lists that are not among these, but follow the base list's category. */
export function dependentIssues(c: Judged, data: ProductData, lists: readonly string[]): ProductIssue[] {
  if (!lists.includes(base)) return []
  return Object.entries(data.listData).flatMap(([id, list]) =>
    lists.includes(id) || list._archived ? [] : dependentCategoryIssues(c, data, id, list),
  )
}

/**
 * Does the issue keep this change from being saved? Old faults of places that the change does not touch do not: a
 * product stays editable when an administrator makes a field mandatory or closes a category.
 */
export const mustBeReported = (
  found: ProductIssue,
  before: ProductData,
  after: ProductData,
  old: ReadonlySet<string>,
): boolean => !old.has(found.path) || !sameValue(valueAt(before, found.path), valueAt(after, found.path))

/** What is missing only, which a register may leave to staff; and what is not there, which is told of all that is named. */
const notContradicting: ReadonlySet<ProductIssue['key']> = new Set([
  'mandatory',
  'noCategory',
  'categoryUnknown',
  'permitUnknown',
  // Registers note theirs on the base list, whatever list the authority's permit is offered in.
  'permitNotHere',
  'hobbyUnknown',
  'checklistUnknown',
])
/**
 * Where these lists contradict themselves, each other, or what is settled for them: what a change makes so is refused, also
 * one that may leave things out.
 */
export function contradictions(c: Judged, after: ProductData, lists: readonly string[]): ProductIssue[] {
  const inState = (data: ProductData) =>
    [
      ...lists.flatMap((id) => {
        const list = data.listData[id]
        if (!list) return []
        const { id: category, mainCategory } = categoryOf(c, data, id)
        return [
          ...categoryIssues(c, data, id),
          ...roleIssues(id, list._companies),
          ...namedIssues(c, id, list, mainCategory),
          ...checklistIssues(c, data, id, typeof category === 'string' ? category : undefined),
        ]
      }),
      ...dependentIssues(c, data, lists),
    ].filter(({ key }) => !notContradicting.has(key))
  const found = inState(after)
  const old = new Set(found.length > 0 ? inState(c.before.data).map(({ path }) => path) : [])
  return found.filter((one) => mustBeReported(one, c.before.data, after, old))
}
