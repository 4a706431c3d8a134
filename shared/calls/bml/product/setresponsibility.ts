import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const setresponsibility = contract({
  name: 'bml/product/setresponsibility',
  title: 'Set the responsible institution and person of a list',
  access: 'product:set-responsibility',
  input: z.strictObject({
    id,
    rev,
    list: id,
    institution: id,
    accountId: id.optional(),
  }),
  output: productView,
})
