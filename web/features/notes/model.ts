/** What the screen of notes is asked for: in the address, and as the call takes it. */
import * as z from 'zod'
import { noteStatuses } from '../../../shared/calls/bml/product/listnotes.ts'
import { id } from '../../../shared/model/basics.ts'

const choice = z.union([id, z.literal('')])
/** A choice that is empty means all. */
export const notesState = z.object({
  status: z.enum(noteStatuses),
  institution: choice,
  user: choice,
  list: choice,
  label: choice,
  category: choice,
})
export type NotesState = z.infer<typeof notesState>
export const noFilters = { institution: '', user: '', list: '', label: '', category: '' } as const
export const startState: NotesState = { status: 'unread', ...noFilters }

export const isFiltered = ({ status: _, ...filters }: NotesState): boolean =>
  Object.values(filters).some((value) => value !== '')

export const askedOf = ({ status, ...filters }: NotesState) => ({
  status,
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
})
