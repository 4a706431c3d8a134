/** The product list: instant name search, conditions, a list whose values are shown, all of it in the address. */

import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type ComponentProps, Suspense, useEffect, useMemo, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { search } from '../../../shared/calls/bml/product/search.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { productSearchWith } from '../../../shared/rules/product-search.ts'
import { useCan } from '../../api/can.ts'
import { useSession } from '../../api/session.tsx'
import { newProductHref, productHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { type Asked, useCatalogueList } from '../../frame/use-catalogue-list.ts'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { latePart } from '../../ui/late-part.ts'
import { useLastAddress } from '../../ui/list-memory.ts'
import { type Chosen, type ListPage, ListScreen } from '../../ui/list-screen.tsx'
import { useListState } from '../../ui/list-state.ts'
import { useTitle } from '../../ui/localized.tsx'
import { entityOptions } from '../../ui/select-options.ts'
import { useSeenRows } from '../../ui/steady.ts'
import { type ChosenProducts, chosenProducts } from './model/chosen.ts'
import { productColumns, withColumns } from './model/columns.ts'
import { filterGroups } from './model/filter-fields.ts'
import { listDefaults, listStateSchema, type ProductListState, productPageSize } from './model/list-state.ts'
import { useProductCells, withCompanions } from './parts/product-cells.tsx'
import type { SearchAsked } from './search/searches.tsx'
import { useProductFields } from './use-product-fields.ts'

// Not part of the first screen: rows do not wait for it unless the address names a search.
const ColumnSets = latePart(() => import('./columns/column-sets.tsx').then((m) => m.ColumnSets))
const ExportDialog = latePart(() => import('./exporting/export-dialog.tsx').then((m) => m.ExportDialog))
const FlagDialog = latePart(() => import('./flagging/flag-dialog.tsx').then((m) => m.FlagDialog))
const ReportDialog = latePart(() => import('../../frame/report-dialog.tsx').then((m) => m.ReportDialog))
const Searches = latePart(() => import('./search/searches.tsx').then((m) => m.Searches))
const tableId = 'products'
const inputOf = ({ state, filter, columns, ...page }: Asked<ProductListState>) => ({
  ...productSearchWith(state.q, filter),
  ...(state.list ? { list: state.list } : {}),
  ...page,
  columns: withCompanions(columns),
})
const pageOf = (answer: OutputOf<typeof search>): ListPage => answer

export function ProductListScreen() {
  const last = useLastAddress(tableId)
  return last ? <Navigate to={{ search: last }} replace /> : <ProductList />
}

function ProductList() {
  const t = useTexts('products')
  const ui = useTexts('ui')
  const title = useTitle()
  const { locale } = useLocale()
  const navigate = useNavigate()
  const mayCreate = useCan()('product:create')
  const mayApprove = useSession().actor?.flags.approval === true
  const [state, setState] = useListState(listStateSchema, listDefaults)
  const product = useProductFields()
  const { reference, catalogue, words, fields, viewableLists } = product
  const maySearch = useCan()('saved:create')
  const mayFlag = useCan()('product:flag')
  const [flagging, setFlagging] = useState<ChosenProducts>()
  const mayExport = useCan()('export:run')
  const [reporting, setReporting] = useState<ChosenProducts>()
  const [exporting, setExporting] = useState<ComponentProps<typeof ExportDialog>['of']>()

  const [asked, setAsked] = useState<SearchAsked>()

  const listChoices = useMemo(
    () => [
      { value: '', label: t('list.base') },
      ...entityOptions(viewableLists, title, locale).filter(({ value }) => value !== fixedIds.list.base),
    ],
    [viewableLists, title, locale, t],
  )
  const chosenList = listChoices.find((o) => o.value === state.list) ?? listChoices[0]!
  const listTitle = chosenList.label
  const all = useMemo(
    () =>
      productColumns(
        catalogue,
        words,
        (name) => {
          // The approvals of one list, not of all.
          if (name === 'lists.approvals.summary') return `${t('catalogue.approvals.summary')} (${listTitle})`
          return name === 'rev' || name === 'isNationalPartner' ? t(`column.${name}`) : ''
        },
        mayApprove,
      ),
    [catalogue, words, t, mayApprove, listTitle],
  )
  const {
    screen,
    columns,
    personOf,
    asked: found,
  } = useCatalogueList({
    id: tableId,
    state,
    setState,
    fields,
    columns: all,
    reference,
    pageSize: productPageSize,
    hasUnder: true,
    also:
      state.s === ''
        ? undefined
        : asked?.search === state.s
          ? asked
          : { filter: undefined, isWaiting: true, isStopped: false },
    call: search,
    inputOf,
    pageOf,
  })
  const { data, error } = screen.answer
  const isAnswered = data !== undefined || error !== undefined
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    if (isAnswered) setIsDrawn(true)
  }, [isAnswered])
  const rows = useSeenRows(screen.question, data?.list, !screen.answer.isLoading)
  const cells = useProductCells(columns, reference, personOf, rows, state.list)
  // Keep their places, so that nothing moves once they are there; until then there is nothing to press.
  const searchesLater = (
    <div className="il-searches-menu il-place" aria-hidden inert>
      <Button iconAlign="right" iconName="caret-down-filled">
        {t('searches')}
      </Button>
    </div>
  )
  const setsLater = (
    <span className="il-place" aria-hidden inert>
      <Button variant="icon" iconName="view-vertical" ariaLabel={ui('select.loading')} />
    </span>
  )
  const selectionItems = [
    ...(mayFlag ? [{ id: 'flag', text: t('flagging') }] : []),
    ...(mayExport
      ? [
          { id: 'export', text: t('exporting') },
          { id: 'report', text: t('reporting') },
        ]
      : []),
  ]
  const { visible } = screen.preferences
  const titles = useMemo(() => new Map(all.map(({ id, title }) => [id, title])), [all])
  /** Where rows are selected it is asked which are meant: those, or all that is found. */
  const startExport = (chosen: Chosen) => {
    const count = data && !data.isAtLeast ? data.count : undefined
    const all = {
      which: 'all' as const,
      products: chosenProducts({ ids: [], isAll: true, count }, found),
    }
    // Without names it is none of them, or all.
    setExporting(
      chosen.ids.length === 0 ? [all] : [{ which: 'selected', products: chosenProducts(chosen, found) }, all],
    )
  }
  return (
    <Page title={t('title')}>
      <ListScreen
        {...screen}
        t={t}
        columns={cells}
        groups={filterGroups}
        hrefOf={(id) => productHref(id, state.list || fixedIds.list.base)}
        {...(selectionItems.length > 0 && { selectionItems })}
        onSelectionAction={(action, chosen) => {
          if (action === 'export') startExport(chosen)
          else if (action === 'report') setReporting(chosenProducts(chosen, found))
          else setFlagging(chosenProducts(chosen, found))
        }}
        emptyText={mayCreate ? t('empty.text') : t('empty.readOnly')}
        create={(variant, chosen) =>
          (mayCreate || (mayExport && variant === 'primary')) && (
            <SpaceBetween direction="horizontal" size="xs">
              {mayExport && variant === 'primary' && (
                // What is not asked, or finds nothing, cannot be exported.
                <Button disabled={!data || data.count === 0} onClick={() => startExport(chosen)}>
                  {t('exporting')}
                </Button>
              )}
              {mayCreate && (
                <Button
                  variant={variant}
                  iconName="add-plus"
                  onClick={() => void navigate(newProductHref(fixedIds.list.base))}
                >
                  {t('new')}
                </Button>
              )}
            </SpaceBetween>
          )
        }
        columnSets={
          maySearch &&
          (isDrawn ? (
            <Suspense fallback={setsLater}>
              <ColumnSets
                visible={visible}
                titles={titles}
                list={state.list}
                product={product}
                onChoose={(columns, list) => {
                  screen.preferences.set({ columns: withColumns(all, columns) })
                  if (list) setState({ list })
                }}
              />
            </Suspense>
          ) : (
            setsLater
          ))
        }
        choice={
          // Its value says what it is: "values from: …".
          <Select
            filteringType={listChoices.length > 8 ? 'auto' : 'none'}
            filteringAriaLabel={ui('select.search')}
            options={listChoices}
            selectedOption={{ value: chosenList.value, label: t('list.of', { list: chosenList.label }) }}
            onChange={({ detail }) => setState({ list: detail.selectedOption.value ?? '' })}
          />
        }
        searches={
          // Who has only its address is told why it cannot be opened.
          (maySearch || state.s !== '') &&
          (isDrawn || state.s !== '' ? (
            <Suspense fallback={searchesLater}>
              <Searches
                title={t('searches')}
                state={state}
                setState={setState}
                product={product}
                conditions={screen.query.filter}
                load={screen.load}
                labelOf={screen.labelOf}
                onAsked={setAsked}
              />
            </Suspense>
          ) : (
            searchesLater
          ))
        }
      />
      {flagging && (
        <Suspense fallback={null}>
          <FlagDialog {...flagging} onClose={() => setFlagging(undefined)} />
        </Suspense>
      )}
      {reporting && (
        <Suspense fallback={null}>
          <ReportDialog {...reporting} list={state.list} onClose={() => setReporting(undefined)} />
        </Suspense>
      )}
      {exporting && (
        <Suspense fallback={null}>
          <ExportDialog
            of={exporting}
            columns={visible.flatMap((id) => all.find((column) => column.id === id) ?? [])}
            titles={titles}
            product={product}
            list={state.list}
            sort={state.sort}
            onClose={() => setExporting(undefined)}
          />
        </Suspense>
      )}
    </Page>
  )
}
