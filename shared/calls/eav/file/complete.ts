import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'

/** A file that can be used. */
export const usableFile = z.object({ id, rev, fileName: z.string(), size: z.number().int() })

export const complete = contract({
  name: 'eav/file/complete',
  title: 'Make a file usable, once its content has arrived',
  access: 'file:upload',
  input: z.strictObject({ id }),
  output: usableFile,
})
