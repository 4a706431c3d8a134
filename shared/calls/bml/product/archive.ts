import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const archive = contract({
  name: 'bml/product/archive',
  title: 'Archive a product: it stays as it is until it is restored',
  access: 'product:administer',
  idempotent: true,
  input: z.strictObject({ id, rev }),
  output: productView,
})
