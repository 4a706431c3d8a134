import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const archivelist = contract({
  name: 'bml/product/archivelist',
  title: 'Archive a list of a product: it stays as it is until it is taken out again',
  access: 'product:administer',
  idempotent: true,
  input: z.strictObject({ id, rev, list: id }),
  output: productView,
})
