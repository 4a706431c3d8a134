import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, locale } from '../../../model/basics.ts'
import { previewedSettings } from '../../../model/public-search.ts'

const titled = z.object({ id: z.string(), title: z.string() })
export const preview = contract({
  name: 'search/public/preview',
  title: 'What the public search of a list would show with other settings',
  access: 'administration:edit',
  input: z.strictObject({ list: id, language: locale, settings: previewedSettings }),
  output: z.object({
    /** Products that would be shown. */
    count: z.number().int(),
    /** All products of the list were looked at, and not only the first of them. */
    isAll: z.boolean(),
    columns: z.array(titled),
    /** Some products, with a text for each column. */
    products: z.array(z.object({ id, cells: z.array(z.string()) })),
    /** How many values there are to choose from, by filter. */
    facets: z.array(titled.extend({ values: z.number().int() })),
  }),
})
