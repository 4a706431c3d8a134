/** Notes of a product as the page shows them. */
import type { NoteRow, ProductData } from '../../../../shared/model/product.ts'
import { isUnreadNote, type NoteMarks } from '../../../../shared/rules/notes.ts'

export interface ShownNote extends NoteRow {
  id: string
  list: string
  isUnread: boolean
}

/** Notes of all lists that the reader sees, the newest first. While nobody knows what they have read, none is unread. */
export const notesOf = (
  { listData }: ProductData,
  account: string,
  marks: NoteMarks | undefined,
): ShownNote[] =>
  Object.entries(listData)
    .flatMap(([list, { _notes }]) =>
      Object.entries(_notes ?? {}).map(([id, row]) => ({
        ...row,
        id,
        list,
        isUnread: marks !== undefined && isUnreadNote(row, account, marks[id]),
      })),
    )
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? -1 : 1))

/** Whether it matters what the reader has read: somebody else wrote a note that is not settled. */
export const mayBeUnread = (data: ProductData, account: string): boolean =>
  notesOf(data, account, {}).some(({ isUnread }) => isUnread)
