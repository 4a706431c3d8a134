/** How the values of a row of the list of invoices are said. */
import { useMemo } from 'react'
import type { Row } from '../../../../shared/model/answers.ts'
import { type CellWords, useCatalogueCells } from '../../../ui/catalogue-cells.tsx'
import type { CatalogueColumn } from '../../../ui/catalogue-list.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { InvoiceBadge, stateOfRow } from '../../../ui/invoice-badge.tsx'
import { useMoney } from '../../../ui/money.ts'
import { institutionColumn } from '../model/list.ts'
import type { InvoiceWords } from '../use-invoice-words.ts'

export function useInvoiceCells(
  columns: readonly CatalogueColumn[],
  { t, institution }: InvoiceWords,
  personOf: (id: string) => string,
  /** The institution has a column. */
  isNamed: boolean,
) {
  const { amount } = useMoney()
  const { date } = useDateFormat()
  const said = useMemo<CellWords>(
    () => ({
      yes: t('yes'),
      no: t('no'),
      unnamed: t('unnamed'),
      // Years and numbers of customers are names, not amounts.
      number: String,
      isName: ({ id }) => !id.startsWith('totals.'),
      named: ({ field }, id) => {
        if (field.name === 'type') return t(`type.${id}`)
        if (field.entityClass === 'institution') return institution(id)
        if (field.entityClass === 'account') return personOf(id)
        return id
      },
      ...(!isNamed && { under: (row: Row) => institution(String(row.columns[institutionColumn] ?? '')) }),
      own: (column, row) => {
        const value = row.columns[column.id]
        if (column.id === 'sendDate') {
          const state = stateOfRow(row)
          return state === 'sent' ? (
            <span className="invoices-state">
              <InvoiceBadge state={state} t={t} /> <small>{date(String(value))}</small>
            </span>
          ) : (
            <InvoiceBadge state={state} t={t} />
          )
        }
        if (column.id.startsWith('totals.') && typeof value === 'number')
          // The rows are of several currencies.
          return `${amount(value)} ${String(row.columns['currency'] ?? '')}`
        return undefined
      },
    }),
    [t, institution, personOf, amount, date, isNamed],
  )
  return useCatalogueCells(columns, said)
}
