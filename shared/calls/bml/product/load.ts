import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const load = contract({
  name: 'bml/product/load',
  title: 'Load a product or one of its revisions',
  access: 'product:view',
  input: z.strictObject({ id, rev: rev.optional() }),
  output: productView,
})
