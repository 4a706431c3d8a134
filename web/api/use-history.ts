import { useEffect } from 'react'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { historyPageSize } from '../../shared/constants.ts'
import type { OutputOf } from '../../shared/contract.ts'
import { type Pages, type ReadPage, usePages } from './use-pages.ts'

export type RevisionEntry = OutputOf<typeof history>['list'][number]

const how = {
  keyOf: (entry: RevisionEntry) => String(entry.rev),
  nextOf: (pages: readonly ReadPage<typeof history>[]) => {
    const start = pages.reduce((sum, page) => sum + page.answer.list.length, 0)
    const last = pages.at(-1)
    return last && start < last.answer.count ? { ...last.input, start } : undefined
  },
}
/** The revisions of an entity, newest first, as far as they were asked for. `rev` is the newest that is known here. */
export function useHistory(id: string, rev: number): Pages<RevisionEntry> {
  const pages = usePages<typeof history, RevisionEntry>(
    history,
    { id, start: 0, limit: historyPageSize },
    how,
  )
  const newest = pages.list?.[0]?.rev
  const { refresh } = pages
  // A save of this page, or of somebody else, made a revision that the list does not have.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for a new revision only
  useEffect(() => {
    if (newest !== undefined && newest < rev) void refresh()
  }, [newest, rev])
  return pages
}
