import * as z from 'zod'
import { maxAskedBytes, notesAtOnce } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id, instant, rowKey } from '../../../model/basics.ts'
import { noteMarks } from '../../../model/product.ts'

export const readnotes = contract({
  name: 'bml/product/readnotes',
  title: 'Mark notes of a product as read, or as unread again, for oneself',
  access: 'product:view',
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({
    id,
    /** Each as the caller has it: one that says something else by now stays unread; one that is not there changes nothing. */
    notes: z
      .array(
        z.strictObject({
          list: id,
          note: rowKey,
          /** Its `changed`, or else its `at`. */
          state: instant,
        }),
      )
      .min(1)
      .max(notesAtOnce),
    read: z.boolean(),
  }),
  output: noteMarks,
})
/** As the handler gets it. */
export type ReadNotesInput = z.output<typeof readnotes.input>
