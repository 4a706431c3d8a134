import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { day, id, instant } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'
import { approvalStates } from '../../../rules/approval.ts'

export const asof = contract({
  name: 'bml/product/asof',
  title: 'A product and its standing on a day',
  method: 'GET',
  access: 'product:view',
  input: z.strictObject({
    id,
    /** In the installation's time zone; what is told is how it stood at its end. */
    day,
  }),
  output: z.object({
    day,
    /** The newest revision of that day, by the rights of today. Absent before the product was there. */
    product: productView.optional(),
    /** The lists that the viewer sees. */
    standing: z.array(
      z.object({
        list: id,
        /** In the list on that day: active, neither it nor the product archived, the product not deleted. */
        isListed: z.boolean(),
        /** Institution that was responsible; of company users hidden. */
        responsible: id.optional(),
        approvals: z.array(
          z.object({
            standard: id,
            state: z.enum(approvalStates),
            /** It counted on that day, with everything that it depends on. */
            counts: z.boolean(),
            begin: instant.optional(),
            end: instant.optional(),
            /** Accounts; their names are among the product's titles. */
            initiatedBy: id.optional(),
            releasedBy: id.optional(),
            releasedOn: instant.optional(),
          }),
        ),
      }),
    ),
  }),
})
