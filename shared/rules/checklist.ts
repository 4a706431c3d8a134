/** Checklists of a product (file 1 §5): where an entry applies, and which mandatory ones are not met. */

import type { ChecklistDefinition } from '../model/administration.ts'
import type { Localized } from '../model/basics.ts'
import type { ListData } from '../model/product.ts'
import { compareDays } from './dates.ts'
import { issue, type ProductIssue } from './product-validity.ts'

/** Where a product is looked at: `categories` is its category with all of its ancestors. */
export interface ChecklistPlace {
  tab?: string
  list: string
  categories: readonly string[]
}
type Rows = ListData['_checklist']

const allows = (restriction: readonly string[], values: readonly string[]) =>
  restriction.length === 0 || values.some((value) => restriction.includes(value))

/** Tab, list and category must match; an empty restriction is none. Without a tab, the tab is not asked. */
export const appliesTo = (definition: ChecklistDefinition, place: ChecklistPlace): boolean =>
  definition.active &&
  (place.tab === undefined || allows(definition.showInTabs, [place.tab])) &&
  allows(definition.listRestrict, [place.list]) &&
  allows(definition.categoryRestrict, place.categories)

export const isVisibleIn = (definition: Pick<ChecklistDefinition, 'visibleInLists'>, list: string): boolean =>
  allows(definition.visibleInLists, [list])

/** The entry is answered on the product, there: one of companies is answered on the company. */
export const belongsTo = (definition: ChecklistDefinition, place: ChecklistPlace): boolean =>
  definition.modus !== 'company' && appliesTo(definition, place) && isVisibleIn(definition, place.list)

/** Tabs that show the entry, of `tabs`: those that it is restricted to, else the checklist's own. */
export function tabsOfEntry<T extends string>(
  { showInTabs }: Pick<ChecklistDefinition, 'showInTabs'>,
  tabs: readonly T[],
): (T | 'checklist')[] {
  const named = tabs.filter((tab) => showInTabs.includes(tab))
  return named.length > 0 ? named : ['checklist']
}

/** Mandatory, without value and not optional; or its chosen option is not okay. */
export function isUnmet(definition: ChecklistDefinition, row: Rows[string] | undefined): boolean {
  const status = row?.status
  if (status === undefined || status === '') return definition.mandatory && !definition.isOptional
  return !definition.options.some((option) => option.id === status && option.okay)
}

/** What is wrong with an entry's own values, and where. */
export type EntryProblem = { at: 'status' | 'date' | 'until'; kind: 'option' | 'missing' | 'order' }
/**
 * The status must be an option of the definition; dates that the definition demands come with it, and nothing ends
 * before it begins.
 */
function entryProblems(definition: ChecklistDefinition, row: Rows[string]): EntryProblem[] {
  const found: EntryProblem[] = []
  const { status, date, until } = row
  const isAnswered = status !== undefined && status !== ''
  if (isAnswered && !definition.options.some((option) => option.id === status))
    found.push({ at: 'status', kind: 'option' })
  if (isAnswered && definition.dateEffectiveMandatory && date === undefined)
    found.push({ at: 'date', kind: 'missing' })
  if (isAnswered && definition.dateUntilMandatory && until === undefined)
    found.push({ at: 'until', kind: 'missing' })
  if (date !== undefined && until !== undefined && compareDays(date, until) > 0)
    found.push({ at: 'until', kind: 'order' })
  return found
}

const keyOf: Record<EntryProblem['kind'], ProductIssue['key']> = {
  option: 'optionUnknown',
  missing: 'mandatory',
  order: 'checklistDates',
}
/** The same as issues of the product; `path` is the entry's. */
export const entryIssues = (
  path: string,
  definition: ChecklistDefinition,
  row: Rows[string],
): ProductIssue[] => entryProblems(definition, row).map(({ at, kind }) => issue(keyOf[kind], `${path}/${at}`))

/** The answer has a last day, and it has passed. */
export const isOver = (row: Pick<Rows[string], 'until'> | undefined, today: string): boolean =>
  row?.until !== undefined && compareDays(row.until, today) < 0

/** Titles of the mandatory entries that the list does not meet, in the order of the definitions. */
export function unmetEntries(
  definitions: Iterable<readonly [string, ChecklistDefinition]>,
  rows: Rows,
  place: ChecklistPlace,
): { id: string; title: Localized }[] {
  const unmet: { id: string; title: Localized }[] = []
  for (const [id, definition] of definitions) {
    if (!definition.mandatory || !appliesTo(definition, place) || !isVisibleIn(definition, place.list))
      continue
    if (isUnmet(definition, rows[id])) unmet.push({ id, title: definition.title })
  }
  return unmet
}
