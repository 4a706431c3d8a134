import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, line } from '../../../model/basics.ts'
import { invoiceYear } from '../../../model/fee-schedule.ts'

export const findinvoicedspecialitems = contract({
  name: 'bml/invoice/findinvoicedspecialitems',
  title: 'Special items of products that are on invoices of an institution',
  access: 'invoice:view',
  input: z.strictObject({
    /** Of products. */
    ids: z.array(id).min(1).max(200),
    institutionId: id,
  }),
  output: z.object({
    /** By product, then year; of the invoices that the caller may know of. */
    list: z.array(
      z.object({
        productId: id,
        invoiceId: id,
        /** Absent of a draft. */
        number: z.string().optional(),
        isSent: z.boolean(),
        year: invoiceYear,
        text: line,
        amount: z.number(),
      }),
    ),
  }),
})
