import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const deleteproduct = contract({
  name: 'bml/product/deleteproduct',
  title: 'Delete a product so that it can be restored',
  access: 'product:administer',
  idempotent: true,
  input: z.strictObject({ id, rev }),
  output: productView,
})
