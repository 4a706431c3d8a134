/** What differs between two states of an invoice, in words: for its history. Pure. */

import type { Invoice } from '../../../../shared/model/invoice.ts'
import { sameValue } from '../../../../shared/rules/values.ts'
import { labelled } from '../../../texts/texts.ts'
import type { DifferenceRow } from '../../../ui/difference.tsx'
import { pointerParts } from '../../../ui/json-at.ts'
import { inOrder } from './draft.ts'

export interface ChangeWords {
  t(key: string): string
  title(text: Invoice['emailText']): string
  amount(value: number): string
  date(instant: string): string
  moment(instant: string): string
  ourSign(id: string): string
  institution(id: string): string
}

type Say = (data: Invoice, words: ChangeWords) => string
/** By key, in the order in which they are told. Lines are told by what they come to. */
const said: Partial<Record<keyof Invoice, Say>> = {
  number: ({ number = '' }) => number,
  sendDate: ({ sendDate }, { moment }) => (sendDate ? moment(sendDate) : ''),
  cancellationDate: ({ cancellationDate }, { moment }) => (cancellationDate ? moment(cancellationDate) : ''),
  cancellationReason: ({ cancellationReason = '' }) => cancellationReason,
  invoiceDate: ({ invoiceDate }, { date }) => date(invoiceDate),
  sums: ({ sums }) => (sums.length === 0 ? '' : String(sums.length)),
  customEntries: ({ customEntries }, { amount }) =>
    inOrder(customEntries)
      .map(([, one]) => labelled(one.text, amount(one.amount)))
      .join('\n'),
  totals: ({ totals }, { amount }) => amount(totals.gross),
  paymentDays: ({ paymentDays }) => String(paymentDays),
  cc: ({ cc }) => cc.join(', '),
  ourSign: ({ ourSign }, words) => (ourSign ? words.ourSign(ourSign) : ''),
  periodDescription: ({ periodDescription }, { title }) =>
    periodDescription ? title(periodDescription) : '',
  emailText: ({ emailText }, { title }) => (emailText ? title(emailText) : ''),
  unindex: ({ unindex }) => (unindex.length === 0 ? '' : String(unindex.length)),
  sentTo: ({ sentTo = [] }) => sentTo.join(', '),
}

export const placeTitle = (path: string, t: (key: string) => string): string => {
  const key = pointerParts(path)[0] ?? ''
  return key in said ? t(`field.${key}`) : t('field.other')
}

export function changesBetween(
  before: Invoice | undefined,
  after: Invoice,
  words: ChangeWords,
): DifferenceRow[] {
  return Object.entries(said).flatMap(([key, say]) => {
    const of = key as keyof Invoice
    if (before && sameValue(before[of] ?? null, after[of] ?? null)) return []
    const [was, is] = [before ? say(before, words) : '', say(after, words)]
    return was === is ? [] : [{ id: key, title: words.t(`field.${key}`), before: was, after: is }]
  })
}
