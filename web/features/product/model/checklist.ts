/** The checklist of a product's list in the draft: which entries there are, on which tab, and how they are answered. */

import type { ChecklistDefinition } from '../../../../shared/model/administration.ts'
import type { ListData, ProductData, ProductView } from '../../../../shared/model/product.ts'
import {
  appliesTo,
  belongsTo,
  type ChecklistPlace,
  entryIssues,
  isUnmet,
  isVisibleIn,
  tabsOfEntry,
} from '../../../../shared/rules/checklist.ts'
import { editedTabs, type ProductTab } from '../../../../shared/rules/product-tabs.ts'
import type { ProductIssue } from '../../../../shared/rules/product-validity.ts'
import { titleOrder } from '../../../ui/select-options.ts'
import { effective, removeRow, setKey } from './draft.ts'
import { categoryPath } from './fields.ts'
import type { Lookup } from './lookup.ts'

export type ChecklistRow = ListData['_checklist'][string]
export interface ChecklistEntry {
  id: string
  title: string
  definition: ChecklistDefinition
  /** Tabs that show it. */
  tabs: readonly ProductTab[]
}

export const answersOf = (data: ProductData, list: string): ListData['_checklist'] =>
  data.listData[list]?._checklist ?? {}

export const checklistPlace = (
  list: string,
  category: string | undefined,
  lookup: Lookup,
): ChecklistPlace => ({
  list,
  categories: categoryPath(lookup.categoryById, category).map(({ id }) => id),
})

const entriesThat = (lookup: Lookup, fits: (definition: ChecklistDefinition) => boolean): ChecklistEntry[] =>
  [...lookup.checklists.values()]
    .filter(({ disabled, data }) => !disabled && fits(data))
    .map(({ id, data }) => ({
      id,
      title: lookup.title(data.title),
      definition: data,
      tabs: tabsOfEntry(data, editedTabs),
    }))
    .sort((a, b) => titleOrder(lookup.locale)(a.title, b.title) || (a.id < b.id ? -1 : 1))

/** Entries that are answered in the list, by their titles. */
export const entriesIn = (lookup: Lookup, place: ChecklistPlace): ChecklistEntry[] =>
  entriesThat(lookup, (definition) => belongsTo(definition, place))

/** Entries that the companies of the list answer. */
export const companyEntriesIn = (lookup: Lookup, place: ChecklistPlace): ChecklistEntry[] =>
  entriesThat(
    lookup,
    (definition) =>
      definition.modus === 'company' && appliesTo(definition, place) && isVisibleIn(definition, place.list),
  )

/** Ids of answers that no entry of the list asks for any more. */
export const formerAnswers = (entries: readonly ChecklistEntry[], rows: ListData['_checklist']): string[] =>
  Object.keys(rows).filter((id) => !entries.some((entry) => entry.id === id))

export const unmetOf = (entries: readonly ChecklistEntry[], rows: ListData['_checklist']): ChecklistEntry[] =>
  entries.filter(({ id, definition }) => definition.mandatory && isUnmet(definition, rows[id]))

export const isAnswered = (row: ChecklistRow | undefined): boolean =>
  row?.status !== undefined && row.status !== ''

/** Changes an answer; one in which nothing is left is none. Who gave it, the server says. */
export function withAnswer(
  data: ProductData,
  list: string,
  id: string,
  change: Partial<ChecklistRow>,
): ProductData {
  const rows = answersOf(data, list)
  const next: Record<string, unknown> = { ...rows[id], ...change }
  for (const [key, value] of Object.entries(next)) if (value === undefined || value === '') delete next[key]
  const isEmpty = Object.keys(next).every((key) => key === 'updatedBy')
  return setKey(data, list, '_checklist', isEmpty ? removeRow(rows, id) : { ...rows, [id]: next })
}
export const withoutAnswer = (data: ProductData, list: string, id: string): ProductData =>
  setKey(data, list, '_checklist', removeRow(answersOf(data, list), id))

/** What is wrong with the answers that the list asks for. */
export function checklistProblems(
  draft: ProductData,
  view: ProductView,
  list: string,
  lookup: Lookup,
): ProductIssue[] {
  const rows = answersOf(draft, list)
  if (Object.keys(rows).length === 0) return []
  const category = effective(view, draft, list, '_category').value as string | undefined
  return entriesIn(lookup, checklistPlace(list, category, lookup)).flatMap(({ id, definition }) => {
    const row = rows[id]
    return row ? entryIssues(`/listData/${list}/_checklist/${id}`, definition, row) : []
  })
}
