import * as z from 'zod'
import { contract } from '../../../contract.ts'

export const getbyname = contract({
  name: 'batch/template/getbyname',
  title: 'The template of a kind of job',
  access: 'signed-in',
  input: z.strictObject({ name: z.string().min(1).max(40) }),
  output: z.object({
    name: z.string(),
    hasPreview: z.boolean(),
    isUndoable: z.boolean(),
    /** JSON Schema of `config`. */
    config: z.record(z.string(), z.unknown()),
  }),
})
