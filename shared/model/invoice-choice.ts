/** Which invoices a call is about. */
import * as z from 'zod'
import { filter } from '../search/filter.ts'
import { id } from './basics.ts'

/** Invoices that are named one by one; more are said by what finds them. */
const maxNamedInvoices = 2000
const named = z.array(id).max(maxNamedInvoices)

/** These, or what who asks finds so. Nobody means all of them by saying nothing. */
export const invoiceChoice = z
  .strictObject({
    ids: named.min(1).optional(),
    attributeFilter: filter.optional(),
    /** Beside the filter: name search, by number. */
    name: z.string().max(200).optional(),
    /** Of what is found, not these. */
    except: named.optional(),
  })
  .refine(
    ({ ids, attributeFilter, name, except }) =>
      ids === undefined
        ? attributeFilter !== undefined || name !== undefined
        : [attributeFilter, name, except].every((other) => other === undefined),
    { path: ['ids'], error: 'expected either ids, or what finds them' },
  )
export type InvoiceChoice = z.infer<typeof invoiceChoice>
