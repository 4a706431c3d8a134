import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const activatelist = contract({
  name: 'bml/product/activatelist',
  title: 'Activate or deactivate a list of a product',
  access: 'product:edit',
  input: z.strictObject({ id, rev, list: id, active: z.boolean() }),
  output: productView,
})
