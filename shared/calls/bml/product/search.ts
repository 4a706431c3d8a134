import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { pageOf, row, searchInput } from '../../../model/answers.ts'
import { id } from '../../../model/basics.ts'

export const search = contract({
  name: 'bml/product/search',
  title: 'Search products',
  access: 'product:view',
  input: searchInput.extend({
    /** Columns of the rows, names of the field catalogue; the default columns if absent. */
    columns: z.array(z.string().max(200)).max(60).optional(),
    /** List that columns and sort keys starting with `lists.` are read from; the base list if absent. */
    list: id.optional(),
    /** Name search: transliterated, exact matches first. */
    name: z.string().max(200).optional(),
  }),
  output: pageOf(row),
})
