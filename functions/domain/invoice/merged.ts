/** Drafts of a company that is merged into another one: they go to that, or are joined with its own of the same year. */
import type { CompanyData } from '../../../shared/model/company.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type Invoice, invoiceSlot } from '../../../shared/model/invoice.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { fixedInvoiceRefusal, type InvoiceOf, isInvoice, isMarkOf, withCustomEntries } from './rules.ts'

/** Whether it is a draft of the company: what has a number, or is marked as sent, stays as it is. */
export const isDraftOf = (entity: Entity, company: string): entity is InvoiceOf =>
  isInvoice(entity) &&
  !entity.disabled &&
  entity.data.companyId === company &&
  !fixedInvoiceRefusal(entity.data)

/** The draft as one of the company; its lines stay until a run makes it anew. */
export function movedDraft(
  data: Invoice,
  { id, data: { baseData } }: Pick<Entity<CompanyData>, 'id' | 'data'>,
): Invoice {
  const { name, customerNumber } = baseData
  const company = { name, ...(customerNumber !== undefined && { customerNumber }) }
  const moved = { ...data, companyId: id, indexData: { ...data.indexData, company } }
  return { ...moved, slot: invoiceSlot(moved) }
}

/** Entries by hand of another draft, under keys that no entry here has. */
const otherKey = (invoice: string, key: string) => `${invoice.slice(0, 8)}-${key}`.slice(0, 64)

type Line = Pick<Invoice['sums'][number], 'rule' | 'productId' | 'listId' | 'products'>
const isOfSame = (a: Line, b: Line) =>
  a.rule === b.rule &&
  a.productId === b.productId &&
  a.listId === b.listId &&
  sameValue(a.products, b.products)

/** The draft with what another one has: its lines, its entries by hand, and whom a copy goes to. A run makes its lines anew. */
export const joinedDraft = (own: Invoice, other: InvoiceOf): Invoice =>
  withCustomEntries({
    ...own,
    sums: [
      ...own.sums,
      ...other.data.sums.filter(
        (sum) => sum.rule !== 'custom' && !own.sums.some((one) => isOfSame(one, sum)),
      ),
    ],
    unindex: [...own.unindex, ...other.data.unindex.filter((mark) => !own.unindex.some(isMarkOf(mark)))],
    customEntries: {
      ...own.customEntries,
      ...Object.fromEntries(
        Object.entries(other.data.customEntries).map(([key, entry]) => [otherKey(other.id, key), entry]),
      ),
    },
    cc: [...new Set([...own.cc, ...other.data.cc])].slice(0, 20),
  })

/** The draft without what it got from another one, as far as nobody has changed that since. */
export function partedDraft(own: Invoice, other: InvoiceOf): Invoice {
  const left = [...other.data.sums]
  const sums = own.sums.filter((sum) => {
    const at = left.findIndex((one) => sameValue(one, sum))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const gone = new Map(
    Object.entries(other.data.customEntries).map(([key, entry]) => [otherKey(other.id, key), entry]),
  )
  const customEntries = Object.fromEntries(
    Object.entries(own.customEntries).filter(([key, entry]) => !sameValue(gone.get(key), entry)),
  )
  const unindex = own.unindex.filter((mark) => !other.data.unindex.some(isMarkOf(mark)))
  return withCustomEntries({ ...own, sums, unindex, customEntries })
}
