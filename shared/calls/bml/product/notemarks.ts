import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { noteMarks } from '../../../model/product.ts'

export const notemarks = contract({
  name: 'bml/product/notemarks',
  title: 'Which notes of a product the caller has marked as read',
  access: 'product:view',
  input: z.strictObject({ id }),
  output: noteMarks,
})
