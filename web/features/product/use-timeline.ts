import { useEffect } from 'react'
import { gettimeline } from '../../../shared/calls/bml/product/gettimeline.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { timelineKinds } from '../../../shared/model/entity.ts'
import { type CallState, useCall } from '../../api/use-call.ts'

export type TimelineKind = (typeof timelineKinds)[number]
export type Timeline = OutputOf<typeof gettimeline>
export type TimelineEntry = Timeline['list'][number]

/** The timeline of a product, asked again whenever the product has a new revision. */
export function useTimeline(
  id: string,
  rev: number,
  filter: { list?: string; kinds?: TimelineKind[]; limit?: number; before?: number } = {},
): CallState<Timeline> {
  const { list, kinds, limit = 100, before } = filter
  const state = useCall(
    gettimeline,
    {
      id,
      ...(list ? { list } : {}),
      ...(kinds?.length ? { kinds } : {}),
      limit,
      ...(before ? { before } : {}),
    },
    { keepPreviousData: true },
  )
  const { mutate } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is the reason to ask again
  useEffect(() => {
    void mutate()
  }, [rev, mutate])
  return state
}
