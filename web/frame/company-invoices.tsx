/** The invoices of a company that the viewer may see, newest first. Sort and page are in the address. */
import { useMemo } from 'react'
import * as z from 'zod'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { Row } from '../../shared/model/answers.ts'
import { isRow } from '../api/hits.ts'
import { useReference } from '../api/reference.ts'
import { useCall } from '../api/use-call.ts'
import { useTexts } from '../texts/texts.ts'
import { useDateFormat } from '../ui/dates.tsx'
import { EntityTable } from '../ui/entity-table.tsx'
import { type FittingColumn, fitColumns } from '../ui/fit-columns.ts'
import { InvoiceBadge, stateOfRow } from '../ui/invoice-badge.tsx'
import { useListState } from '../ui/list-state.ts'
import { useTitle } from '../ui/localized.tsx'
import { useMoney } from '../ui/money.ts'
import { reachOf } from '../ui/paging.ts'
import type { EntityColumn } from '../ui/table-columns.tsx'
import { useTablePreferences } from '../ui/table-preferences.ts'
import { useTableRoom } from '../ui/table-room.ts'
import { invoiceHref } from './links.ts'

const schema = z.object({
  sort: z.string().regex(/^[A-Za-z0-9_.-]+:(asc|desc)$/),
  page: z.number().int().min(1),
})
const defaults = { sort: 'invoiceDate:desc', page: 1 }
const tableId = 'company-invoices'
const usualPageSize = 25
const asked = [
  'number',
  'type',
  'targetYear',
  'institution',
  'invoiceDate',
  'sendDate',
  'cancellationDate',
  'currency',
  'totals.gross',
]

export function CompanyInvoices({ companyId }: { companyId: string }) {
  const t = useTexts('invoices')
  const { institutions } = useReference()
  const title = useTitle()
  const { date } = useDateFormat()
  const { amount } = useMoney()
  const [state, setState] = useListState(schema, defaults)
  const room = useTableRoom(tableId)
  const columns = useMemo(() => {
    const nameOf = ({ columns: of }: Row) =>
      String(of['number'] ?? t('draftOf', { type: t(`type.${of['type']}`), year: of['targetYear'] }))
    const of = (
      id: string,
      widths: Pick<FittingColumn, 'width' | 'least' | 'grows'>,
      cell: (row: Row) => React.ReactNode,
    ): EntityColumn<Row> & FittingColumn => ({
      id,
      title: t(id === 'sendDate' ? 'column.state' : `catalogue.invoice.${id}`),
      sortField: id,
      isDefault: true,
      isFixed: id === 'number',
      isNumber: id === 'totals.gross',
      ...widths,
      cell,
    })
    const all = [
      of('number', { width: 220, least: 170, grows: 2 }, nameOf),
      of('sendDate', { width: 150, least: 130 }, (row) => <InvoiceBadge state={stateOfRow(row)} t={t} />),
      of('targetYear', { width: 90 }, ({ columns: one }) => String(one['targetYear'] ?? '')),
      of('institution', { width: 220, least: 160, grows: 1 }, ({ columns: one }) =>
        title(institutions.get(String(one['institution']))?.data.title),
      ),
      of('invoiceDate', { width: 120, least: 110 }, ({ columns: one }) => date(String(one['invoiceDate']))),
      of(
        'totals.gross',
        { width: 150 },
        ({ columns: one }) => `${amount(Number(one['totals.gross'] ?? 0))} ${String(one['currency'] ?? '')}`,
      ),
    ]
    return fitColumns(all, room, () => true)
  }, [t, institutions, title, date, amount, room])
  const preferences = useTablePreferences(tableId, columns, { pageSize: usualPageSize })
  const { pageSize } = preferences
  const { data, error, isLoading, mutate } = useCall(
    execute,
    {
      entityClass: 'invoice',
      attributeFilter: { field: 'companyId', comparison: 'eq', value: companyId },
      columns: asked,
      sorting: [state.sort],
      pagination: { start: (state.page - 1) * pageSize, limit: pageSize },
    },
    { keepPreviousData: true },
  )
  return (
    <EntityTable<Row>
      id={tableId}
      room={room}
      t={t}
      title={t('title')}
      columns={columns}
      preferences={preferences}
      rows={data?.list.filter(isRow)}
      total={data?.count}
      isLoading={isLoading}
      error={error}
      onRetry={() => void mutate()}
      rowId={(row) => row.id}
      rowHref={(row) => invoiceHref(row.id)}
      rowLabel={(row) => String(row.columns['number'] ?? t('one'))}
      page={state.page}
      onPage={(page) => setState({ page })}
      maxPage={reachOf(data?.count, pageSize).maxPage}
      sort={state.sort}
      onSort={(sort) => setState({ sort, page: 1 })}
      emptyTitle={t('ofCompany.none')}
    />
  )
}
