/** What a job does to invoices that were chosen. */
import type { Filter } from '../../../shared/search/filter.ts'

export const actionKind = 'invoice'
const invoiceActions = ['send', 'resend', 'delete', 'cancel', 'pseudoSent', 'unmark'] as const
export type InvoiceAction = (typeof invoiceActions)[number]
export interface ActionConfig {
  action: InvoiceAction
  ids?: string[]
  attributeFilter?: Filter
  name?: string
  /** Of what is found, not these. */
  except?: string[]
  reason?: string
  /** What the one that is named is called. */
  invoice?: string
  [key: string]: unknown
}
