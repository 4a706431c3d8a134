/** Which notes of a product the person has read. */
import { useCallback } from 'react'
import { notemarks } from '../../shared/calls/bml/product/notemarks.ts'
import { readnotes } from '../../shared/calls/bml/product/readnotes.ts'
import { chunksOf } from '../../shared/chunks.ts'
import { notesAtOnce } from '../../shared/constants.ts'
import type { NoteRow } from '../../shared/model/product.ts'
import { type NoteMarks, noteState } from '../../shared/rules/notes.ts'
import { callApi } from './client.ts'
import { useCall, useKeepAnswer } from './use-call.ts'

export type NotePlace = Pick<NoteRow, 'at' | 'changed'> & { id: string; list: string }

/**
 * The marks of a product, asked for only where they matter; undefined while they are on their way. Where they cannot be had
 * there are none: a note that is shown as unread once more does less harm than one that is not shown as unread.
 */
export function useNoteMarks(product: string, isNeeded: boolean): NoteMarks | undefined {
  const { data, error } = useCall(notemarks, isNeeded ? { id: product } : null)
  return data?.marks ?? (error || !isNeeded ? {} : undefined)
}

/** Marks notes as read, as they are shown; gives all marks of the product as they are then. Errors are for the caller. */
export function useMarkNotes(): (product: string, notes: readonly NotePlace[]) => Promise<NoteMarks> {
  const keep = useKeepAnswer()
  return useCallback(
    async (product, notes) => {
      let marks: NoteMarks = {}
      for (const part of chunksOf(notes, notesAtOnce)) {
        const marked = part.map((note) => ({ list: note.list, note: note.id, state: noteState(note) }))
        const answer = await callApi(readnotes, { id: product, notes: marked, read: true }, { quiet: true })
        marks = answer.marks
        await keep(notemarks, { id: product }, answer)
      }
      return marks
    },
    [keep],
  )
}
