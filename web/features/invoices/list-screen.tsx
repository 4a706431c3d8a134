/** The list of invoices: filters, what they come to, and what can be done with those that are selected. */
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Row } from '../../../shared/model/answers.ts'
import { fieldCatalogue } from '../../../shared/search/catalogue.ts'
import type { Filter } from '../../../shared/search/filter.ts'
import { useCan } from '../../api/can.ts'
import { isRow } from '../../api/hits.ts'
import { useReference } from '../../api/reference.ts'
import { useRefresh } from '../../api/use-call.ts'
import { invoiceHref, invoicePictureHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { type Asked, useCatalogueList } from '../../frame/use-catalogue-list.ts'
import { runningJobs } from '../../frame/use-job-watch.ts'
import type { FieldSources, FieldWords } from '../../ui/catalogue-fields.ts'
import { useLastAddress } from '../../ui/list-memory.ts'
import { type ListPage, ListScreen } from '../../ui/list-screen.tsx'
import { useListState } from '../../ui/list-state.ts'
import { useTitle } from '../../ui/localized.tsx'
import { useStore } from '../../ui/store.ts'
import { ExportDialog } from './export/export-dialog.tsx'
import { chosenInvoices } from './model/chosen.ts'
import {
  companyName,
  filterGroups,
  type InvoiceListState,
  institutionColumn,
  invoiceColumns,
  invoiceFilterFields,
  invoiceListDefaults,
  invoiceListState,
  listFilter,
  views,
  withCompanions,
} from './model/list.ts'
import { ActionDialog, type InvoiceAction, invoiceActions } from './parts/action-dialog.tsx'
import { useInvoiceCells } from './parts/invoice-cells.tsx'
import { TotalsLine } from './parts/totals-line.tsx'
import { RunDialog } from './run/run-dialog.tsx'
import { type InvoiceWords, useInvoiceWords } from './use-invoice-words.ts'
import './invoices.css'

const tableId = 'invoices'
const usualPageSize = 25
function inputOf({ state, filter, columns, ...page }: Asked<InvoiceListState>) {
  const all = listFilter(state, filter)
  return {
    entityClass: 'invoice',
    ...(all && { attributeFilter: all }),
    ...page,
    columns: withCompanions(columns),
  }
}
const pageOf = ({ list, count, isAtLeast }: OutputOf<typeof execute>): ListPage => ({
  count,
  isAtLeast,
  list: list.filter(isRow).map((row) => ({ ...row, columns: { ...row.columns, name: nameOf(row) } })),
})
const nameOf = ({ columns }: Row): string =>
  [columns[companyName], columns['number']].filter(Boolean).join(', ')

export function InvoiceListScreen() {
  const last = useLastAddress(tableId)
  return last ? <Navigate to={{ search: last }} replace /> : <InvoiceList />
}

function useInvoiceFields({ t, institutions }: InvoiceWords) {
  const reference = useReference()
  const title = useTitle()
  const catalogue = useMemo(
    () => fieldCatalogue('invoice', { list: reference.lists, fielddefinition: reference.fielddefinitions }),
    [reference.lists, reference.fielddefinitions],
  )
  const words = useMemo<FieldWords>(
    () => ({ t: (key) => t(key), title, yes: t('yes'), no: t('no') }),
    [t, title],
  )
  const fields = useMemo(() => {
    const types = (['yearly', 'initial'] as const).map((value) => ({ value, label: t(`type.${value}`) }))
    const sources: FieldSources = {
      of: (field) => {
        if (field.name === 'type') return { options: types }
        if (field.entityClass === 'institution') return { options: institutions }
        if (field.entityClass === 'account') return { loader: `account:invoice:${field.name}` }
        return undefined
      },
      selectOptions: () => [],
    }
    return invoiceFilterFields(catalogue, words, sources)
  }, [catalogue, words, institutions, t])
  const columns = useMemo(() => invoiceColumns(catalogue, words, t('column.state')), [catalogue, words, t])
  return { reference, fields, columns }
}

function InvoiceList() {
  const words = useInvoiceWords()
  const { t } = words
  const mayEdit = useCan()('invoice:edit')
  const navigate = useNavigate()
  const [state, setState] = useListState(invoiceListState, invoiceListDefaults)
  const [isRunning, setRunning] = useState(false)
  const [acting, setActing] = useState<Pick<ComponentProps<typeof ActionDialog>, 'action' | 'of'>>()
  const [exporting, setExporting] = useState<ComponentProps<typeof ExportDialog>['of']>()
  const { reference, fields, columns: all } = useInvoiceFields(words)
  const { screen, columns, personOf, asked } = useCatalogueList({
    id: tableId,
    state,
    setState,
    fields,
    columns: all,
    reference,
    pageSize: usualPageSize,
    hasUnderWithout: institutionColumn,
    call: execute,
    inputOf,
    pageOf,
  })
  const found = asked.attributeFilter as Filter | undefined
  const isNamed = screen.preferences.visible.includes(institutionColumn)
  const cells = useInvoiceCells(columns, words, personOf, isNamed)
  useRefreshAfterJobs()
  const viewOptions = views.map((value) => ({ value, label: t(`view.${value}`) }))
  return (
    <Page title={t('title')}>
      <TotalsLine filter={found} />
      <ListScreen
        {...screen}
        t={t}
        columns={cells}
        groups={filterGroups}
        hrefOf={invoiceHref}
        emptyText={t('empty.text')}
        selectionItems={[
          ...(mayEdit ? invoiceActions.map((id) => ({ id, text: t(`action.${id}.menu`) })) : []),
          { id: 'export', text: t('export.menu') },
        ]}
        onSelectionAction={(action, chosen) => {
          const of = chosenInvoices(chosen, found)
          if (action === 'export') setExporting(of)
          else setActing({ action: action as InvoiceAction, of })
        }}
        choice={
          <Select
            ariaLabel={t('view.label')}
            options={viewOptions}
            selectedOption={viewOptions.find(({ value }) => value === state.view) ?? null}
            expandToViewport
            onChange={({ detail }) =>
              setState({ view: detail.selectedOption.value as InvoiceListState['view'], page: 1 })
            }
          />
        }
        create={(variant) => (
          <SpaceBetween direction="horizontal" size="xs">
            {variant === 'primary' && (
              <Button
                href={invoicePictureHref}
                onFollow={(event) => {
                  event.preventDefault()
                  void navigate(invoicePictureHref)
                }}
              >
                {t('picture.open')}
              </Button>
            )}
            {variant === 'primary' && (
              <Button
                disabled={!screen.answer.data?.count}
                onClick={() => setExporting(chosenInvoices({ ids: [], isAll: true }, found))}
              >
                {t('export.menu')}
              </Button>
            )}
            {mayEdit && (
              <Button variant={variant} iconName="add-plus" onClick={() => setRunning(true)}>
                {t('run.open')}
              </Button>
            )}
          </SpaceBetween>
        )}
      />
      {isRunning && <RunDialog onClose={() => setRunning(false)} />}
      {acting && (
        <ActionDialog
          {...acting}
          onStarted={() => setActing(undefined)}
          onClose={() => setActing(undefined)}
        />
      )}
      {exporting && <ExportDialog of={exporting} words={words} onClose={() => setExporting(undefined)} />}
    </Page>
  )
}

/** What a job has done to invoices stands in the list once it is over. */
function useRefreshAfterJobs() {
  const running = useStore(runningJobs)
  const refresh = useRefresh()
  const open = running.filter(({ kind }) => kind === 'invoice' || kind === 'invoice-run').length
  const before = useRef(open)
  useEffect(() => {
    if (open < before.current) void refresh(execute)
    before.current = open
  }, [open, refresh])
}
