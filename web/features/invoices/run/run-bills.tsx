/** The companies of a run: what each is billed, how that differs from the year before and why. */
import SegmentedControl from '@cloudscape-design/components/segmented-control'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import * as z from 'zod'
import type { Bill } from '../../../../shared/model/invoice.ts'
import { useLocale } from '../../../texts/texts.ts'
import { EntityTable } from '../../../ui/entity-table.tsx'
import { type FittingColumn, fitColumns } from '../../../ui/fit-columns.ts'
import { useListState } from '../../../ui/list-state.ts'
import { useMoney } from '../../../ui/money.ts'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { lastPage } from '../../../ui/paging.ts'
import { titleOrder } from '../../../ui/select-options.ts'
import { type BadgeTone, StateBadge } from '../../../ui/state-badge.tsx'
import type { EntityColumn } from '../../../ui/table-columns.tsx'
import { useTablePreferences } from '../../../ui/table-preferences.ts'
import { useTableRoom } from '../../../ui/table-room.ts'
import { TableSearch } from '../../../ui/table-search.tsx'
import { causesOf, inView, runViews, sorted } from '../model/run.ts'
import type { InvoiceWords } from '../use-invoice-words.ts'
import { billKey } from './run-bill.tsx'

const tableId = 'invoice-run'
const usualPageSize = 25
const pageSizes = [15, 25, 50, 100, 250]
const schema = z.object({
  view: z.enum(runViews),
  q: z.string().max(200),
  sort: z.string().regex(/^(company|net|difference):(asc|desc)$/),
  page: z.number().int().min(1),
})
const defaults: z.infer<typeof schema> = { view: 'all', q: '', sort: 'company:asc', page: 1 }
const outcomeTones: Record<Bill['outcome'], BadgeTone> = {
  new: 'positive',
  changed: 'info',
  same: 'neutral',
  fixed: 'neutral',
  emptied: 'warning',
  noSchedule: 'negative',
  tooLarge: 'negative',
  nothing: 'neutral',
}
const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function RunBills({
  bills,
  words,
  isPreview,
}: {
  bills: readonly Bill[]
  words: InvoiceWords
  isPreview: boolean
}) {
  const { t } = words
  const { amount, difference } = useMoney()
  const { format } = useNumberFormat()
  const { locale } = useLocale()
  const { pathname, search } = useLocation()
  const [state, setState] = useListState(schema, defaults)
  const room = useTableRoom(tableId)
  const columns = useMemo(() => {
    const none = <span className="il-cell-none">–</span>
    const all: Omit<EntityColumn<Bill> & FittingColumn, 'title' | 'isDefault'>[] = [
      {
        id: 'company',
        sortField: 'company',
        isFixed: true,
        width: 240,
        grows: 3,
        cell: (bill) => bill.company,
      },
      {
        id: 'institution',
        width: 150,
        least: 130,
        grows: 1,
        // It tells apart what one company gets from several.
        leaves: 3,
        cell: (bill) => words.institution(bill.institution),
      },
      {
        id: 'outcome',
        width: 190,
        least: 160,
        grows: 1,
        cell: ({ outcome }) => (
          <StateBadge tone={outcomeTones[outcome]}>
            {t(`outcome${isPreview ? 'Would' : ''}.${outcome}`)}
          </StateBadge>
        ),
      },
      {
        id: 'net',
        sortField: 'net',
        isNumber: true,
        width: 125,
        cell: ({ totals, currency }) => (totals ? `${amount(totals.net)} ${currency ?? ''}` : none),
      },
      {
        id: 'difference',
        sortField: 'difference',
        isNumber: true,
        width: 110,
        cell: (bill) => (bill.difference && bill.before ? difference(bill.difference.net) : none),
      },
      {
        id: 'causes',
        width: 150,
        grows: 3,
        leaves: 2,
        cell: (bill) =>
          bill.before
            ? causesOf(bill)
                .map(([cause, of]) => `${t(`cause.${cause}`)} ${difference(of)}`)
                .join(', ') || none
            : bill.totals
              ? t('run.first')
              : none,
      },
      {
        id: 'notBilled',
        isNumber: true,
        width: 110,
        leaves: 1,
        cell: ({ notBilled }) => (notBilled.length > 0 ? format(notBilled.length) : none),
      },
    ]
    return fitColumns(
      all.map((column) => ({ ...column, title: t(`run.column.${column.id}`), isDefault: true })),
      room,
      ({ sortField }) => sortField !== undefined,
    )
  }, [t, words, amount, difference, format, isPreview, room])
  const preferences = useTablePreferences(tableId, columns, { pageSize: usualPageSize })
  const { pageSize } = preferences
  const found = useMemo(() => {
    const typed = bare(state.q).trim()
    const shown = inView(bills, state.view).filter(({ company }) => bare(company).includes(typed))
    return sorted(shown, state.sort, titleOrder(locale))
  }, [bills, state.view, state.q, state.sort, locale])
  const page = Math.min(state.page, lastPage(found.length, pageSize))
  const hrefOf = (bill: Bill) => {
    const params = new URLSearchParams(search)
    params.set('bill', billKey(bill))
    params.set('drawer', 'bill')
    return `${pathname}?${params}`
  }
  return (
    <div className="invoices-companies">
      <EntityTable<Bill>
        id={tableId}
        t={t}
        title={t('title')}
        columns={columns}
        preferences={preferences}
        room={room}
        rows={found.slice((page - 1) * pageSize, page * pageSize)}
        total={found.length}
        isLoading={false}
        rowId={billKey}
        rowHref={hrefOf}
        openId={new URLSearchParams(search).get('bill') ?? undefined}
        rowLabel={(bill) => `${bill.company}, ${words.institution(bill.institution)}`}
        page={page}
        onPage={(next) => setState({ page: next })}
        pageSizes={pageSizes}
        sort={state.sort}
        onSort={(sort) => setState({ sort, page: 1 })}
        isFiltered={state.q !== '' || state.view !== 'all'}
        onClearFilter={() => setState({ q: '', view: 'all', page: 1 })}
        emptyTitle={t('run.nobody')}
        filter={
          <div className="invoices-tools">
            <TableSearch
              value={state.q}
              placeholder={t('run.search')}
              onChange={(q) => setState({ q, page: 1 }, { replace: true })}
            />
            <SegmentedControl
              label={t('run.view')}
              selectedId={state.view}
              options={runViews.map((id) => ({
                id,
                text: t(`run.views.${id}`, { number: format(inView(bills, id).length) }),
              }))}
              onChange={({ detail }) => setState({ view: detail.selectedId as typeof state.view, page: 1 })}
            />
          </div>
        }
      />
    </div>
  )
}
