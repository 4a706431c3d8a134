/** What may become of an invoice, and what never changes any more. */

import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityOf } from '../../../shared/model/entity-data.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { editableInvoiceKeys, type Invoice, invoice, isScaleLine } from '../../../shared/model/invoice.ts'
import { customLine, totalsOf } from '../../../shared/rules/pricing/price.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { sameValue } from '../../../shared/rules/values.ts'

const sentences = {
  invoiceSent: 'An invoice that was sent stays as it is. It can be cancelled.',
  invoiceSending: 'The invoice is being sent.',
  invoiceNumbered: 'The invoice has its number, and its mail may be out. It can be sent again or cancelled.',
  invoiceFixed:
    'Only entries added by hand, cc, our reference, the text of the e-mail and the period can be changed.',
  invoiceNotSent: 'Only an invoice with a number can be cancelled. Delete the draft.',
  invoiceCancelled: 'The invoice is cancelled.',
  invoicePseudoSent: 'The invoice was only marked as sent. The mark can be taken away.',
  invoiceTooLarge:
    'No invoice can hold this: an amount of more than 1,000,000,000, or more than 20,000 lines.',
  invoiceMergeFixed:
    'The company that stays has an invoice of that year with a number. Delete this draft, or cancel that one.',
  invoiceByPost: 'The company gets its invoices by post.',
} as const
export type InvoiceRule = keyof typeof sentences
export const invoiceRule = (key: InvoiceRule, path?: string): Refusal =>
  refuseRule(key, sentences[key], path ? { issues: [{ path, expected: sentences[key], key }] } : {})

export type InvoiceOf = EntityOf<'invoice'>
export const isInvoice = (entity: Entity | undefined): entity is InvoiceOf => isOfClass('invoice', entity)

/** What nobody changes: what was sent, what is being sent, and what has a number. */
export const fixedInvoiceRefusal = ({ sendDate, sendJob, number }: Invoice): Refusal | undefined =>
  sendDate !== undefined
    ? invoiceRule('invoiceSent')
    : sendJob !== undefined
      ? invoiceRule('invoiceSending')
      : number !== undefined
        ? invoiceRule('invoiceNumbered')
        : undefined

/** What people may change of a draft by the generic calls; its sums and totals follow. */
export function draftChangeRefusal(before: Invoice | undefined, after: Invoice): Refusal | undefined {
  const fixed = fixedInvoiceRefusal(before ?? after)
  if (fixed || !before) return fixed
  const own = Object.fromEntries(editableInvoiceKeys.map((key) => [key, before[key]]))
  const isOwn = sameValue(
    asStored(withCustomEntries({ ...after, ...own } as Invoice)),
    asStored(withCustomEntries(before)),
  )
  if (!isOwn) return invoiceRule('invoiceFixed')
  return fitsInvoice(after) ? undefined : invoiceRule('invoiceTooLarge', '/customEntries')
}
/** Whether its lines and what they come to are within what an invoice can hold. */
export const fitsInvoice = ({ sums, totals }: Pick<Invoice, 'sums' | 'totals'>): boolean =>
  invoice.shape.sums.safeParse(sums).success && invoice.shape.totals.safeParse(totals).success
/** Without what is absent but named. */
const asStored = (data: Invoice): object =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

const inOrder = (entries: Invoice['customEntries']) =>
  Object.entries(entries)
    .sort(([a, x], [b, y]) => (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1))
    .map(([, entry]) => entry)

/** The draft with the lines of its entries that were added by hand, and what it comes to with them. */
export function withCustomEntries(data: Invoice): Invoice {
  const sums = [
    ...data.sums.filter(({ rule }) => rule !== 'custom'),
    ...inOrder(data.customEntries).map(customLine),
  ]
  return { ...data, sums, totals: totalsOf(sums, data.totals.vatPercent) }
}

/** Whether a line of the scale is of the product in the list. */
export const bills = ({ sums }: Invoice, productId: string, listId: string): boolean =>
  sums.some((sum) => isScaleLine(sum) && sum.productId === productId && sum.listId === listId)

type Mark = Pick<Invoice['unindex'][number], 'productId' | 'listId'>
/** Tells marks of the same list of the same product. */
export const isMarkOf =
  (mark: Mark) =>
  (one: Mark): boolean =>
    one.productId === mark.productId && one.listId === mark.listId

/** The data with the list of the product marked as no longer to be billed, or not; the same where it is so. */
export function withUnindex(
  data: Invoice,
  of: Required<Invoice['unindex'][number]>,
  marked: boolean,
): Invoice {
  const isOf = isMarkOf(of)
  if (data.unindex.some(isOf) === marked) return data
  return { ...data, unindex: marked ? [...data.unindex, of] : data.unindex.filter((one) => !isOf(one)) }
}
