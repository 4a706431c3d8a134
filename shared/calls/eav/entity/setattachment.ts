import * as z from 'zod'
import { maxBodyBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { usableFile } from '../file/complete.ts'

export const setattachment = contract({
  name: 'eav/entity/setattachment',
  title: 'Give an awaited file its content at once',
  access: 'file:upload',
  maxBodyBytes,
  input: z.strictObject({
    /** As `eav/file/upload` gave it. */
    id,
    /** 0: a file is awaited until it has its content, which never changes. */
    rev: z.number().int().min(0),
    /** The content as a data URI in base64. What does not fit into a request goes to the address of `eav/file/upload`. */
    attachment: z.string(),
  }),
  output: usableFile,
})
