/** The company list: search by customer number, name or abbreviation, conditions, all of it in the address. */
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { lazy, useEffect, useMemo, useRef, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { locales } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Row } from '../../../shared/model/answers.ts'
import { fieldCatalogue } from '../../../shared/search/catalogue.ts'
import { useCan } from '../../api/can.ts'
import { useFilterOptions } from '../../api/filter-options.ts'
import { useReference } from '../../api/reference.ts'
import { useCall } from '../../api/use-call.ts'
import { companyHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { FieldSources, FieldWords } from '../../ui/catalogue-fields.ts'
import { EntityTable } from '../../ui/entity-table.tsx'
import { compileQuery } from '../../ui/filter-compile.ts'
import { emptyQuery, isGroup, readQuery, withoutTokens, writeQuery } from '../../ui/filter-query.ts'
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
import {
  companyColumns,
  companyFilter,
  companyFilterFields,
  companyPageSize,
  filterGroups,
  listDefaults,
  listStateSchema,
  pageSizes,
} from './model/list.ts'
import { useCompanyCells } from './parts/company-cells.tsx'
import { NewCompanyDialog } from './parts/new-company-dialog.tsx'
import { useCompanyWords } from './use-company-words.ts'
import './companies.css'

const ListFilter = lazy(() => import('../../ui/list-filter.tsx').then((m) => ({ default: m.ListFilter })))
const tableId = 'companies'
const rowId = (row: Row) => row.id
type Answer = OutputOf<typeof execute>
const rowsOf = (answer: Answer) =>
  answer.list.filter((hit): hit is Row => typeof hit === 'object' && 'columns' in hit)
const idsOf = (answer: Answer) => rowsOf(answer).map(rowId)

export function CompanyListScreen() {
  const last = useLastAddress(tableId)
  return last ? <Navigate to={{ search: last }} replace /> : <CompanyList />
}

function useCompanyFields() {
  const reference = useReference()
  const t = useTexts('companies')
  const title = useTitle()
  const words = useCompanyWords()
  const catalogue = useMemo(
    () => fieldCatalogue('company', { list: reference.lists, fielddefinition: reference.fielddefinitions }),
    [reference.lists, reference.fielddefinitions],
  )
  const fieldWords = useMemo<FieldWords>(
    () => ({ t: (key) => t(key), title, yes: t('yes'), no: t('no') }),
    [t, title],
  )
  const fields = useMemo(() => {
    const languages = locales.map((value) => ({ value, label: words.language(value) }))
    const sources: FieldSources = {
      of: (field) => {
        if (field.name.endsWith('language')) return { options: languages }
        if (field.name === 'contacts.function') return { options: words.functions }
        if (field.entityClass === 'institution') return { options: words.institutions }
        if (field.entityClass === 'country') return { options: words.countries }
        if (field.entityClass === 'region') return { options: words.regions }
        if (field.entityClass === 'list') return { options: words.lists }
        if (field.entityClass === 'account') return { loader: `account:${field.name}` }
        return undefined
      },
      selectOptions: words.optionsOf,
    }
    return companyFilterFields(catalogue, fieldWords, sources)
  }, [catalogue, fieldWords, words])
  const columns = useMemo(() => companyColumns(catalogue, fieldWords), [catalogue, fieldWords])
  return { isReady: reference.isReady, fields, columns, words }
}

function CompanyList() {
  const t = useTexts('companies')
  const ui = useTexts('ui')
  const title = useTitle()
  const { format } = useNumberFormat()
  const mayCreate = useCan()('company:create')
  const [state, setState] = useListState(listStateSchema, listDefaults)
  const [isCreating, setCreating] = useState(false)
  const { isReady, fields, columns, words } = useCompanyFields()
  const cells = useCompanyCells(columns, words)
  const kept = useTablePreferences(tableId, columns, { pageSize: companyPageSize })
  const preferences = useLinkedPreferences(kept, columns, state, setState, isReady)
  const { pageSize } = preferences

  const query = useMemo(() => readQuery(state.f) ?? emptyQuery, [state.f])
  const properties = useMemo(() => new Map(fields.map((f) => [f.key, f])), [fields])
  const compiled = useMemo(() => compileQuery(query, properties), [query, properties])
  const isUnderstood = !isReady || compiled.notUnderstood.length === 0
  const mustWait = !isReady && query.tokens.length > 0
  const filter = companyFilter(state.q, compiled.filter)
  const input =
    mustWait || compiled.notUnderstood.length > 0
      ? null
      : {
          entityClass: 'company',
          ...(filter ? { attributeFilter: filter } : {}),
          pagination: { start: (state.page - 1) * pageSize, limit: pageSize },
          sorting: [state.sort],
          columns: preferences.visible,
        }
  const answer = useCall(execute, input, {
    keepPreviousData: true,
    revalidateOnFocus: true,
    refreshInterval: 60_000,
  })
  const host = useRef<HTMLDivElement>(null)
  const isCurrent = !answer.isLoading && !answer.error && !mustWait
  const rows = useSteadyRows({
    key: JSON.stringify(input),
    data: answer.data,
    isCurrent,
    idsOf,
    isBusy: () =>
      host.current !== null &&
      (host.current.matches(':hover') || host.current.contains(document.activeElement)),
  })
  const total = rows.shown?.count
  const { maxPage, isCut } = reachOf(total, pageSize)
  useEffect(() => {
    if (isCurrent && total && state.page > lastPage(total, pageSize))
      setState({ page: lastPage(total, pageSize) }, { replace: true })
  }, [isCurrent, total, state.page, pageSize, setState])

  const inUse = useMemo(
    () => query.tokens.flatMap((i) => (isGroup(i) ? i.tokens : [i])).flatMap((token) => token.value),
    [query],
  )
  const options = useFilterOptions(inUse, title)
  const [selected, setSelected] = useSelection(tableId)
  const groups = useMemo(
    () => filterGroups.map((id) => ({ id, title: t(`group.${id}`), values: t(`group.${id}Values`) })),
    [t],
  )
  const shown = useMemo(() => (rows.shown ? rowsOf(rows.shown) : undefined), [rows.shown])
  const newCompany = (variant: 'primary' | 'normal') =>
    mayCreate && (
      <Button variant={variant} iconName="add-plus" onClick={() => setCreating(true)}>
        {t('new.open')}
      </Button>
    )
  return (
    <Page title={t('title')}>
      <div ref={host}>
        <EntityTable<Row>
          id={tableId}
          t={t}
          title={t('title')}
          variant="full-page"
          columns={cells}
          preferences={preferences}
          rows={shown}
          total={total}
          isLoading={answer.isLoading || mustWait}
          isValidating={answer.isLoading}
          error={answer.error}
          onRetry={() => void answer.mutate()}
          rowId={rowId}
          rowHref={(row) => companyHref(row.id)}
          rowLabel={(row) => String(row.columns['name'] || t('unnamed'))}
          page={state.page}
          onPage={(page) =>
            setState({ page, size: pageSize === companyPageSize ? 0 : (pageSize as typeof state.size) })
          }
          maxPage={maxPage}
          pageSizes={pageSizes}
          sort={state.sort}
          onSort={(sort) => setState({ sort, page: 1 })}
          isFiltered={isUnderstood && (state.q !== '' || state.f !== '')}
          onClearFilter={() => setState({ q: '', f: '', page: 1 })}
          {...(isUnderstood
            ? { emptyTitle: t('empty.title'), emptyText: t('empty.text'), emptyAction: newCompany('normal') }
            : { emptyTitle: ui('list.unknown.notSearched') })}
          selection={{ selected, onChange: setSelected }}
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <SelectionMenu
                selected={selected}
                onChange={setSelected}
                hrefOf={companyHref}
                onCopied={(text) => notify.success({ id: 'companies:copied', text })}
              />
              {newCompany('primary')}
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
                  query={query}
                  onChange={(next) => setState({ f: writeQuery(next), page: 1 })}
                  load={options.load}
                  labelOf={options.labelOf}
                  placeholder={t('filter')}
                  isLoading={answer.isLoading}
                  {...(total === undefined
                    ? {}
                    : { countText: t('count', { count: total, n: format(total) }) })}
                />
              }
              notices={
                <ListNotices
                  notUnderstood={mustWait ? 0 : compiled.notUnderstood.length}
                  onDropUnknown={() =>
                    setState({ f: writeQuery(withoutTokens(query, compiled.notUnderstood)), page: 1 })
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
      {isCreating && <NewCompanyDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}
