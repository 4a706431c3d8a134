import { useEffect, useMemo } from 'react'
import { gettimeline } from '../../../shared/calls/bml/product/gettimeline.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { timelineKinds } from '../../../shared/model/entity.ts'
import { type Pages, type ReadPage, usePages } from '../../api/use-pages.ts'

export type TimelineKind = (typeof timelineKinds)[number]
type Timeline = OutputOf<typeof gettimeline>
export type TimelineEntry = Timeline['list'][number]

const how = {
  keyOf: ({ rev, kind, list = '', standard = '' }: TimelineEntry) => [rev, kind, list, standard].join(' '),
  /** The rest of what was looked through, then the part of a very long history ahead of it. */
  nextOf: (pages: readonly ReadPage<typeof gettimeline>[]) => {
    const last = pages.at(-1)
    if (!last) return undefined
    const { before } = last.input
    const start = pages
      .filter((page) => page.input.before === before)
      .reduce((sum, page) => sum + page.answer.list.length, 0)
    if (start < last.answer.count) return { ...last.input, start }
    const { next } = last.answer
    return next === undefined ? undefined : { ...last.input, before: next, start: 0 }
  },
}

/** The timeline of a product as far as it was asked for, asked again whenever the product has a new revision. */
export function useTimeline(
  id: string,
  rev: number,
  { list, kinds, limit }: { list?: string; kinds?: readonly TimelineKind[]; limit: number },
): Pages<TimelineEntry> {
  const wanted = kinds?.join(' ') ?? ''
  const input = useMemo(
    () => ({
      id,
      ...(list ? { list } : {}),
      ...(wanted ? { kinds: wanted.split(' ') as TimelineKind[] } : {}),
      limit,
    }),
    [id, list, wanted, limit],
  )
  const pages = usePages<typeof gettimeline, TimelineEntry>(gettimeline, input, how)
  const { refresh } = pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is the reason to ask again
  useEffect(() => {
    void refresh()
  }, [rev])
  return pages
}
