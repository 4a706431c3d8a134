import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { invoiceDay, invoiceYear } from '../../../model/fee-schedule.ts'
import { bill, invoiceSum } from '../../../model/invoice.ts'
import { invoiceType } from '../../../model/invoice-type.ts'

export const preview = contract({
  name: 'bml/invoice/preview',
  title: 'What a company would be billed',
  access: 'invoice:edit',
  input: z.strictObject({
    companyId: id,
    type: invoiceType.default('yearly'),
    /** The current year if absent. */
    targetYear: invoiceYear.optional(),
    invoiceDate: invoiceDay.optional(),
    institutions: z.array(id).min(1).max(500).optional(),
  }),
  output: z.object({
    /** One for each institution that the company has products of, with the lines of the invoice. */
    list: z.array(bill.extend({ sums: z.array(invoiceSum).optional() })),
  }),
})
