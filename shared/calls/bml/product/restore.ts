import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const restore = contract({
  name: 'bml/product/restore',
  title: 'Restore a deleted or archived product',
  access: 'product:administer',
  input: z.strictObject({ id, rev: rev.optional() }),
  output: productView,
})
