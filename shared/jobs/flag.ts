/** What a job that sets or removes a flag is about. */
import * as z from 'zod'
import { id } from '../model/basics.ts'
import { filter } from '../search/filter.ts'

/** Products that are named one by one; more are said by what finds them. */
export const maxNamed = 2000
const named = z.array(id).max(maxNamed)

const flagMissing = 'No flag was chosen.'

export const flagInput = z
  .strictObject({
    flagId: z.string({ error: flagMissing }).regex(/^[a-z0-9-]{36}$/, flagMissing),
    action: z.enum(['assign', 'remove']).default('assign'),
    /** These products. */
    ids: named.min(1).optional(),
    /** Or all that who starts it finds so; all that they may see where nothing is said. */
    attributeFilter: filter.optional(),
    /** Beside the filter: name search, as in the list of products. */
    name: z.string().max(200).optional(),
    /** Of what is found, not these. */
    except: named.optional(),
  })
  .refine(
    ({ ids, attributeFilter, name, except }) =>
      ids === undefined || [attributeFilter, name, except].every((other) => other === undefined),
    { path: ['ids'], error: 'expected either ids, or what finds them' },
  )
export type FlagInput = z.infer<typeof flagInput>
