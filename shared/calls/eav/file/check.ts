import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { sha1, sha256 } from '../../../model/administration.ts'
import { id } from '../../../model/basics.ts'

export const check = contract({
  name: 'eav/file/check',
  title: 'Whether a file is there already, among those that the viewer may know of',
  access: 'file:upload',
  // Two contents may be made to have one SHA-1; not one SHA-256 besides.
  input: z.strictObject({ hash: sha1, sha256, size: z.number().int().min(0) }),
  output: z.object({
    /** Absent: it has to be uploaded. */
    id: id.optional(),
  }),
})
