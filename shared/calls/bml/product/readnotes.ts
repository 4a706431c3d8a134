import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const readnotes = contract({
  name: 'bml/product/readnotes',
  title: 'Mark notes of a product as read, or as unread again, for oneself',
  access: 'product:view',
  input: z.strictObject({
    id,
    rev,
    /** Of each the list that holds it, and its row. */
    notes: z
      .array(z.strictObject({ list: id, note: z.string().min(1).max(64) }))
      .min(1)
      .max(500),
    read: z.boolean(),
  }),
  output: productView,
})
