/** A list that is read page by page while it grows at its top: nothing twice, nothing missing. */
import { act, renderHook, waitFor } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { beforeEach, expect, it } from 'vitest'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { ids } from '../../shared/calls/search/search/ids.ts'
import { loadByIds } from '../../web/api/by-ids.ts'
import { useHistory } from '../../web/api/use-history.ts'
import { useTimeline } from '../../web/features/product/use-timeline.ts'
import { type FakeServer, fakeServer, uuid } from './screen-kit.tsx'

const id = uuid(1)
const alone = ({ children }: { children: React.ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>
)
const revisions = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    rev: count - n,
    updated: '2026-01-01T08:00:00.000Z',
    updatedBy: uuid(2),
    updatedByName: 'Vera Beispiel',
  }))
let server: FakeServer
let count = 0
beforeEach(() => {
  server = fakeServer()
  server.on(history, ({ start = 0, limit = 50 }) => ({
    list: revisions(count).slice(start, start + limit),
    count,
  }))
})

it('the history goes back to the first of 620 revisions, also when others save meanwhile', async () => {
  count = 620
  const { result, rerender } = renderHook(({ rev }) => useHistory(id, rev), {
    initialProps: { rev: 620 },
    wrapper: alone,
  })
  await waitFor(() => expect(result.current.list).toHaveLength(50))
  for (let page = 2; page <= 7; page++) await act(() => result.current.more())
  expect(result.current.list).toHaveLength(350)
  count = 623
  rerender({ rev: 623 })
  await waitFor(() => expect(result.current.list?.[0]?.rev).toBe(623))
  expect(result.current.list).toHaveLength(353)
  while (result.current.hasMore) await act(() => result.current.more())
  expect(result.current.list?.map((entry) => entry.rev)).toEqual(revisions(623).map((entry) => entry.rev))
})

it('a history that grew by more than a page starts again from its top, without a gap', async () => {
  count = 120
  const { result, rerender } = renderHook(({ rev }) => useHistory(id, rev), {
    initialProps: { rev: 120 },
    wrapper: alone,
  })
  await waitFor(() => expect(result.current.list).toHaveLength(50))
  await act(() => result.current.more())
  count = 220
  rerender({ rev: 220 })
  await waitFor(() => expect(result.current.list?.[0]?.rev).toBe(220))
  expect(result.current.list?.map((entry) => entry.rev)).toEqual(
    revisions(220)
      .slice(0, 50)
      .map((entry) => entry.rev),
  )
})

it('the timeline goes on ahead of what was looked through', async () => {
  const event = (rev: number) => ({
    kind: 'saved' as const,
    rev,
    at: '2026-01-01T08:00:00.000Z',
    by: uuid(2),
    byName: 'Vera Beispiel',
  })
  server.on(gettimeline, ({ before, start = 0, limit = 100 }) => {
    const all = before === undefined ? [9, 8, 7] : [3, 2, 1]
    return {
      list: all.slice(start, start + limit).map(event),
      count: all.length,
      ...(before === undefined ? { next: 4 } : {}),
    }
  })
  const { result } = renderHook(() => useTimeline(id, 9, { limit: 2 }), { wrapper: alone })
  await waitFor(() => expect(result.current.list).toHaveLength(2))
  while (result.current.hasMore) await act(() => result.current.more())
  expect(result.current.list?.map((entry) => entry.rev)).toEqual([9, 8, 7, 3, 2, 1])
})

it('1,201 ids are asked for in requests of 500', async () => {
  server.on(ids, ({ ids: asked }) => ({
    list: [],
    people: Object.fromEntries(asked.map((one) => [one, 'x'])),
  }))
  const found = await loadByIds(Array.from({ length: 1201 }, (_, n) => uuid(n)))
  expect(server.inputs(ids).map((input) => input.ids.length)).toEqual([500, 500, 201])
  expect(Object.keys(found.people)).toHaveLength(1201)
})
