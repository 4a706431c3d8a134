import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, instant } from '../../../model/basics.ts'

/** Windows of one person that are told apart; more of them share a place. */
export const presencePlaces = 16

export const update = contract({
  name: 'bml/presence/update',
  title: 'Say that one has a product open, and see who else has',
  access: 'product:view',
  input: z.strictObject({
    /** `equipoProducts`: products, by their ids. */
    section: z.literal('equipoProducts'),
    id,
    /** What the client calls the person. The server knows the name, and takes no other. */
    name: z.string().max(200).optional(),
    /** Of one's windows, by a number that each chooses for itself. */
    place: z
      .int()
      .min(0)
      .max(presencePlaces - 1)
      .default(0),
    /** There is something typed and not saved. */
    unsaved: z.boolean().default(false),
    /** The product is closed: one is no longer there. */
    left: z.boolean().default(false),
  }),
  output: z.object({
    /** False where the installation has it switched off: nothing is kept, and there is no reason to ask again. */
    isOn: z.boolean(),
    /** Other people, the longest there first; at most 20. */
    present: z.array(z.object({ account: id, name: z.string(), unsaved: z.boolean(), since: instant })),
  }),
})
