/** What people change of a draft: entries added by hand, whom and what it says; what is wrong with it, and what it comes to. */
import * as z from 'zod'
import type { Issue } from '../../../../shared/errors.ts'
import { money } from '../../../../shared/model/fee-schedule.ts'
import type { Invoice } from '../../../../shared/model/invoice.ts'
import { customLine, totalsOf } from '../../../../shared/rules/pricing/price.ts'
import { setAt } from '../../../ui/json-at.ts'

export type Entries = Invoice['customEntries']
/** A new one has no amount until it is typed. */
type Entry = Omit<Entries[string], 'amount'> & { amount?: number | undefined }

export const inOrder = <T extends { _order?: number | undefined }>(rows: Record<string, T>): [string, T][] =>
  Object.entries(rows).sort(([a, x], [b, y]) => (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1))

export function addEntry(data: Invoice, id: string): Invoice {
  const last = inOrder(data.customEntries).at(-1)?.[1]._order ?? -1
  return setAt(data, ['customEntries', id], { text: '', _order: last + 1 })
}
export const removeEntry = (data: Invoice, id: string): Invoice =>
  setAt(data, ['customEntries', id], undefined)

/** Without new entries in which nothing was typed. */
export function withoutEmptyEntries(data: Invoice, original: Invoice): Invoice {
  const customEntries = Object.fromEntries(
    Object.entries(data.customEntries as Record<string, Entry>).filter(
      ([id, { text, amount }]) => original.customEntries[id] || text.trim() !== '' || amount !== undefined,
    ),
  ) as Entries
  return Object.keys(customEntries).length === Object.keys(data.customEntries).length
    ? data
    : { ...data, customEntries }
}

/** What is wrong with the draft, by JSON pointer. */
export function draftIssues(data: Invoice): Issue[] {
  const found: Issue[] = []
  for (const [id, { text, amount }] of inOrder(data.customEntries as Record<string, Entry>)) {
    if (text.trim() === '')
      found.push({ path: `/customEntries/${id}/text`, expected: 'expected a text', key: 'entryText' })
    if (!money.safeParse(amount).success)
      found.push({ path: `/customEntries/${id}/amount`, expected: 'expected an amount', key: 'entryAmount' })
  }
  for (const address of data.cc)
    if (!z.email().safeParse(address).success)
      found.push({ path: '/cc', expected: 'expected e-mail addresses', key: 'email' })
  return found
}

/** The lines and the sum with the entries as they are typed. */
export function linesOf(data: Invoice): Pick<Invoice, 'sums' | 'totals'> {
  const entries = inOrder(data.customEntries as Record<string, Entry>).flatMap(([, { text, amount }]) =>
    money.safeParse(amount).success ? [customLine({ text, amount: amount! })] : [],
  )
  const sums = [...data.sums.filter(({ rule }) => rule !== 'custom'), ...entries]
  return { sums, totals: totalsOf(sums, data.totals.vatPercent) }
}

/** The field that a changed place belongs to. Entries are one: a row is added and typed in one go. */
export const fieldOfPlace = ([key = '', row]: readonly string[]): string =>
  key === 'customEntries' && row !== undefined ? `${key}/${row}` : key
