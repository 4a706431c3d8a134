/** Notes of the product that is shown, with what the reader has read of them. */
import { useMemo } from 'react'
import { useNoteMarks } from '../../api/note-marks.ts'
import { mayBeUnread, notesOf, type ShownNote } from './model/notes.ts'
import { useProductPage } from './page-context.ts'

export function useNotes(): { notes: ShownNote[]; unread: ShownNote[] } {
  const { view, actor } = useProductPage()
  const marks = useNoteMarks(view.id, mayBeUnread(view.data, actor.account))
  return useMemo(() => {
    const notes = notesOf(view.data, actor.account, marks)
    return { notes, unread: notes.filter(({ isUnread }) => isUnread) }
  }, [view.data, actor.account, marks])
}
