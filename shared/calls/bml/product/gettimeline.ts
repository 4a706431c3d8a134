import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, instant, rev } from '../../../model/basics.ts'
import { timelineEvent, timelineKinds } from '../../../model/entity.ts'

export const gettimeline = contract({
  name: 'bml/product/gettimeline',
  title: 'What happened to a product, newest first',
  method: 'GET',
  access: 'product:view',
  input: z.strictObject({
    id,
    list: id.optional(),
    kinds: z.array(z.enum(timelineKinds)).optional(),
    start: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(250).default(100),
    /** Only what happened ahead of this revision: what `next` of another answer said. */
    before: rev.optional(),
  }),
  output: z.object({
    list: z.array(
      timelineEvent.omit({ lastDay: true }).extend({
        rev,
        at: instant,
        by: z.string(),
        byName: z.string(),
        /** Of products that it names, where the viewer may know of them. */
        fromName: z.string().optional(),
        toName: z.string().optional(),
      }),
    ),
    /** Of products with more than 500 revisions at least one more than the page, where there are more. */
    count: z.number().int(),
    /** There are older revisions that were not looked through: go on with `before`. */
    next: rev.optional(),
  }),
})
