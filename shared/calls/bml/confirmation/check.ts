import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { confirmationContent } from '../../../model/confirmation.ts'

export const check = contract({
  name: 'bml/confirmation/check',
  title: 'Whether a listing confirmation still holds',
  method: 'GET',
  access: 'public',
  input: z.strictObject({
    /** As it stands on the document. */
    number: z.string().min(1).max(40),
  }),
  output: z.object({
    /**
     * `valid`: all approvals that it names count today; `ended`: not all of them. Nothing else of it is compared with today.
     * `unsent`: it is not known to have gone out.
     */
    state: z.enum(['valid', 'replaced', 'ended', 'withdrawn', 'unsent']),
    number: z.string(),
    /** What it said when its document was made out. */
    content: confirmationContent,
    /** SHA-256, hex, of the content as JSON with its keys in order (RFC 8785), and of the PDF. */
    hash: z.string(),
    fileHash: z.string(),
    /** What was confirmed and does not hold any more. */
    ended: z.array(z.object({ list: id, standard: id })),
    /** Number of the one that has taken its place, where that is for the same company. */
    replacedBy: z.string().optional(),
  }),
})
