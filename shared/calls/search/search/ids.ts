import * as z from 'zod'
import { companyBatchSize } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { anyEntity } from '../../../model/entity.ts'

export const ids = contract({
  name: 'search/search/ids',
  title: 'Load entities by their ids; those that the caller may not know of are left out',
  access: 'signed-in',
  input: z.strictObject({ ids: z.array(id).max(companyBatchSize) }),
  output: z.object({
    list: z.array(anyEntity),
    /** Names of the accounts among the ids, as far as the caller may be told them, by id. */
    people: z.record(id, z.string()),
    /** Ids that did not fit into the answer: ask for them next. */
    left: z.array(id).optional(),
  }),
})
