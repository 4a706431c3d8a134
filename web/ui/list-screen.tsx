/**
 * A list of a catalogue's fields: search, conditions, columns, sort and page in the address; rows that keep still under
 * the mouse. It knows no calls: the feature asks, and gives question and answer.
 */
import type { TFunction } from 'i18next'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Row } from '../../shared/model/answers.ts'
import { useTexts } from '../texts/texts.ts'
import { type CatalogueListState, type ListQuery, pageSizes } from './catalogue-list.ts'
import { EntityTable } from './entity-table.tsx'
import { withoutTokens, writeQuery } from './filter-query.ts'
import { latePart } from './late-part.ts'
import type { ListFilterProps } from './list-filter.tsx'
import { type Selection, useSelection } from './list-memory.ts'
import { FreshRows, ListNotices } from './list-notices.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { useNumberFormat } from './numbers.ts'
import { lastPage, reachOf, type Total, useTotalText } from './paging.ts'
import { SelectionMenu } from './selection-menu.tsx'
import { useSteadyRows } from './steady.ts'
import type { EntityColumn } from './table-columns.tsx'
import type { TablePreferences } from './table-preferences.ts'
import { TableSearch } from './table-search.tsx'

// The condition builder is the heaviest part of the screen; the rows do not wait for it.
const ListFilter = latePart(() => import('./list-filter.tsx').then((m) => m.ListFilter))
const rowId = (row: Row) => row.id
const idsOf = (page: ListPage) => page.list.map(rowId)

export interface ListPage extends Total {
  list: readonly Row[]
}
export interface Chosen {
  /** The rows, or of all that is found those that are not chosen. */
  ids: readonly string[]
  isAll: boolean
  /** How many are chosen; undefined while that is not known. */
  count: number | undefined
}
export interface ListScreenProps {
  /** Names the list in stored preferences and in the browser's memory. */
  id: string
  /** Texts of the feature: `title`, `search`, `filter`, `unnamed`, `empty`, `group`. */
  t: TFunction
  columns: readonly EntityColumn<Row>[]
  preferences: TablePreferences
  /** Pixels of the table, which its columns share; 0 while that is not known. */
  room: number
  state: CatalogueListState
  setState(change: Partial<CatalogueListState>, options?: { replace?: boolean }): void
  query: ListQuery
  /** Names the question: an answer to another one replaces the rows at once. */
  question: string
  answer: {
    data: ListPage | undefined
    /** Still on its way, the first time this question is asked. */
    isLoading: boolean
    /** Nothing can be asked: rows of an earlier question are no answer. */
    isStopped?: boolean
    error: unknown
  }
  onRetry(): void
  /** Counts all hits where the answer stopped counting. */
  onCountAll(): void
  isCountingAll: boolean
  fields: ListFilterProps['fields']
  /** Keys of the groups of conditions, in their order. */
  groups: readonly string[]
  load: ListFilterProps['load']
  labelOf: ListFilterProps['labelOf']
  hrefOf(id: string): string
  /** Names what is found, whatever its order, page and columns. */
  found: string
  /** What the list's own actions on selected rows are called, by id; with them all hits can be selected, too. */
  selectionItems?: readonly { id: string; text: string }[]
  onSelectionAction?(id: string, chosen: Chosen): void
  /** Links of the selected rows lie in the clipboard; `text` says so. */
  onCopied(text: string): void
  /** The button that makes a new one; false where the viewer may not. */
  create(variant: 'primary' | 'normal', chosen: Chosen): ReactNode
  emptyText: string
  /** A further choice beside the search. */
  choice?: ReactNode
  /** Saved searches: their menu, and the one that is open. */
  searches?: ReactNode
  /** Sets of columns: their menu. */
  columnSets?: ReactNode
}

function chosenOf({ ids, allOf }: Selection, shown: ListPage | undefined): Chosen {
  if (allOf === undefined) return { ids, isAll: false, count: ids.length }
  const count = shown && !shown.isAtLeast ? Math.max(0, shown.count - ids.length) : undefined
  return { ids, isAll: true, count }
}

export function ListScreen(props: ListScreenProps) {
  const { id, t, preferences, state, setState, query, answer, onRetry, hrefOf } = props
  const ui = useTexts('ui')
  const { format } = useNumberFormat()
  const totalText = useTotalText()
  const { pageSize } = preferences
  const isCurrent = !answer.isLoading && !answer.error && !query.isWaiting
  const isAsked = query.notUnderstood.length === 0 && !answer.isStopped
  const host = useRef<HTMLDivElement>(null)
  const rows = useSteadyRows({
    key: props.question,
    data: answer.data,
    isCurrent,
    idsOf,
    // Somebody points at the rows, or goes through them by keyboard.
    isBusy: () =>
      host.current !== null &&
      (host.current.matches(':hover') || host.current.contains(document.activeElement)),
  })
  const shown = answer.isStopped ? undefined : rows.shown
  const total = shown?.count
  const totalShown = shown ? totalText(shown) : ''
  const { maxPage, isCut } = reachOf(total, pageSize)
  // The page that the address names is gone: show the last one that is there.
  useEffect(() => {
    if (isCurrent && total && state.page > lastPage(total, pageSize))
      setState({ page: lastPage(total, pageSize) }, { replace: true })
  }, [isCurrent, total, state.page, pageSize, setState])
  const [selection, setSelection] = useSelection(id, props.found)
  const isAll = selection.allOf !== undefined
  const chosen = chosenOf(selection, shown)
  const selectAll = () => {
    setSelection({ ids: [], allOf: props.found })
    // It is said how many they are.
    if (shown?.isAtLeast) props.onCountAll()
  }
  const { q, ...others } = state
  // What was typed stands in the search already; what the address brought otherwise does not.
  const search = useRef<{ q: string; typed: string | undefined; brought: number }>({
    q,
    typed: undefined,
    brought: 0,
  })
  if (q !== search.current.q) {
    const { typed, brought } = search.current
    search.current = q === typed ? { q, typed, brought } : { q, typed: undefined, brought: brought + 1 }
  }
  const head = JSON.stringify([search.current.brought, others, preferences, chosen])
  const groups = useMemo(
    () =>
      props.groups.map((group) => ({
        id: group,
        title: t(`group.${group}`),
        values: t(`group.${group}Values`),
      })),
    [props.groups, t],
  )
  const changeConditions = useCallback<ListFilterProps['onChange']>(
    (next) => setState({ f: writeQuery(next), page: 1 }),
    [setState],
  )
  return (
    <div ref={host}>
      <EntityTable<Row>
        id={id}
        t={t}
        title={t('title')}
        variant="full-page"
        columns={props.columns}
        preferences={preferences}
        room={props.room}
        rows={shown?.list}
        total={total}
        isAtLeast={shown?.isAtLeast}
        news={<FreshRows hasWaiting={rows.hasWaiting} added={rows.added} onShow={rows.show} />}
        onCountAll={props.onCountAll}
        isCountingAll={props.isCountingAll}
        isLoading={answer.isLoading || (query.isWaiting && !answer.error)}
        isValidating={!isCurrent && !answer.error}
        error={answer.error}
        onRetry={onRetry}
        rowId={rowId}
        rowHref={(row) => hrefOf(row.id)}
        rowLabel={(row) => String(row.columns['name'] || t('unnamed'))}
        page={state.page}
        // The size stands beside the page: a link shows the same rows in another window.
        onPage={(page) => setState({ page, size: pageSize })}
        maxPage={maxPage}
        head={head}
        pageSizes={pageSizes}
        sort={state.sort}
        onSort={(sort) => setState({ sort, page: 1 })}
        isFiltered={isAsked && (state.q !== '' || state.f !== '' || state.s !== '')}
        onClearFilter={() => setState({ q: '', f: '', s: '', page: 1 })}
        {...(isAsked
          ? {
              emptyTitle: t('empty.title'),
              emptyText: props.emptyText,
              emptyAction: props.create('normal', chosen),
            }
          : { emptyTitle: ui('list.unknown.notSearched') })}
        selection={{
          selected: selection.ids,
          isAll,
          count: chosen.count,
          onChange: (ids) => setSelection({ ...selection, ids }),
        }}
        selectionActions={
          <SelectionMenu
            ids={isAll ? undefined : selection.ids}
            count={chosen.count}
            all={!isAll && props.selectionItems && isCurrent ? totalShown : undefined}
            onAll={selectAll}
            onClear={() => setSelection({ ids: [] })}
            hrefOf={hrefOf}
            onCopied={props.onCopied}
            items={props.selectionItems}
            onAction={(action) => props.onSelectionAction?.(action, chosen)}
          />
        }
        {...(props.columnSets ? { columnSets: props.columnSets } : {})}
        actions={props.create('primary', chosen)}
        filter={
          <ListToolbar
            search={
              <TableSearch
                value={state.q}
                placeholder={t('search')}
                onChange={(next) => {
                  search.current.typed = next
                  setState({ q: next, page: 1 }, { replace: true })
                }}
              />
            }
            conditions={
              <ListFilter
                fields={props.fields}
                groups={groups}
                query={query.query}
                onChange={changeConditions}
                load={props.load}
                labelOf={props.labelOf}
                placeholder={t('filter')}
              />
            }
            {...(props.choice ? { choice: props.choice } : {})}
            {...(props.searches ? { searches: props.searches } : {})}
            notices={
              <ListNotices
                notUnderstood={query.notUnderstood.length}
                onDropUnknown={() =>
                  setState({ f: writeQuery(withoutTokens(query.query, query.notUnderstood)), page: 1 })
                }
                isCut={isCut && state.page >= maxPage}
                shown={format(maxPage * pageSize)}
                total={totalShown}
                {...(answer.error && rows.shown?.list.length ? { error: answer.error, onRetry } : {})}
              />
            }
          />
        }
      />
    </div>
  )
}
