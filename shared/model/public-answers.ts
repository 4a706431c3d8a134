/** What the public interface answers (docs/public-api.md, `v1`): the shapes that programs may rely on. */
import * as z from 'zod'
import { publicLanguages } from './public-search.ts'

const language = z.enum(publicLanguages).describe('Two letters of the language.')
const named = z.strictObject({ id: z.string(), title: z.string() })
const words = z.strictObject({ title: z.string(), description: z.string() })
const day = z.iso.date()

const list = z.strictObject({
  id: z.string(),
  title: z.string(),
  language: language.describe('Language of this answer.'),
  languages: z.array(language).describe('Languages that the list is kept in.'),
  day: day.describe('The day that all of it is of, in the time zone of the installation.'),
  changed: z.iso.datetime().describe('When the server that answers saw something of the list change last.'),
  licence: z.string().optional().describe('Under which conditions the data may be used.'),
})
const permit = z.strictObject({ title: z.string().optional(), number: z.string() })
/** Arrays of names, of permits, and the rows of a table. */
const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(named),
  z.array(permit),
  z.array(
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(named), z.array(permit)])),
  ),
])
const product = z.strictObject({
  id: z.string(),
  name: z.string(),
  category: z.array(named).describe('From the main category to the category itself.'),
  texts: z.array(words).optional().describe('Texts of its categories.'),
  standards: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      from: day,
      until: day.optional(),
      limitation: z.string().optional(),
      restrictions: z.array(z.string()).optional(),
      texts: z.array(words).optional(),
    }),
  ),
  values: z
    .record(
      z.string(),
      z.strictObject({
        title: z.string(),
        value,
        unit: z.string().optional(),
        columns: z.array(named).optional(),
      }),
    )
    .describe('By parts: roles of companies, components, permits, and paths of fields.'),
})

const allLists = z.strictObject({
  lists: z.array(
    list.safeExtend({
      count: z.int(),
      products: z.string().describe('Address of its search.'),
      data: z.array(z.string()).describe('Addresses of its open data.'),
    }),
  ),
})
const page = z.strictObject({
  list,
  count: z.int(),
  page: z.int(),
  pages: z.int(),
  columns: z.array(named).describe('Parts that the list shows in a table.'),
  facets: z.array(named.safeExtend({ values: z.array(named.safeExtend({ count: z.int() })) })),
  products: z.array(product),
})
const all = z.strictObject({ list, count: z.int(), products: z.array(product) })
const one = z.strictObject({ list, product })

/** By address below `/public/`. */
export const publicAnswers = {
  'v1/lists': allLists,
  'v1/lists/{list}/products': page,
  'v1/lists/{list}/products/{product}': one,
  'v1/lists/{list}/data.json': all,
} as const
