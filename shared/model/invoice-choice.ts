/** Which invoices a call is about. */
import * as z from 'zod'
import { type Filter, filter } from '../search/filter.ts'
import { id } from './basics.ts'

/** Invoices that are named one by one; more are said by what finds them. */
const maxNamedInvoices = 2000
const named = z.array(id).max(maxNamedInvoices)

/** A condition at least: an empty group finds everything. */
const says = (of: Filter): boolean => {
  if ('$and' in of) return of.$and.some(says)
  if ('$or' in of) return of.$or.some(says)
  if ('$not' in of) return says(of.$not)
  return '$nested' in of ? says(of.$nested.match) : true
}

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
        ? (attributeFilter !== undefined && says(attributeFilter)) || (name?.trim() ?? '') !== ''
        : [attributeFilter, name, except].every((other) => other === undefined),
    { path: ['ids'], error: 'expected either ids, or what finds them' },
  )
export type InvoiceChoice = z.infer<typeof invoiceChoice>
