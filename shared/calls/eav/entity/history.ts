import * as z from 'zod'
import { historyPageSize } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id, instant, rev } from '../../../model/basics.ts'
import { changeset, timelineEvent } from '../../../model/entity.ts'

export const history = contract({
  name: 'eav/entity/history',
  title: 'The revisions of an entity, newest first',
  method: 'GET',
  access: 'signed-in',
  input: z.strictObject({
    id,
    start: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(250).default(historyPageSize),
    /** Only what is older than this revision: how a history by `by` or `value` goes on, from the `from` of the page before. */
    before: rev.optional(),
    /** Only what this account saved. */
    by: id.optional(),
    /** Of a product, only what changed this value of one of its lists: a field's path, or a key such as `_companies`. */
    value: z.strictObject({ list: id, key: z.string().min(1).max(100) }).optional(),
  }),
  output: z.object({
    list: z.array(
      z.object({
        rev,
        updated: instant,
        updatedBy: z.string(),
        updatedByName: z.string(),
        changeset: changeset.optional(),
        events: z.array(timelineEvent).optional(),
      }),
    ),
    /** Of those that are asked for; with `by` or `value`, and of what is kept or confirmed, as far as was looked. */
    count: z.number().int(),
    /** Of these: the oldest revision that was looked at, to go on `before` it; absent where all were. */
    from: rev.optional(),
  }),
})
