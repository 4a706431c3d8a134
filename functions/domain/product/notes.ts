/** Which notes of a product somebody has read. */
import { maxListNotes, maxNoteMarks } from '../../../shared/constants.ts'
import { tooManyMarks } from '../../../shared/errors.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { markKey, type NoteMarks, noteState } from '../../../shared/rules/notes.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { noteIn } from './note-rights.ts'

const countOf = (list: ListData | undefined): number => Object.keys(list?._notes ?? {}).length
/** More notes than a list may have, unless there are no more than there were: one that has more of them from before can be saved. */
export function notesRefusal(before: ProductData | undefined, after: ProductData): Refusal | undefined {
  const limit = maxListNotes
  const tooMany = Object.entries(after.listData).filter(([id, list]) => {
    const was = before?.listData[id]
    return list !== was && countOf(list) > Math.max(limit, countOf(was))
  })
  if (tooMany.length === 0) return undefined
  const [key, expected] = ['notesTooMany', `A list of a product has at most ${limit} notes.`] as const
  const issues = tooMany.map(([id]) => ({ path: `/listData/${id}/_notes`, expected, key, params: { limit } }))
  return refuseRule(key, expected, { params: { limit }, issues })
}

/** The marks that there would be, or why there may not be so many. */
export function marksRefusal(
  marks: NoteMarks,
  change: Readonly<Record<string, string | undefined>>,
): Refusal | undefined {
  const after = Object.values({ ...marks, ...change }).filter((state) => state !== undefined).length
  if (after <= Math.max(maxNoteMarks, Object.keys(marks).length)) return undefined
  const { message, details } = tooManyMarks()
  return refuseRule('noteMarksTooMany', message, { params: details.params! })
}

/** A note in the state that somebody has seen. */
export interface NoteAsSeen {
  list: string
  note: string
  state: string
}

const marksThereMayBe = ({ listData }: ProductData): Set<string> =>
  new Set(
    Object.entries(listData).flatMap(([list, { _notes }]) =>
      Object.keys(_notes ?? {}).map((note) => markKey(list, note)),
    ),
  )

/**
 * The marks that change. One that the person does not see counts like one that is not there: it changes nothing, as does one
 * that says something else by now, which they have not read. What `stored` has no note for any more goes.
 */
export function marksToChange(
  seen: ProductData,
  stored: ProductData,
  marks: NoteMarks,
  { notes, read }: { notes: readonly NoteAsSeen[]; read: boolean },
): Record<string, string | undefined> {
  const kept = marksThereMayBe(stored)
  const gone = Object.keys(marks).filter((key) => !kept.has(key))
  const meant = notes.filter(({ list, note, state }) => {
    const row = noteIn(seen.listData[list], note)
    return row !== undefined && (!read || noteState(row) === state)
  })
  return Object.fromEntries([
    ...gone.map((key) => [key, undefined] as const),
    ...meant.map(({ list, note, state }) => [markKey(list, note), read ? state : undefined] as const),
  ])
}

/** Marks of notes that the person sees. */
export function marksSeen(seen: ProductData, marks: NoteMarks): NoteMarks {
  const kept = marksThereMayBe(seen)
  return Object.fromEntries(Object.entries(marks).filter(([key]) => kept.has(key)))
}
