/** Who has read the notes of a product. */
import type { ListData, NoteRow } from '../../../shared/model/product.ts'
import { isUnreadNote } from '../../../shared/rules/notes.ts'
import { isRefusal, noChange, type Refusal } from '../../../shared/rules/refusal.ts'
import { type ProductDecision, pathRefusal } from './accept.ts'
import type { WriteContext } from './context.ts'
import { withKeys, withList } from './lists.ts'
import { noteIn } from './note-rights.ts'
import { seenData } from './save.ts'

/**
 * Marks notes as read by the actor, or as unread again. A note that the actor does not see answers like an absent one.
 * Refuses: not_found, rule_violated (no such note, nothing to change).
 */
export function decideReadNotes(
  c: WriteContext,
  notes: readonly { list: string; note: string }[],
  read: boolean,
): ProductDecision | Refusal {
  const me = c.actor.account
  const seen = seenData(c)
  if (isRefusal(seen)) return seen
  let data = c.before.data
  for (const { list: id, note } of notes) {
    if (!noteIn(seen.listData[id], note)) return pathRefusal(`/listData/${id}/_notes/${note}`)
    const list = data.listData[id] as ListData
    const row = list._notes[note] as NoteRow
    if (read ? !isUnreadNote(row, me) : !row.readBy?.includes(me)) continue
    const { readBy = [], ...rest } = row
    const readers = read ? [...readBy, me] : readBy.filter((one) => one !== me)
    const _notes = { ...list._notes, [note]: { ...rest, ...(readers.length > 0 && { readBy: readers }) } }
    data = withList(data, id, withKeys(list, { _notes }))
  }
  return data === c.before.data ? noChange() : { data, events: [], related: [] }
}
