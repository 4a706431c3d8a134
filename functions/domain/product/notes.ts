/** Which notes of a product somebody has read. */
import type { NoteRow, ProductData } from '../../../shared/model/product.ts'
import { type NoteMarks, noteState } from '../../../shared/rules/notes.ts'
import { noteIn } from './note-rights.ts'

/** A note in the state that somebody has seen. */
export interface NoteAsSeen {
  list: string
  note: string
  state: string
}

const rowsOf = ({ listData }: ProductData): [string, NoteRow][] =>
  Object.values(listData).flatMap(({ _notes }) => Object.entries(_notes ?? {}))

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
  const kept = new Set(rowsOf(stored).map(([note]) => note))
  const gone = Object.keys(marks).filter((note) => !kept.has(note))
  const meant = notes.filter(({ list, note, state }) => {
    const row = noteIn(seen.listData[list], note)
    return row !== undefined && (!read || noteState(row) === state)
  })
  return Object.fromEntries([
    ...gone.map((note) => [note, undefined] as const),
    ...meant.map(({ note, state }) => [note, read ? state : undefined] as const),
  ])
}

/** Marks of notes that the person sees. */
export function marksSeen(seen: ProductData, marks: NoteMarks): NoteMarks {
  const notes = new Set(rowsOf(seen).map(([note]) => note))
  return Object.fromEntries(Object.entries(marks).filter(([note]) => notes.has(note)))
}
