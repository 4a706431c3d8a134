/** The product list: instant name search, conditions, a list whose values are shown, all of it in the address. */
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { lazy, useEffect, useMemo, useRef } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { create } from '../../../shared/calls/bml/product/create.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Row } from '../../../shared/model/answers.ts'
import { useCan } from '../../api/can.ts'
import { useFilterOptions } from '../../api/filter-options.ts'
import { useRefresh, useSend } from '../../api/use-call.ts'
import { productHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { EntityTable } from '../../ui/entity-table.tsx'
import { withoutTokens, writeQuery } from '../../ui/filter-query.ts'
import { useLinkedPreferences } from '../../ui/linked-columns.ts'
import { useLastAddress, useSelection } from '../../ui/list-memory.ts'
import { ListNotices } from '../../ui/list-notices.tsx'
import { useListState } from '../../ui/list-state.ts'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { useTitle } from '../../ui/localized.tsx'
import { useNumberFormat } from '../../ui/numbers.tsx'
import { lastPage, reachOf } from '../../ui/paging.ts'
import { SelectionMenu } from '../../ui/selection-menu.tsx'
import { useSteadyRows } from '../../ui/steady.ts'
import { useTablePreferences } from '../../ui/table-preferences.ts'
import { TableSearch } from '../../ui/table-search.tsx'
import { productColumns } from './model/columns.ts'
import { listDefaults, listStateSchema, pageSizes, productPageSize } from './model/list-state.ts'
import { useProductCells } from './parts/product-cells.tsx'
import { useProductFields, useProductSearch, valuesOf } from './use-product-list.ts'
import './products.css'

// The condition builder is the heaviest part of the screen; the rows do not wait for it.
const ListFilter = lazy(() => import('../../ui/list-filter.tsx').then((m) => ({ default: m.ListFilter })))
const tableId = 'products'
const rowId = (row: Row) => row.id
const idsOf = (page: OutputOf<typeof search>) => page.list.map(rowId)

export function ProductListScreen() {
  const last = useLastAddress(tableId)
  return last ? <Navigate to={{ search: last }} replace /> : <ProductList />
}

function ProductList() {
  const t = useTexts('products')
  const ui = useTexts('ui')
  const title = useTitle()
  const { format } = useNumberFormat()
  const navigate = useNavigate()
  const mayCreate = useCan()('product:create')
  const refresh = useRefresh()
  const [state, setState] = useListState(listStateSchema, listDefaults)
  const { reference, catalogue, words, fields, viewableLists } = useProductFields()

  const all = useMemo(
    () =>
      productColumns(catalogue, words, (name) =>
        name === 'rev' || name === 'isNationalPartner' ? t(`column.${name}`) : '',
      ),
    [catalogue, words, t],
  )
  const cells = useProductCells(all, reference)
  const kept = useTablePreferences(tableId, all, { pageSize: productPageSize })
  const preferences = useLinkedPreferences(kept, all, state, setState, reference.isReady)
  const { pageSize } = preferences
  const answer = useProductSearch(state, fields, {
    isReady: reference.isReady,
    columns: preferences.visible,
    pageSize,
  })
  const host = useRef<HTMLDivElement>(null)
  const rows = useSteadyRows({
    key: answer.key,
    data: answer.data,
    isCurrent: !answer.isLoading && !answer.error && !answer.isWaiting,
    idsOf,
    // Somebody points at the rows, or goes through them by keyboard.
    isBusy: () =>
      host.current !== null &&
      (host.current.matches(':hover') || host.current.contains(document.activeElement)),
  })
  const total = rows.shown?.count
  const { maxPage, isCut } = reachOf(total, pageSize)
  // The page that the address names is gone: show the last one that is there.
  const isCurrent = !answer.isLoading && !answer.error
  useEffect(() => {
    if (isCurrent && total !== undefined && total > 0 && state.page > lastPage(total, pageSize))
      setState({ page: lastPage(total, pageSize) }, { replace: true })
  }, [isCurrent, total, state.page, pageSize, setState])

  const inUse = useMemo(() => valuesOf(answer.query), [answer.query])
  const options = useFilterOptions(inUse, title)
  const [selected, setSelected] = useSelection(tableId)
  const { send, isSending } = useSend(create)
  const isUnderstood = answer.notUnderstood.length === 0
  const isFiltered = state.q !== '' || state.f !== ''
  const clear = () => setState({ q: '', f: '', page: 1 })
  const groups = useMemo(
    () =>
      (['product', 'approvals', 'lists', 'base', 'fields'] as const).map((id) => ({
        id,
        title: t(`group.${id}`),
        values: t(`group.${id}Values`),
      })),
    [t],
  )
  const listChoices = useMemo(
    () => [
      { value: '', label: t('list.base') },
      ...viewableLists
        .filter((l) => l.id !== fixedIds.list.base)
        .map((l) => ({ value: l.id, label: title(l.data.title) })),
    ],
    [viewableLists, title, t],
  )
  const chosen = listChoices.find((o) => o.value === state.list) ?? listChoices[0]!
  const chosenList = { value: chosen.value, label: t('list.of', { list: chosen.label }) }
  const hrefOf = (row: Row) => productHref(row.id, state.list || fixedIds.list.base)
  const createProduct = async () => {
    const made = await send({}, { idempotencyKey: crypto.randomUUID() })
    void refresh(search)
    void navigate(productHref(made.id, fixedIds.list.base), { state: { isNew: true } })
  }
  const newProduct = (variant: 'primary' | 'normal') =>
    mayCreate && (
      <Button variant={variant} iconName="add-plus" loading={isSending} onClick={() => void createProduct()}>
        {t('new')}
      </Button>
    )

  return (
    <Page title={t('title')}>
      <div ref={host} className="products-list">
        <EntityTable<Row>
          id={tableId}
          t={t}
          title={t('title')}
          variant="full-page"
          columns={cells}
          preferences={preferences}
          rows={rows.shown?.list}
          total={total}
          isLoading={answer.isLoading || answer.isWaiting}
          isValidating={answer.isLoading}
          error={answer.error}
          onRetry={() => void answer.mutate()}
          rowId={rowId}
          rowHref={hrefOf}
          rowLabel={(row) => String(row.columns['name'] || t('unnamed'))}
          page={state.page}
          onPage={(page) =>
            setState({ page, size: pageSize === productPageSize ? 0 : (pageSize as typeof state.size) })
          }
          maxPage={maxPage}
          pageSizes={pageSizes}
          sort={state.sort}
          onSort={(sort) => setState({ sort, page: 1 })}
          isFiltered={isFiltered && isUnderstood}
          onClearFilter={clear}
          {...(isUnderstood
            ? {
                emptyTitle: t('empty.title'),
                emptyText: mayCreate ? t('empty.text') : t('empty.readOnly'),
                emptyAction: newProduct('normal'),
              }
            : { emptyTitle: ui('list.unknown.notSearched') })}
          selection={{ selected, onChange: setSelected }}
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <SelectionMenu
                selected={selected}
                onChange={setSelected}
                hrefOf={(id) => productHref(id, state.list || fixedIds.list.base)}
                onCopied={(text) => notify.success({ id: 'products:copied', text })}
              />
              {newProduct('primary')}
            </SpaceBetween>
          }
          filter={
            <ListToolbar
              search={
                <TableSearch
                  value={state.q}
                  placeholder={t('search')}
                  onChange={(q) => setState({ q, page: 1 }, { replace: true })}
                />
              }
              conditions={
                <ListFilter
                  fields={fields}
                  groups={groups}
                  query={answer.query}
                  onChange={(query) => setState({ f: writeQuery(query), page: 1 })}
                  load={options.load}
                  labelOf={options.labelOf}
                  placeholder={t('filter')}
                  isLoading={answer.isLoading}
                  {...(total === undefined
                    ? {}
                    : { countText: t('count', { count: total, n: format(total) }) })}
                />
              }
              choice={
                // Its value says what it is: "values from: …".
                <Select
                  filteringType={listChoices.length > 8 ? 'auto' : 'none'}
                  filteringAriaLabel={ui('select.search')}
                  options={listChoices}
                  selectedOption={chosenList}
                  onChange={({ detail }) => setState({ list: detail.selectedOption.value ?? '' })}
                />
              }
              notices={
                <ListNotices
                  notUnderstood={answer.notUnderstood.length}
                  onDropUnknown={() =>
                    setState({ f: writeQuery(withoutTokens(answer.query, answer.notUnderstood)), page: 1 })
                  }
                  isCut={isCut && state.page >= maxPage}
                  shown={format(maxPage * pageSize)}
                  total={format(total ?? 0)}
                  hasWaiting={rows.hasWaiting}
                  added={rows.added}
                  onShow={rows.show}
                  {...(answer.error && rows.shown
                    ? { error: answer.error, onRetry: () => void answer.mutate() }
                    : {})}
                />
              }
            />
          }
        />
      </div>
    </Page>
  )
}
