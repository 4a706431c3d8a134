import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { sha1, sha256 } from '../../../model/administration.ts'
import { id, line } from '../../../model/basics.ts'

export const upload = contract({
  name: 'eav/file/upload',
  title: 'An address to bring a file to',
  access: 'file:upload',
  input: z.strictObject({
    fileName: line.trim().min(1),
    contentType: z.string().max(199).default(''),
    /** Bytes. */
    size: z.number().int().min(0),
    hash: sha1,
    sha256,
  }),
  output: z.object({
    /** Of the file, once `eav/file/complete` has found its content as announced; awaited for a day. */
    id,
    /** Takes this content and no other, for 15 minutes; may be relative to the site's. */
    url: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
  }),
})
