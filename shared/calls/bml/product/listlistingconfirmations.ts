import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { confirmation, confirmationProblem } from '../../../model/confirmation.ts'

export const listlistingconfirmations = contract({
  name: 'bml/product/listlistingconfirmations',
  title: 'Listing confirmations of a product',
  access: 'product:view',
  logged: ['productId'],
  input: z.strictObject({
    productId: id,
    /** `older` of the page before. */
    before: z.string().max(80).optional(),
  }),
  output: z.object({
    /** Newest first, by when they were made; 100 of them. */
    list: z.array(
      z.object({
        confirmation,
        state: z.enum(['draft', 'sending', 'sent', 'replaced', 'withdrawn']),
        /**
         * Whether the language may be changed, and it be deleted and sent, as long as it is a draft; withdrawn once it
         * has a document; and replaced once it is sent.
         */
        mayEdit: z.boolean(),
        /** What keeps a draft from being sent, and where it is mended. */
        problems: z.array(confirmationProblem),
      }),
    ),
    /** Names of the companies. */
    companies: z.record(z.string(), z.string()),
    /** Where older ones go on; absent where there are none. */
    older: z.string().optional(),
  }),
})
