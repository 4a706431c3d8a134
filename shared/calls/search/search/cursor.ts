import * as z from 'zod'
import { maxAskedBytes, searchPageSize } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { pageOf, searchInput } from '../../../model/answers.ts'
import { anyEntity } from '../../../model/entity.ts'
import { filter, followsSorting, sorting } from '../../../search/filter.ts'

export const cursor = contract({
  name: 'search/search/cursor',
  title: 'Page through all entities that a search finds, without a limit',
  access: 'signed-in',
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({
    entityClass: z.string().max(100),
    attributeFilter: filter.optional(),
    sorting: sorting
      .describe('Absent: by id. Only then everything is seen, whatever is edited between two pages.')
      .optional(),
    onlyIds: z.boolean().default(false),
    cursor: z.string().max(2000).describe(`Absent for the first page. ${followsSorting}`).optional(),
    countTo: searchInput.shape.countTo,
    limit: z.number().int().min(1).max(searchPageSize).default(searchPageSize),
  }),
  output: pageOf(z.union([z.string(), anyEntity])),
})
