/** Notes of the product that is shown, with what the reader has read of them. */
import { useMemo } from 'react'
import { notesOf, type PlacedNote } from '../../../shared/rules/notes.ts'
import { useNoteMarks } from '../../api/note-marks.ts'
import { useProductPage } from './page-context.ts'

export function useNotes(): { notes: PlacedNote[]; unread: PlacedNote[] } {
  const { view, actor } = useProductPage()
  // Somebody else wrote one that is not settled: else it does not matter what the reader has read.
  const mayBeUnread = useMemo(
    () => notesOf(view.data, actor.account, {}).some(({ isUnread }) => isUnread),
    [view.data, actor.account],
  )
  const marks = useNoteMarks(view.id, mayBeUnread)
  return useMemo(() => {
    const notes = notesOf(view.data, actor.account, marks)
    return { notes, unread: notes.filter(({ isUnread }) => isUnread) }
  }, [view.data, actor.account, marks])
}
