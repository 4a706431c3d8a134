/** Who has read a note of a product. */
import type { ListData, NoteRow } from '../model/product.ts'

/** Notes of a product that somebody has read: the state of each (`noteState`) by `markKey`. */
export type NoteMarks = Readonly<Record<string, string>>

/** Rows of two lists may have the same key. */
export const markKey = (list: string, note: string): string => `${list}/${note}`

/** What a mark of somebody who has read the note says: since when it says what it says. */
export const noteState = ({ at, changed }: Pick<NoteRow, 'at' | 'changed'>): string => changed ?? at

/** Whether two states of a note say the same. */
export const isSameNote = (
  one: { text?: unknown; label?: unknown },
  other: { text?: unknown; label?: unknown },
): boolean => one.text === other.text && one.label === other.label

/**
 * Unread is what somebody else wrote, until it is settled for everybody (`read`) or one has marked it: `mark` is the state
 * (`noteState`) in which one has read it.
 */
export const isUnreadNote = (
  note: Pick<NoteRow, 'by' | 'read' | 'at' | 'changed'>,
  account: string,
  mark: string | undefined,
): boolean => !note.read && note.by !== account && mark !== noteState(note)

/** A note with where it stands. */
export interface PlacedNote extends NoteRow {
  id: string
  list: string
  isUnread: boolean
}
/** Notes of all lists, the newest first. `marks`: what the reader has read; while nobody knows it, none is unread. */
export const notesOf = (
  { listData }: { listData: Readonly<Record<string, Pick<ListData, '_notes'>>> },
  account: string,
  marks: NoteMarks | undefined,
): PlacedNote[] =>
  Object.entries(listData)
    .flatMap(([list, { _notes }]) =>
      Object.entries(_notes ?? {}).map(([id, row]) => ({
        ...row,
        id,
        list,
        isUnread: marks !== undefined && isUnreadNote(row, account, marks[markKey(list, id)]),
      })),
    )
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? -1 : 1))
