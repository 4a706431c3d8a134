import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const resetnationalpartner = contract({
  name: 'bml/product/resetnationalpartner',
  title: 'Take the mark of a national partner off a product',
  access: 'product:administer',
  idempotent: true,
  input: z.strictObject({ id, rev }),
  output: productView,
})
