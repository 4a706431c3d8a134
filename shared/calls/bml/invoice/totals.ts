import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { currency } from '../../../model/fee-schedule.ts'
import { filter } from '../../../search/filter.ts'

const sums = z.object({
  currency,
  count: z.number().int(),
  /** To hundredths. */
  net: z.number(),
  vat: z.number(),
  gross: z.number(),
})
export const totals = contract({
  name: 'bml/invoice/totals',
  title: 'How much the invoices come to that a filter finds',
  access: 'invoice:view',
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({
    attributeFilter: filter.optional(),
    /** Beside the filter: name search, by number. */
    name: z.string().max(200).optional(),
    /** Tells the totals of each, too. */
    by: z.enum(['institution', 'category', 'month']).optional(),
    /** Months, by the day of the invoice, are those of this year; the current one if absent. */
    year: z.number().int().min(2000).max(2100).optional(),
  }),
  output: z.object({
    /** One for each currency, the one of most invoices first. */
    totals: z.array(sums),
    /**
     * By institution, main category (`none`: special items and what was added by hand) or month (`2026-01`), in that order; those
     * without an invoice are left out. Tax is on a whole invoice: by category there is none, and `count` is of invoices that have it.
     */
    groups: z.array(
      z.object({
        key: z.union([id, z.string()]),
        totals: z.array(sums.partial({ vat: true, gross: true })),
      }),
    ),
  }),
})
