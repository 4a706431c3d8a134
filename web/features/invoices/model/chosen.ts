/** Which invoices an action is about, from what is selected in the list and what that asks. */
import type { InvoiceChoice } from '../../../../shared/model/invoice-choice.ts'
import type { Filter } from '../../../../shared/search/filter.ts'
import type { Chosen } from '../../../ui/list-screen.tsx'

/** What finds every invoice, where nothing narrows the list: nobody means all by saying nothing. */
const every: Filter = { field: 'targetYear', comparison: 'exists' }

/** The rows by their ids; of all that is found, what finds them and which are left out. */
export const chosenInvoices = (
  { ids, isAll }: Pick<Chosen, 'ids' | 'isAll'>,
  attributeFilter: Filter | undefined,
): InvoiceChoice =>
  isAll
    ? { attributeFilter: attributeFilter ?? every, ...(ids.length > 0 && { except: [...ids] }) }
    : { ids: [...ids] }

/** What their totals are asked by. */
export function filterOf({ ids, attributeFilter, except = [] }: InvoiceChoice): Filter {
  if (ids) return { field: 'id', comparison: 'in', value: [...ids] }
  const found = attributeFilter ?? every
  return except.length > 0
    ? { $and: [found, { $not: { field: 'id', comparison: 'in', value: [...except] } }] }
    : found
}
