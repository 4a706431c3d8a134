/** Which notes of a product somebody has read. */
import type { ProductData } from '../../../shared/model/product.ts'
import { markKey, type NoteMarks, noteState } from '../../../shared/rules/notes.ts'
import { noteIn } from './note-rights.ts'

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
