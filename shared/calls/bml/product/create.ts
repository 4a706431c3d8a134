import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { productView } from '../../../model/product.ts'

export const create = contract({
  name: 'bml/product/create',
  title: 'Create an inactive product in the base list',
  access: 'product:create',
  idempotent: true,
  input: z.strictObject({}),
  output: productView,
})
