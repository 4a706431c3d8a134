/** Who has read a note of a product. */
import type { NoteRow } from '../model/product.ts'

/** Notes of a product that somebody has read: the state of each (`noteState`) by the key of its row. */
export type NoteMarks = Readonly<Record<string, string>>

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
