import * as z from 'zod'

/** Of products that are new in a year, or of all for the year. */
export const invoiceType = z.enum(['initial', 'yearly'])
export type InvoiceType = z.infer<typeof invoiceType>
