import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { productLine } from '../../../model/product-line.ts'

export const hierarchy = contract({
  name: 'bml/product/hierarchy',
  title: 'The family of a product: parents, children and siblings that the viewer sees',
  method: 'GET',
  access: 'product:view',
  input: z.strictObject({ id }),
  output: z.object({
    /** Each behind its parent, the oldest first; one whose parent is not among them has none here. */
    list: z.array(productLine.extend({ parent: id.optional() })),
    /** Not all were found: there may be more than the answer holds. */
    isMore: z.boolean(),
  }),
})
