import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const unarchivelist = contract({
  name: 'bml/product/unarchivelist',
  title: 'Take a list of a product out of the archive',
  access: 'product:administer',
  idempotent: true,
  input: z.strictObject({ id, rev, list: id }),
  output: productView,
})
