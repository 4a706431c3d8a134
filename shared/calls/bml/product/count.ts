import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { filter } from '../../../search/filter.ts'

export const count = contract({
  name: 'bml/product/count',
  title: 'Count products',
  access: 'product:view',
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({ attributeFilter: filter.optional(), name: z.string().max(200).optional() }),
  output: z.object({ count: z.number().int() }),
})
