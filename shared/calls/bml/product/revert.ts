import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const revert = contract({
  name: 'bml/product/revert',
  title: 'Write an older revision of a product as the newest',
  access: 'product:edit',
  input: z.strictObject({ id, rev, toRev: rev }),
  output: productView,
})
