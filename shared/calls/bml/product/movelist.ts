import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const movelist = contract({
  name: 'bml/product/movelist',
  title: 'Move a list to another product; its approvals stay behind',
  access: 'product:administer',
  idempotent: true,
  logged: ['id', 'rev', 'list', 'target'],
  input: z.strictObject({ id, rev, list: id, target: id }),
  /** The product without the list, and the one that has it now. */
  output: z.object({ source: productView, target: productView }),
})
