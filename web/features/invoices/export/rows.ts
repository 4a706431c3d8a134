/** The rows of an export for accounting. Pure. */
import type { Row } from '../../../../shared/model/answers.ts'
import { harmlessCell } from '../../../../shared/rules/harmless-cell.ts'
import { stateOfRow } from '../../../ui/invoice-badge.tsx'
import { companyName, customerNumber } from '../model/list.ts'

export const exportColumns = [
  'number',
  'invoiceDate',
  'sendDate',
  'state',
  'type',
  'targetYear',
  'institution',
  'company',
  'customerNumber',
  'abacusCustomerNumber',
  'currency',
  'net',
  'vat',
  'gross',
] as const
export type ExportColumn = (typeof exportColumns)[number]
/** What the list of invoices is asked for; the rest is of the companies. */
export const askedColumns = [
  'number',
  'invoiceDate',
  'sendDate',
  'cancellationDate',
  'type',
  'targetYear',
  'institution',
  'companyId',
  companyName,
  customerNumber,
  'currency',
  'totals.net',
  'totals.vat',
  'totals.gross',
]

export interface ExportWords {
  /** Of a stored day, and of an instant. */
  day(stored: string): string
  dayOf(instant: string): string
  amount(value: number): string
  state(state: string): string
  type(type: string): string
  institution(id: string): string
  /** Number of the company in the accounting program. */
  abacus(company: string): string
}

const text = (value: unknown): string => harmlessCell(value === undefined ? '' : String(value))

export function exportRow(row: Row, columns: readonly ExportColumn[], words: ExportWords): string[] {
  const of = (name: string) => row.columns[name]
  const amount = (name: string) => {
    const value = of(name)
    return typeof value === 'number' ? words.amount(value) : ''
  }
  const said = (name: string, say: (value: string) => string) => {
    const value = of(name)
    return typeof value === 'string' ? say(value) : ''
  }
  const state = stateOfRow(row)
  const cells: Record<ExportColumn, () => string> = {
    number: () => text(of('number')),
    invoiceDate: () => said('invoiceDate', words.day),
    // Of what was only marked as sent there is no such day.
    sendDate: () => (state === 'pseudoSent' ? '' : said('sendDate', words.dayOf)),
    state: () => words.state(state),
    type: () => words.type(String(of('type') ?? '')),
    targetYear: () => text(of('targetYear')),
    institution: () => text(words.institution(String(of('institution') ?? ''))),
    company: () => text(of(companyName)),
    customerNumber: () => text(of(customerNumber)),
    abacusCustomerNumber: () => text(words.abacus(String(of('companyId') ?? ''))),
    currency: () => text(of('currency')),
    net: () => amount('totals.net'),
    vat: () => amount('totals.vat'),
    gross: () => amount('totals.gross'),
  }
  return columns.map((column) => cells[column]())
}
