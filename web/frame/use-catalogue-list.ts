/**
 * A list of a catalogue's fields joined with the app: the state in the address becomes a question, its answer becomes
 * rows, with the names of people and of what conditions mean. The screen adds its words, cells and buttons.
 */
import { useMemo, useState } from 'react'
import type { Contract, OutputOf } from '../../shared/contract.ts'
import { and } from '../../shared/search/combine-filters.ts'
import type { Filter } from '../../shared/search/filter.ts'
import { usePeople } from '../api/by-ids.ts'
import type { CallInput } from '../api/client.ts'
import { useFilterOptions } from '../api/filter-options.ts'
import type { Reference } from '../api/reference.ts'
import { useCall } from '../api/use-call.ts'
import { useLocale } from '../texts/texts.ts'
import { type CatalogueColumn, type CatalogueListState, useListQuery } from '../ui/catalogue-list.ts'
import type { FilterField } from '../ui/filter-field.ts'
import { fitColumns, sortsAsShown, withDays } from '../ui/fit-columns.ts'
import { useLinkedPreferences } from '../ui/linked-columns.ts'
import type { ListPage, ListScreenProps } from '../ui/list-screen.tsx'
import { useTitle } from '../ui/localized.tsx'
import { listCountTo } from '../ui/paging.ts'
import { useTablePreferences } from '../ui/table-preferences.ts'
import { useTableRoom } from '../ui/table-room.ts'
import { notify } from './notify.ts'

/** Rows that changed elsewhere are noticed within this time. */
const refreshMs = 60_000

/** What a list asks for, in the state that the address says. */
export interface Asked<S> {
  state: S
  filter: Filter | undefined
  /** Ids of the visible columns. */
  columns: string[]
  pagination: { start: number; limit: number }
  sorting: string[]
  /** Hits that are counted; absent: all. */
  countTo?: number
}
interface Options<C extends Contract, S extends CatalogueListState> {
  /** Names the list in stored preferences and in the browser's memory. */
  id: string
  state: S
  setState(change: Partial<CatalogueListState>, options?: { replace?: boolean }): void
  fields: readonly FilterField[]
  columns: readonly CatalogueColumn[]
  reference: Pick<Reference, 'isReady' | 'error' | 'refresh'>
  /** Rows of a page before it is known how many fit. */
  pageSize: number
  /** Rows may have a second line. */
  hasUnder?: boolean
  /** The same while this column is not shown. */
  hasUnderWithout?: string
  /** What an open search asks besides. `isStopped`: it cannot be asked, so there is nothing to list. */
  also?: { filter: Filter | undefined; isWaiting: boolean; isStopped: boolean } | undefined
  call: C
  inputOf(asked: Asked<S>): CallInput<C>
  pageOf(answer: OutputOf<C>): ListPage
}
type Joined =
  | 'id'
  | 'room'
  | 'preferences'
  | 'state'
  | 'setState'
  | 'query'
  | 'question'
  | 'found'
  | 'answer'
  | 'onRetry'
  | 'onCountAll'
  | 'isCountingAll'
  | 'fields'
  | 'load'
  | 'labelOf'
  | 'onCopied'
const peopleColumns = ['createdBy', 'updatedBy']

/** `pageOf` should be the same function each time. */
export function useCatalogueList<C extends Contract, S extends CatalogueListState>({
  id,
  state,
  setState,
  fields,
  columns: offered,
  reference,
  pageSize: usualRows,
  hasUnder = false,
  hasUnderWithout,
  also,
  call,
  inputOf,
  pageOf,
}: Options<C, S>): {
  screen: Pick<ListScreenProps, Joined>
  /** With the widths, and the default ones, that there is room for. */
  columns: readonly CatalogueColumn[]
  personOf(account: string): string
  /** What is asked, for who does something with all of it. */
  asked: CallInput<C>
} {
  const title = useTitle()
  const { isReady } = reference
  const { locale } = useLocale()
  const room = useTableRoom(id)
  const columns = useMemo(
    () =>
      fitColumns(
        offered.map((one) => (one.field.kind === 'date' ? withDays(one, locale) : one)),
        room,
        ({ field }) => sortsAsShown(field),
      ),
    [offered, room, locale],
  )
  // An address that names columns shows these, whatever was kept.
  const linked = columns.filter(({ id }) => state.cols.includes(id)).map(({ id }) => id)
  const isWithout = (visible: readonly string[]) =>
    hasUnderWithout !== undefined && !(linked.length > 0 ? linked : visible).includes(hasUnderWithout)
  const kept = useTablePreferences(id, columns, {
    pageSize: usualRows,
    fits: true,
    hasUnder: (visible) => hasUnder || isWithout(visible),
    room,
  })
  const preferences = useLinkedPreferences(kept, columns, state, setState, isReady)
  const query = useListQuery(state.f, fields, isReady)
  const { visible, pageSize } = preferences
  const conditions = [also?.filter, query.filter].filter((one) => one !== undefined)
  const filter = conditions.length > 0 ? and(conditions) : undefined
  const ask = (how: Omit<Asked<S>, 'state' | 'filter'>) => inputOf({ state, filter, ...how })
  const input =
    also?.isWaiting ||
    also?.isStopped ||
    query.isWaiting ||
    query.notUnderstood.length > 0 ||
    !preferences.isMeasured
      ? null
      : ask({
          columns: visible,
          pagination: { start: (state.page - 1) * pageSize, limit: pageSize },
          sorting: [state.sort],
          countTo: listCountTo,
        })
  const answer = useCall(call, input, {
    keepPreviousData: true,
    cancelStale: true,
    revalidateOnFocus: true,
    refreshInterval: refreshMs,
  })
  // All hits are counted when somebody asks, and then for all pages and sorts of what was asked.
  const all = ask({ columns: [], pagination: { start: 0, limit: 1 }, sorting: [] })
  const allAsked = JSON.stringify(all)
  const [countedAll, setCountedAll] = useState('')
  const exact = useCall(call, input && countedAll === allAsked ? all : null)
  const data = useMemo(() => {
    const page = answer.data && pageOf(answer.data)
    if (!page?.isAtLeast || !exact.data) return page
    return { list: page.list, count: pageOf(exact.data).count }
  }, [answer.data, exact.data, pageOf])
  const personOf = usePeople(data?.list, peopleColumns)
  const options = useFilterOptions(query.values, title)
  return {
    columns,
    personOf,
    asked: all,
    screen: {
      id,
      room,
      preferences,
      state,
      setState,
      query,
      question: JSON.stringify(input),
      found: allAsked,
      answer: {
        data,
        isLoading: answer.isLoading,
        isStopped: also?.isStopped ?? false,
        error: answer.error ?? exact.error ?? (query.isWaiting ? reference.error : undefined),
      },
      onRetry: () => {
        if (query.isWaiting) return void reference.refresh()
        void answer.mutate()
        if (exact.error) void exact.mutate()
      },
      onCountAll: () => setCountedAll(allAsked),
      isCountingAll: exact.isLoading,
      fields,
      load: options.load,
      labelOf: options.labelOf,
      onCopied: (text) => notify.success({ id: `${id}:copied`, text }),
    },
  }
}
