import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'

export const getattachment = contract({
  name: 'eav/entity/getattachment',
  title: 'The content of a small file',
  method: 'GET',
  access: 'signed-in',
  input: z.strictObject({ id, rev: rev.optional() }),
  output: z.object({
    /** The content as a data URI in base64. */
    attachment: z.string(),
  }),
})
