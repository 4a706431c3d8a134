/** Who has read a note of a product. */
import type { NoteRow } from '../model/product.ts'

/** Unread is what somebody else wrote, until one has marked it or it is settled for everybody (`read`). */
export const isUnreadNote = (
  { by, read, readBy }: Pick<NoteRow, 'by' | 'read' | 'readBy'>,
  account: string,
): boolean => !read && by !== account && !readBy?.includes(account)
