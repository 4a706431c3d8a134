import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

const flags = z.array(id).max(100).default([])

export const setflags = contract({
  name: 'bml/product/setflags',
  title: 'Set and remove flags of a product',
  access: 'product:flag',
  idempotent: true,
  /** Select options of the type `invoice-flags`; each one set notes the revision that it is set at. */
  input: z.strictObject({ id, rev, set: flags, remove: flags }),
  output: productView,
})
