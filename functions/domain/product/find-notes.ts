/** Which notes the screen of notes is asked for: as a question to the index, and judged on what the viewer sees. */
import type { ListNotesInput } from '../../../shared/calls/bml/product/listnotes.ts'
import type { Category } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { type NoteMarks, notesOf, type PlacedNote } from '../../../shared/rules/notes.ts'
import type { RedactedProduct } from '../../../shared/rules/redact-product.ts'
import { responsibleInstitution } from '../../../shared/rules/resolution.ts'
import type { Filter } from '../../../shared/search/filter.ts'

export type NotesAsked = Omit<ListNotesInput, 'cursor' | 'limit'>

const is = (field: string, value: string | boolean | undefined): Filter[] =>
  value === undefined ? [] : [{ field, comparison: 'eq', value }]
const isNot = (field: string, value: string | boolean): Filter => ({ field, comparison: 'ne', value })

/** Products that may have such notes. What a person has read is not in the index, so an unread one may be read already. */
export function notesFilter(asked: NotesAsked, account: string): Filter {
  const ofNote = [
    ...is('lists.notes.label', asked.label),
    ...(asked.status === 'unread'
      ? [isNot('lists.notes.settled', true), isNot('lists.notes.by', account)]
      : [{ field: 'lists.notes.at', comparison: 'exists' as const, value: true }]),
  ]
  const ofList = [
    ...is('lists.list', asked.list),
    ...is('lists.responsible', asked.institution),
    ...is('lists.person', asked.user),
    ...is('lists.inCategory', asked.category),
    { $nested: { path: 'lists.notes', match: { $and: ofNote } } },
  ]
  return { $nested: { path: 'lists', match: { $and: ofList } } }
}

type Categories = ReadonlyMap<string, Pick<Entity<Category>, 'data'>>
function isWithin(category: string | undefined, above: string, categories: Categories): boolean {
  const passed = new Set<string>()
  for (let at = category; at !== undefined && !passed.has(at); at = categories.get(at)?.data.parent) {
    if (at === above) return true
    passed.add(at)
  }
  return false
}

/** The notes that are meant among those that the viewer sees, the newest first. `marks`: what they have read of the product. */
export function notesMeant(
  { data: seen, resolved }: RedactedProduct,
  stored: ProductData,
  asked: NotesAsked,
  { account, marks }: { account: string; marks: NoteMarks },
  categories: Categories,
): PlacedNote[] {
  const isListMeant = (id: string): boolean => {
    const category = (resolved[id]?.['_category']?.value ?? seen.listData[id]?._category) as
      | string
      | undefined
    return (
      (asked.list === undefined || asked.list === id) &&
      (asked.institution === undefined || asked.institution === responsibleInstitution(stored, id)) &&
      (asked.user === undefined || asked.user === seen.listData[id]?._responsible?.accountId) &&
      (asked.category === undefined || isWithin(category, asked.category, categories))
    )
  }
  const lists = Object.fromEntries(Object.entries(seen.listData).filter(([list]) => isListMeant(list)))
  return notesOf({ listData: lists }, account, marks).filter(
    ({ label, isUnread }) =>
      (asked.label === undefined || asked.label === label) && (asked.status === 'unread') === isUnread,
  )
}
