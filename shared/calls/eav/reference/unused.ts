import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

export const unused = contract({
  name: 'eav/reference/unused',
  title: 'Entries of a class of administration data that nothing names',
  method: 'GET',
  access: 'administration:edit',
  input: z.strictObject({ entityclass: z.string().max(100), cursor: id.optional() }),
  output: z.object({
    ids: z.array(id),
    /** Not all were looked at: ask again with this. */
    cursor: z.string().optional(),
  }),
})
