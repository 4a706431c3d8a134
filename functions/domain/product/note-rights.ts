/** Who may change the notes of a product. */
import type { ListData, NoteRow, ProductData } from '../../../shared/model/product.ts'
import { isSameNote } from '../../../shared/rules/notes.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { notAllowed, type Refusal } from '../../../shared/rules/refusal.ts'
import type { WriteContext } from './context.ts'

/** The row of a list that may not be there. */
export const noteIn = (list: ListData | undefined, note: string): NoteRow | undefined =>
  list?._notes && Object.hasOwn(list._notes, note) ? list._notes[note] : undefined

/** What a note says is changed, and the note deleted, by who wrote it or who administers the product. */
export function noteRefusal(c: WriteContext, seen: ProductData, draft: ProductData): Refusal | undefined {
  const subject = productSubject(c.before.data, c.reference.lists)
  for (const [id, { _notes: before }] of Object.entries(seen.listData)) {
    if (before === draft.listData[id]?._notes || can(c.actor, 'product:administer', ofList(subject, id)))
      continue
    for (const [note, row] of Object.entries(before ?? {})) {
      const now = noteIn(draft.listData[id], note)
      const isSame = now && isSameNote(now, row)
      if (!isSame && row.by !== c.actor.account) return notAllowed()
    }
  }
  return undefined
}
