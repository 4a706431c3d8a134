import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const addlist = contract({
  name: 'bml/product/addlist',
  title: 'Add a list to a product, linked to its base data',
  access: 'product:add-list',
  idempotent: true,
  input: z.strictObject({ id, rev, list: id }),
  output: productView,
})
