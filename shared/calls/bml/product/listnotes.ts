import * as z from 'zod'
import { notesPageSize } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { noteRow } from '../../../model/product.ts'
import { followsSorting } from '../../../search/filter.ts'

export const noteStatuses = ['unread', 'archive'] as const

export const listnotes = contract({
  name: 'bml/product/listnotes',
  title: 'Notes of the products that the caller sees, by product, the newest first',
  access: 'product:view',
  input: z.strictObject({
    /** `unread`: those that the caller has not read and nobody has settled. `archive`: all others. */
    status: z.enum(noteStatuses).default('unread'),
    /** Responsible for the list that the note is in. */
    institution: id.optional(),
    /** Account that this list names as responsible. */
    user: id.optional(),
    list: id.optional(),
    label: id.optional(),
    /** Of the list; subcategories count. */
    category: id.optional(),
    /** Products. */
    limit: z.number().int().min(1).max(50).default(notesPageSize),
    cursor: z.string().max(2000).optional().describe(followsSorting),
  }),
  output: z.object({
    list: z.array(
      z.object({
        id,
        /** Empty where it has no name that the caller sees. */
        title: z.string(),
        notes: z.array(
          noteRow.extend({
            list: id,
            id: z.string(),
            isUnread: z.boolean(),
            /** Who wrote it; empty where the caller is not told. */ byName: z.string(),
          }),
        ),
      }),
    ),
    /** Goes on behind the last product; a page may hold fewer than asked, also none, while it follows. */
    cursor: z.string().optional(),
  }),
})
/** As the handler gets it, with what was left out. */
export type ListNotesInput = z.output<typeof listnotes.input>
