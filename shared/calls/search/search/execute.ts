import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { pageOf, row, searchInput } from '../../../model/answers.ts'
import { anyEntity } from '../../../model/entity.ts'
import { columns } from '../../../search/filter.ts'

export const execute = contract({
  name: 'search/search/execute',
  title: 'Search entities of a class',
  access: 'signed-in',
  maxBodyBytes: maxAskedBytes,
  input: searchInput.extend({
    entityClass: z.string().max(100),
    onlyIds: z.boolean().default(false),
    /** Gives rows of these columns instead of whole entities. */
    columns: columns.optional(),
    /** Search by title or name: transliterated, exact matches first. */
    name: z.string().max(200).optional(),
  }),
  output: pageOf(z.union([z.string(), anyEntity, row])),
})
