/** What keeps a list of the draft from being saved, by the same rules as on the server. */

import type { Issue } from '../../../../shared/errors.ts'
import { tradeNamePath } from '../../../../shared/model/field-path.ts'
import type { ProductData, ProductView } from '../../../../shared/model/product.ts'
import { hobbyIssues } from '../../../../shared/rules/hobby-garden.ts'
import { percentIssues } from '../../../../shared/rules/percent.ts'
import { permitIssues } from '../../../../shared/rules/permits.ts'
import { productTabs } from '../../../../shared/rules/product-tabs.ts'
import {
  documentIssues,
  issue,
  mandatoryIssues,
  type ProductIssue,
  productSentences,
  roleIssues,
} from '../../../../shared/rules/product-validity.ts'
import { displayIssues } from '../../../../shared/rules/public-display.ts'
import { sameValue } from '../../../../shared/rules/values.ts'
import { getAt, pointerParts } from '../../../ui/json-at.ts'
import { unreadKind } from '../../../ui/unread.ts'
import { checklistProblems } from './checklist.ts'
import { shownStandards } from './display.ts'
import { baseList, effective } from './draft.ts'
import type { Lookup } from './lookup.ts'
import { livePermit } from './permits.ts'
import { tabOfPath } from './tabs.ts'

/** Main categories that a list of this product may take; empty means all. */
export function allowedMainCategories(
  view: ProductView,
  draft: ProductData,
  list: string,
  lookup: Lookup,
): readonly string[] {
  const offered = lookup.lists.get(list)?.data.mainCategories ?? []
  if (list === baseList) return offered
  const base = lookup.mainCategoryOf(
    effective(view, draft, baseList, '_category').value as string | undefined,
  )
  if (base === undefined) return offered
  return offered.length === 0 || offered.includes(base as (typeof offered)[number]) ? [base] : offered
}

export function problemsOf(
  draft: ProductData,
  view: ProductView,
  list: string,
  lookup: Lookup,
): ProductIssue[] {
  const data = draft.listData[list]
  if (!data) return []
  const stored = view.data.listData[list]
  const category = effective(view, draft, list, '_category').value as string | undefined
  const found: ProductIssue[] = []
  if (category === undefined || category === '')
    found.push(issue('noCategory', `/listData/${list}/_category`))
  found.push(
    ...mandatoryIssues(
      list,
      lookup.definitions,
      (path) => effective(view, draft, list, path).value,
      lookup.mainCategoryOf(category),
    ),
    ...roleIssues(list, data._companies),
    ...documentIssues(list, data._documents),
    ...permitIssues(
      list,
      data._permits,
      stored?._permits,
      lookup.mainCategoryOf(category),
      (id) => livePermit(lookup, id)?.data,
    ),
    ...displayIssues(list, data._display, stored?._display, (id) =>
      shownStandards(lookup, list, undefined).some((one) => one.id === id),
    ),
    ...checklistProblems(draft, view, list, lookup),
    ...hobbyIssues(
      list,
      data._hobbygarden,
      stored?._hobbygarden,
      lookup.lists.get(list)?.data,
      (id) => lookup.hobbyUses.options.find((one) => one.id === id)?.enabled === true,
    ),
    ...percentIssues(list, data, lookup.definitionByPath, (unit) => lookup.selectOption(unit)?.title),
  )
  return found
}

/**
 * Problems that keep a save from happening: those that are new, or of a place that was changed. Old faults of places
 * that nobody touched do not, as on the server. Nothing is old in what was never stored (`original` undefined).
 */
export function blockingProblems(
  original: ProductData | undefined,
  draft: ProductData,
  view: ProductView,
  list: string,
  lookup: Lookup,
): ProductIssue[] {
  const found = problemsOf(draft, view, list, lookup)
  if (!original) return found
  const old = new Set(problemsOf(original, view, list, lookup).map((p) => p.path))
  return found.filter((p) => {
    const parts = pointerParts(p.path)
    return !old.has(p.path) || !sameValue(getAt(original, parts), getAt(draft, parts))
  })
}

/** Key of a sentence that the server said in English, to say it in the reader's language. */
export const keyOfSentence = (sentence: string): ProductIssue['key'] | undefined =>
  (Object.keys(productSentences) as ProductIssue['key'][]).find((key) => productSentences[key] === sentence)

const keysOfPage = [tradeNamePath, '_category', '_companies', '_components']
/**
 * What is told of what is wrong, in the order of the page. Old faults that keep nothing from being saved are told only
 * where nothing else is wrong.
 */
export function inPageOrder(
  issues: readonly Issue[],
  { original, draft }: { original: ProductData; draft: ProductData },
  view: ProductView,
  list: string,
  lookup: Lookup,
): Issue[] {
  const found = new Set(problemsOf(draft, view, list, lookup).map((p) => p.path))
  const blocking = new Set(blockingProblems(original, draft, view, list, lookup).map((p) => p.path))
  const now = issues.filter((i) => unreadKind(i) || !found.has(i.path) || blocking.has(i.path))
  const rank = ({ path }: Issue) => {
    const key = pointerParts(path)[2] ?? ''
    const at = keysOfPage.indexOf(key)
    return at >= 0 ? at : keysOfPage.length + lookup.definitions.findIndex((d) => d.path === key)
  }
  const tabRank = ({ path }: Issue) => productTabs.indexOf(tabOfPath(path, lookup))
  return (now.length > 0 ? now : issues).toSorted((a, b) => tabRank(a) - tabRank(b) || rank(a) - rank(b))
}
