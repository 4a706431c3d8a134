/** Notes of a product as the page shows them. */
import type { NoteRow, ProductData } from '../../../../shared/model/product.ts'
import { isUnreadNote } from '../../../../shared/rules/notes.ts'

export interface ShownNote extends NoteRow {
  id: string
  list: string
  isUnread: boolean
}

/** Notes of all lists that the reader sees, the newest first. */
export const notesOf = ({ listData }: ProductData, account: string): ShownNote[] =>
  Object.entries(listData)
    .flatMap(([list, { _notes }]) =>
      Object.entries(_notes ?? {}).map(([id, row]) => ({
        ...row,
        id,
        list,
        isUnread: isUnreadNote(row, account),
      })),
    )
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? -1 : 1))

export const unreadNotes = (data: ProductData, account: string): ShownNote[] =>
  notesOf(data, account).filter(({ isUnread }) => isUnread)
