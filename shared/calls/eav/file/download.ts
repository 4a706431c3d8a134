import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, line, rev } from '../../../model/basics.ts'

export const download = contract({
  name: 'eav/file/download',
  title: 'An address to fetch a file from',
  access: 'signed-in',
  input: z.strictObject({
    id,
    /** As a document that the viewer sees calls it. */
    fileName: line,
    /** Product that the document belongs to, and the revision where it is an older one. */
    product: id.optional(),
    rev: rev.optional(),
  }),
  output: z.object({
    /** Gives the file as a download for 15 minutes; may be relative to the site's. */
    url: z.string(),
  }),
})
