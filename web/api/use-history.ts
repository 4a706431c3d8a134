import { useEffect } from 'react'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { historyPageSize } from '../../shared/constants.ts'
import type { OutputOf } from '../../shared/contract.ts'
import type { CallInput } from './client.ts'
import { type Pages, type ReadPage, usePages } from './use-pages.ts'

export type RevisionEntry = OutputOf<typeof history>['list'][number]
export type HistoryFilter = Pick<CallInput<typeof history>, 'by' | 'value'>

const isFiltered = ({ by, value }: HistoryFilter) => by !== undefined || value !== undefined
const how = {
  keyOf: (entry: RevisionEntry) => String(entry.rev),
  nextOf: (pages: readonly ReadPage<typeof history>[]) => {
    const start = pages.reduce((sum, page) => sum + page.answer.list.length, 0)
    const last = pages.at(-1)
    if (last && isFiltered(last.input))
      return last.answer.from === undefined ? undefined : { ...last.input, before: last.answer.from }
    return last && start < last.answer.count ? { ...last.input, start } : undefined
  },
}
const noFilter: HistoryFilter = {}
/**
 * The revisions of an entity, newest first, as far as they were asked for. `rev` is the newest that is known here. Of a filter
 * `count` is how many were found down to revision `from`, or in all.
 */
export function useHistory(
  id: string,
  rev: number,
  filter: HistoryFilter = noFilter,
): Pages<RevisionEntry> & { from: number | undefined } {
  const input = { id, start: 0, limit: historyPageSize, ...filter }
  const pages = usePages<typeof history, RevisionEntry>(history, input, how)
  const isChosen = isFiltered(filter)
  const newest = pages.list?.[0]?.rev
  const { refresh } = pages
  // A save of this page, or of somebody else, made a revision that the list does not have.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for a new revision only
  useEffect(() => {
    if (newest === undefined ? isChosen : newest < rev) void refresh()
  }, [newest, rev])
  const { last, list, count } = pages
  return { ...pages, count: isChosen ? (list?.length ?? 0) : count, from: last?.from }
}
