import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { productLine } from '../../../model/product-line.ts'

export const references = contract({
  name: 'bml/product/references',
  title: 'What refers to a product, as far as the viewer sees it',
  method: 'GET',
  access: 'product:view',
  input: z.strictObject({ id }),
  output: z.object({
    list: z.array(productLine.extend({ entityclass: z.string(), disabled: z.boolean() })),
    /** There are more than the 250 that are told, or may be more than were looked through. */
    isMore: z.boolean(),
  }),
})
