import * as z from 'zod'
import { companyBatchSize, maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { invoiceDay, invoiceYear } from '../../../model/fee-schedule.ts'
import { invoiceType } from '../../../model/invoice-type.ts'
import { filter } from '../../../search/filter.ts'

export const createFromProducts = contract({
  name: 'bml/invoice/createFromProducts',
  title: 'Make the drafts of invoices from products, or say what they would be, as a job',
  access: 'invoice:edit',
  maxBodyBytes: maxAskedBytes,
  idempotent: true,
  input: z
    .strictObject({
      type: invoiceType.default('yearly'),
      /** The current year if absent. */
      targetYear: invoiceYear.optional(),
      /** Day that new invoices are dated; today if absent. Given, it also dates the drafts that are there anew. */
      invoiceDate: invoiceDay.optional(),
      /** Companies that are billed: these, or those that the filter of companies finds; without either all. */
      companies: z.array(id).min(1).max(companyBatchSize).optional(),
      attributeFilter: filter.optional(),
      /** Institutions that bill; without it all. */
      institutions: z.array(id).min(1).max(500).optional(),
      /** Writes nothing: `bml/invoice/runresult` says what would be billed. */
      dryRun: z.boolean().default(false),
    })
    .refine(({ companies, attributeFilter }) => companies === undefined || attributeFilter === undefined, {
      path: ['companies'],
      error: 'expected either companies, or what finds them',
    }),
  output: z.object({ jobId: id }),
})
