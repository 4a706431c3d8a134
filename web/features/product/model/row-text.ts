/** Rows of a product's lists in words: companies, components, documents, answers, permits, approvals. */

import { mainCategorySecrecy } from '../../../../shared/constants.ts'
import type { ChecklistDefinition } from '../../../../shared/model/administration.ts'
import type {
  ApprovalRow,
  CompanyRow,
  ComponentRow,
  DisplaySettings,
  DocumentRow,
  ListData,
  PermitRow,
} from '../../../../shared/model/product.ts'
import { approvalState } from '../../../../shared/rules/approval.ts'
import { isPercentUnit, type UnitTitle } from '../../../../shared/rules/percent.ts'
import { labelled } from '../../../texts/texts.ts'
import { localizedLines } from './field-text.ts'
import type { Lookup } from './lookup.ts'
import type { Words } from './words.ts'

export function companyText(row: CompanyRow, words: Words): string {
  const name = words.nameOf(row.company) ?? words.t('companies.unknown')
  const amount = row.amount === undefined ? '' : ` · ${words.number(row.amount)}`
  return `${name} (${words.t(`role.${row.role}`)})${amount}`
}

/** `12,5 %`, `3 kg`; empty without an amount. */
export function amountText({ amount, unit }: ComponentRow, words: Words): string {
  if (amount === undefined) return ''
  const titleOf: UnitTitle = (id) => words.lookup.selectOption(id)?.title
  return unit && !isPercentUnit(unit, titleOf)
    ? `${words.number(amount)} ${unitTitle(unit, words.lookup) ?? ''}`.trimEnd()
    : words.percent(amount)
}

export function componentText(row: ComponentRow, words: Words): string {
  const parts = [
    amountText(row, words),
    words.lookup.categoryTitle(row.category),
    words.t(`secrecy.${row.secrecy}`),
    row.printlabel ? words.t('components.printlabel') : '',
  ]
  return [words.nameOf(row.component) ?? words.t('components.unknown'), ...parts.filter(Boolean)].join(' · ')
}
export function documentText({ fileName, type, secrecy }: DocumentRow, words: Words): string {
  const option = words.lookup.selectOption(type)
  const parts = [
    option && words.lookup.title(option.title),
    words.t(`secrecy.${secrecy ?? mainCategorySecrecy}`),
  ]
  return [fileName, ...parts.filter(Boolean)].join(' · ')
}
export type InvoiceItem = NonNullable<ListData['_invoiceSpecialItems']>[string]
export function invoiceItemText({ text, year, institution, amount }: InvoiceItem, words: Words): string {
  const parts = [text, String(year), words.lookup.institutionTitle(institution), words.amount(amount)]
  return parts.filter(Boolean).join(' · ')
}
export type ChecklistRow = ListData['_checklist'][string]
/** "ja · 15.03.26 – 14.03.27 · gesehen"; empty without an answer. */
export function answerText(
  row: ChecklistRow | undefined,
  definition: ChecklistDefinition | undefined,
  words: Words,
): string {
  if (!row) return ''
  const option = definition?.options.find(({ id }) => id === row.status)
  const answer = option ? words.lookup.title(option.title) : row.status
  return [answer, periodText(row.date, row.until, words), row.comment].filter(Boolean).join(' · ')
}
/** Own limits and places of standards, a line each. */
export function displayText({ standards = {} }: DisplaySettings, words: Words): string {
  return Object.entries(standards)
    .map(([id, { order, limitation }]) => {
      const place = order === undefined ? '' : `${words.t('part.order')} ${order + 1}`
      const limits = limitation ? localizedLines(limitation) : ''
      return labelled(words.lookup.standardTitle(id), [place, limits].filter(Boolean).join(' · '))
    })
    .join('\n')
}
export const permitText = ({ permit, number }: PermitRow, words: Words): string =>
  [permitKind(permit, words), number].filter(Boolean).join(' · ')
/** What a permit is called; that of no kind too. */
export const permitKind = (permit: string | undefined, { t, lookup }: Pick<Words, 't' | 'lookup'>): string =>
  permit === undefined ? t('permits.other') : (lookup.permitTitle(permit) ?? t('permits.unknown'))
export const unitTitle = (id: string, lookup: Lookup): string | undefined => {
  const option = lookup.selectOption(id)
  return option ? lookup.title(option.title) : undefined
}

/** "15.03.26 – 14.03.27", "ab 15.03.26" */
export function periodText(begin: string | undefined, end: string | undefined, words: Words): string {
  if (begin && end) return words.t('approvals.period', { begin: words.date(begin), end: words.date(end) })
  if (begin) return words.t('approvals.from', { begin: words.date(begin) })
  return end ? words.t('approvals.until', { end: words.date(end) }) : ''
}
/** The same of an approval, which has no end only where it says so. */
export function periodSaid(begin: string | undefined, end: string | undefined, words: Words): string {
  const days = periodText(begin, end, words)
  return end || !begin ? days : `${days}, ${words.t('approvals.noEnd')}`
}
export function approvalText(standard: string | undefined, row: ApprovalRow, words: Words): string {
  const definition = standard === undefined ? undefined : words.lookup.standards.get(standard)
  const state = approvalState(row, words.today, definition?.data)
  const dates =
    state === 'initiated'
      ? periodText(row.tmp_begin, row.tmp_end, words)
      : periodText(row.begin, row.end, words)
  const more = [dates, row.active ? '' : words.t('approvals.inactive'), row.comment, row.restriction]
  return [words.t(`approvals.state.${state}`), ...more.filter(Boolean)].join(' · ')
}
