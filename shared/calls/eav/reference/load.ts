import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { anyEntity } from '../../../model/entity.ts'

export const load = contract({
  name: 'eav/reference/load',
  title: 'Reference data that every screen needs, whole classes at once',
  method: 'GET',
  access: 'reference:view',
  input: z.strictObject({
    classes: z.array(z.string().max(100)).min(1).max(20),
    cursor: z.string().max(200).optional(),
  }),
  output: z.object({
    classes: z.record(z.string(), z.array(anyEntity)),
    /** The answer is full: ask again with the same classes and this. */
    cursor: z.string().optional(),
  }),
})
