import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { pageOf, row, searchInput } from '../../../model/answers.ts'
import { id } from '../../../model/basics.ts'
import { columns } from '../../../search/filter.ts'

export const search = contract({
  name: 'bml/product/search',
  title: 'Search products',
  access: 'product:view',
  maxBodyBytes: maxAskedBytes,
  input: searchInput.extend({
    /** Columns of the rows, names of the field catalogue; the default columns if absent. */
    columns: columns.optional(),
    /** List that columns and sort keys starting with `lists.` are read from; the base list if absent. */
    list: id.optional(),
    /** Name search: transliterated, exact matches first. */
    name: z.string().max(200).optional(),
  }),
  output: pageOf(row),
})
