import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, instant, rev } from '../../../model/basics.ts'

/** By key of the list: the revision that made the value what it is. */
const changes = z.record(z.string(), z.object({ rev, at: instant, by: z.string() }))

export const lastchanges = contract({
  name: 'bml/product/lastchanges',
  title: 'When and by whom the values of a list, and of the base list, were last changed',
  method: 'GET',
  access: 'product:view',
  input: z.strictObject({
    id,
    list: id,
    /** As of this revision; the newest unless told. */
    rev: rev.optional(),
  }),
  output: z.object({
    /** By list. What is linked has changed where it is read from. */
    lists: z.record(z.string(), changes),
    /** Names of the people. */
    names: z.record(z.string(), z.string()),
    /** Older revisions were not compared: a value that is not named was last changed at this one, or earlier. */
    from: rev,
  }),
})
