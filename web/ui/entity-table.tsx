/**
 * The list table of Inputlist. Columns are data; rows, total, page and sort come from the screen. A row opens by
 * click or Enter, in a new tab by the middle button (its first cell is a real link); `/` goes to the search, arrows go
 * from there through the rows.
 */
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import Pagination from '@cloudscape-design/components/pagination'
import Table, { type TableProps } from '@cloudscape-design/components/table'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLocale, useTexts } from '../texts/texts.ts'
import { EmptyState, ErrorState } from './error-state.tsx'
import { useHeld } from './held.ts'
import { NoMatch } from './no-match.tsx'
import { useNumberFormat } from './numbers.ts'
import { useTotalText } from './paging.ts'
import { openInNewTab, openingClick } from './row-click.ts'
import { columnDefinition, type EntityColumn, idIn } from './table-columns.tsx'
import { counter, type TableSelection } from './table-counter.ts'
import { TableHead } from './table-head.tsx'
import {
  rememberRow,
  returnToRow,
  rowToRestore,
  useKeptRow,
  useRowLinks,
  useTableKeys,
} from './table-keys.ts'
import type { TablePreferences } from './table-preferences.ts'
import { TableView } from './table-view.tsx'

export interface EntityTableProps<R> {
  /** Names the table in stored preferences and in the browser's memory. */
  id: string
  /** Texts of the column headers. */
  t: TFunction
  title: string
  columns: readonly EntityColumn<R>[]
  preferences: TablePreferences
  /** Undefined while the first page loads. */
  rows: readonly R[] | undefined
  /** All rows that the search finds, not only this page. */
  total: number | undefined
  /** There are more than `total`, and nobody has counted them: `onCountAll` does. */
  isAtLeast?: true | undefined
  onCountAll?(): void
  /** What has become of the rows meanwhile, beside the title. */
  news?: ReactNode
  isCountingAll?: boolean
  isLoading: boolean
  /** A newer answer is on its way; the old one stays, dimmed. */
  isValidating?: boolean
  error?: unknown
  onRetry?(): void
  rowId(row: R): string
  /** Where a row leads; without it rows do not open. */
  rowHref?(row: R): string
  /** The row that is open beside the table. */
  openId?: string | undefined
  /** Name of a row, for people who hear it. */
  rowLabel(row: R): string
  /** 1-based. */
  page: number
  onPage(page: number): void
  /** `column:asc`, in names of the field catalogue. */
  sort?: string
  onSort?(sort: string): void
  /** True while a filter or search narrows the list: another sentence where it is empty. */
  isFiltered?: boolean
  onClearFilter?(): void
  emptyTitle?: string
  emptyText?: string
  /** The first step where there is nothing yet. */
  emptyAction?: ReactNode
  /** Pixels that its columns are made for. */
  room?: number
  /** Search field (`<TableSearch>`) and filters. */
  filter?: ReactNode
  actions?: ReactNode
  /** Sets of columns, beside the view of the table. */
  columnSets?: ReactNode
  /** What can be done with the selected rows. */
  selectionActions?: ReactNode
  selection?: TableSelection & { onChange(ids: string[]): void }
  pageSizes?: readonly number[]
  /** Highest page that can be shown; further ones are "too many hits". */
  maxPage?: number
  variant?: TableProps.Variant
  /**
   * All that the head of the table shows, in one text. Old rows wait for new ones undrawn as long as it is the same: what
   * was typed into the search then costs one drawing, not two.
   */
  head?: string
}

export function EntityTable<R>(props: EntityTableProps<R>) {
  const { rows, preferences, columns, rowHref, rowId, rowLabel, selection } = props
  const ui = useTexts('ui')
  const navigate = useNavigate()
  const { locale } = useLocale()
  const { format } = useNumberFormat()
  const totalText = useTotalText()
  const links = useRowLinks()
  const areOld = props.isValidating === true && rows !== undefined
  useTableKeys(links, areOld || !rows, rows)

  const open = (row: R) => {
    if (!rowHref) return
    rememberRow(props.id, rowId(row), links)
    void navigate(rowHref(row))
  }

  // Back from an opened row: focus and scroll return to it, once, when its page of rows is there.
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current || !rows?.length) return
    isRestored.current = true
    const row = rowToRestore(props.id)
    if (row) returnToRow(links, row)
  }, [rows, props.id, links])

  const room = props.room ?? 0
  const definitions = columns.map((column, index) => columnDefinition(column, index, props, links))
  const [sortField, direction] = (props.sort ?? '').split(':')
  const sortingColumn = definitions.find((d) => d.sortingField === sortField)
  const total =
    props.total === undefined ? undefined : totalText({ count: props.total, isAtLeast: props.isAtLeast })
  const pages = Math.max(1, Math.ceil((props.total ?? 0) / preferences.pageSize))
  const shownPages = props.maxPage ? Math.min(pages, props.maxPage) : pages
  const isEmptyError = props.error !== undefined && !rows?.length
  const named = selection?.selected
  const isAll = selection?.isAll ?? false
  const selectedItems = useMemo(
    () => (rows ?? []).filter((row) => (named?.includes(rowId(row)) ?? false) !== isAll),
    [rows, named, isAll, rowId],
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the middle button is a shortcut to the link in the row
    <div
      className="il-table"
      data-table={props.id}
      data-stale={areOld ? '' : undefined}
      data-opens={rowHref ? '' : undefined}
      data-wraps={preferences.wrapLines ? '' : undefined}
      {...useKeptRow(links)}
      onMouseDown={(event) => event.button === 1 && rowHref && event.preventDefault()}
      onAuxClick={(event) => {
        const target = event.target as HTMLElement
        if (event.button !== 1 || target.closest('a,button,input')) return
        const row = target.closest('tr')
        const link = links.all().find((one) => row?.contains(one))
        if (link) openInNewTab(link.href)
      }}
    >
      {useHeld(
        <Table<R>
          // Heads of another language need other widths, and the table takes the widths of its columns once.
          key={locale}
          variant={props.variant ?? 'container'}
          trackBy={rowId}
          items={rows ?? []}
          columnDefinitions={definitions}
          columnDisplay={preferences.columns.map((column) => ({ ...column, id: idIn(column.id, room) }))}
          loading={props.isLoading && !rows}
          loadingText={ui('table.loading')}
          skeleton={{ totalRows: Math.min(preferences.pageSize, 15) }}
          stickyHeader
          resizableColumns
          stickyColumns={{ first: 1 }}
          wrapLines={preferences.wrapLines}
          contentDensity={preferences.isComfortable ? 'comfortable' : 'compact'}
          {...(sortingColumn ? { sortingColumn, sortingDescending: direction === 'desc' } : {})}
          sortingDisabled={!props.onSort}
          onSortingChange={({ detail }) =>
            props.onSort?.(`${detail.sortingColumn.sortingField}:${detail.isDescending ? 'desc' : 'asc'}`)
          }
          onColumnWidthsChange={({ detail }) => {
            const visible = preferences.visible
            const widths = { ...preferences.widths }
            detail.widths.forEach((width, index) => {
              const id = visible[index]
              if (id) widths[id] = Math.round(width)
            })
            preferences.set({ widths })
          }}
          {...(selection
            ? {
                selectionType: 'multi' as const,
                selectedItems,
                onSelectionChange: ({ detail }) => {
                  const now = new Set(detail.selectedItems.map(rowId))
                  // Of all, those that are not selected are named.
                  const named = (rows ?? []).filter((row) => now.has(rowId(row)) !== isAll)
                  selection.onChange(mergeSelection(selection.selected, rows ?? [], named, rowId))
                },
              }
            : {})}
          onRowClick={({ detail }) => {
            const click = openingClick()
            if (click === 'new-tab' && rowHref) openInNewTab(rowHref(detail.item))
            else if (click === 'here') open(detail.item)
          }}
          ariaLabels={{
            tableLabel: props.title,
            selectionGroupLabel: ui('table.selection'),
            allItemsSelectionLabel: () => ui('table.selectAll'),
            itemSelectionLabel: (_, row) => ui('table.selectRow', { name: rowLabel(row) }),
          }}
          {...(props.total !== undefined && !props.isAtLeast ? { totalItemsCount: props.total } : {})}
          firstIndex={(props.page - 1) * preferences.pageSize + 1}
          renderAriaLive={({ firstIndex, lastIndex }) =>
            ui('table.shown', { first: firstIndex, last: lastIndex, total: total ?? lastIndex })
          }
          header={
            <TableHead
              title={
                <Header
                  variant="h2"
                  counter={counter(total, selection, format)}
                  info={
                    <>
                      {props.isAtLeast && props.onCountAll && (
                        <Button
                          variant="inline-link"
                          loading={props.isCountingAll}
                          onClick={props.onCountAll}
                        >
                          {ui('table.countAll')}
                        </Button>
                      )}
                      {props.news}
                    </>
                  }
                >
                  {props.title}
                </Header>
              }
              onSelected={props.selectionActions}
              paging={
                <Pagination
                  currentPageIndex={Math.min(props.page, shownPages)}
                  pagesCount={shownPages}
                  disabled={props.isLoading && !rows}
                  onChange={({ detail }) => props.onPage(detail.currentPageIndex)}
                />
              }
              view={
                <TableView
                  t={props.t}
                  columns={columns}
                  preferences={preferences}
                  sets={props.columnSets}
                  {...(props.pageSizes ? { pageSizes: props.pageSizes } : {})}
                />
              }
              actions={props.actions}
            />
          }
          filter={props.filter}
          empty={
            isEmptyError ? (
              <ErrorState error={props.error} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />
            ) : props.isFiltered ? (
              <NoMatch onClear={props.onClearFilter} />
            ) : (
              <EmptyState
                title={props.emptyTitle ?? ui('table.empty')}
                {...(props.emptyText ? { text: props.emptyText } : {})}
                action={props.emptyAction}
              />
            )
          }
        />,
        areOld && props.head !== undefined,
        [
          props.head,
          rows,
          columns,
          total,
          props.isCountingAll,
          props.page,
          props.sort,
          props.openId,
          props.t,
        ],
      )}
    </div>
  )
}

/** Rows of other pages stay selected. */
export function mergeSelection<R>(
  before: readonly string[],
  rows: readonly R[],
  now: readonly R[],
  rowId: (row: R) => string,
): string[] {
  const here = new Set(rows.map(rowId))
  return [...before.filter((id) => !here.has(id)), ...now.map(rowId)]
}
