/** Marks notes as read; they stay where they are until the list is asked for again. */
import { useState } from 'react'
import { markKey, noteState } from '../../../shared/rules/notes.ts'
import { type NotePlace, useMarkNotes } from '../../api/note-marks.ts'
import { showError } from '../../frame/notify.ts'

const keyOf = (product: string, note: NotePlace) => `${product}/${note.list}/${note.id}/${noteState(note)}`

export function useMarks() {
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<string>()
  const markNotes = useMarkNotes()
  /** False where one says something else by now: it is still unread, and what is shown is old. */
  const mark = async (product: string, notes: readonly NotePlace[]): Promise<boolean> => {
    setBusy(product)
    try {
      const marks = await markNotes(product, notes)
      const marked = notes.filter((note) => marks[markKey(note.list, note.id)] === noteState(note))
      setRead((now) => new Set([...now, ...marked.map((note) => keyOf(product, note))]))
      return marked.length === notes.length
    } catch (error) {
      showError(error)
      return true
    } finally {
      setBusy(undefined)
    }
  }
  return {
    isRead: (product: string, note: NotePlace) => read.has(keyOf(product, note)),
    busy,
    mark,
  }
}
