import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { pageOf, row, searchInput } from '../../../model/answers.ts'
import { anyEntity } from '../../../model/entity.ts'

export const execute = contract({
  name: 'search/search/execute',
  title: 'Search entities of a class',
  access: 'signed-in',
  input: searchInput.extend({
    entityClass: z.string().max(100),
    onlyIds: z.boolean().default(false),
    /** Gives rows of these columns instead of whole entities. */
    columns: z.array(z.string().max(200)).max(60).optional(),
    /** Search by title or name: transliterated, exact matches first. */
    name: z.string().max(200).optional(),
  }),
  output: pageOf(z.union([z.string(), anyEntity, row])),
})
