import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { invoiceYear } from '../../../model/fee-schedule.ts'

export const markforunindex = contract({
  name: 'bml/invoice/markforunindex',
  title: 'Mark a list of a product as no longer to be billed, or take the mark away',
  access: 'invoice:edit',
  logged: ['productId', 'listId'],
  input: z.strictObject({
    productId: id,
    listId: id,
    institutionId: id,
    marked: z.boolean().default(true),
  }),
  /** The newest invoice that bills it. It is not billed for the years after, and the list is deactivated on 1 January. */
  output: z.object({ invoiceId: id, rev, targetYear: invoiceYear }),
})
