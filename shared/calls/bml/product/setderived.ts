import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const setderived = contract({
  name: 'bml/product/setderived',
  title: 'Set, change or remove the parent that a product is derived from',
  access: 'product:edit',
  idempotent: true,
  input: z.strictObject({
    id,
    rev,
    /** Null removes it: what was read from it stays as the product's own, as far as the responsible institution sees it. */
    parent: id.nullable(),
  }),
  /** `notKept`: values that the user saw, and that the product lacks without its parent. */
  output: productView.extend({ notKept: z.number().int().optional() }),
})
