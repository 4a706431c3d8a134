import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { filter } from '../../../search/filter.ts'

export const count = contract({
  name: 'search/search/count',
  title: 'Count the entities that a search would find',
  access: 'signed-in',
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({ entityClass: z.string().max(100), attributeFilter: filter.optional() }),
  output: z.object({ count: z.number().int() }),
})
