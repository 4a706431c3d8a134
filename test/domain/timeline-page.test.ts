import { expect, test } from 'vitest'
import { timelinePage } from '../../functions/services/product/timeline-page.ts'
import type { TimelineEvent } from '../../shared/model/entity.ts'
import type { ProductViewerScope } from '../../shared/rules/product-viewer-scope.ts'
import { base } from './product-samples.ts'

const seesAll = { seesEvent: () => true, toldPath: (path: string) => path } as unknown as ProductViewerScope

/** A history of so many revisions, each saved, some with an event of their own; says how many were read. */
function historyOf(revisions: number, special: Record<number, TimelineEvent['kind']> = {}) {
  let read = 0
  return {
    read: () => read,
    history: async (_: string, { start, limit }: { start: number; limit: number }) => {
      const found = Array.from({ length: Math.max(0, Math.min(limit, revisions - start)) }, (_, i) => {
        const rev = revisions - start - i
        read++
        return {
          entity: { rev, updated: '2026-01-01T00:00:00.000Z', updatedBy: 'somebody' } as never,
          events: [{ kind: special[rev] ?? ('saved' as const), list: base }],
        }
      })
      return { revisions: found, count: revisions }
    },
  }
}
/** The day after begins at 23:00 UTC, as in Zurich in winter. */
const after = (lastDay: string) => `${lastDay}T23:00:00.000Z`
const none = { open: [], after }
const ask = (more: object = {}) => ({ id: 'p', start: 0, limit: 50, ...more })
const revs = (page: { list: { rev: number }[] }) => page.list.map((row) => row.rev)

test('the count of an ordinary history is exact', async () => {
  const page = await timelinePage(historyOf(400), seesAll, 400, ask({ start: 100 }), none)
  expect(page).toMatchObject({ count: 400 })
  expect(page.next).toBeUndefined()
  expect(revs(page)).toEqual(Array.from({ length: 50 }, (_, i) => 300 - i))
})

test('a page of a long history reads no more of it, however long it is', async () => {
  for (const length of [2_000, 20_000]) {
    const history = historyOf(length)
    const page = await timelinePage(history, seesAll, length, ask(), none)
    expect(history.read()).toBe(500)
    expect(page.list).toHaveLength(50)
    expect(page.count).toBeGreaterThan(50)
  }
})

test('pages one after the other give every event once', async () => {
  const history = historyOf(1_234)
  const all: number[] = []
  for (let start = 0; ; start += 250) {
    const page = await timelinePage(history, seesAll, 1_234, ask({ start, limit: 250 }), none)
    all.push(...revs(page))
    if (page.count <= start + page.list.length) break
  }
  expect(all).toEqual(Array.from({ length: 1_234 }, (_, i) => 1_234 - i))
})

test('a search for what is rare ends, says where, and goes on from there', async () => {
  const history = historyOf(12_000, { 3: 'activated', 9000: 'activated' })
  const kinds: TimelineEvent['kind'][] = ['activated']
  const found: number[] = []
  let before: number | undefined
  for (let rounds = 1; ; rounds++) {
    const from = history.read()
    const page = await timelinePage(history, seesAll, 12_000, ask({ kinds, before }), none)
    expect(history.read() - from).toBeLessThanOrEqual(5_000)
    found.push(...revs(page))
    before = page.next
    if (before === undefined) {
      expect(rounds).toBe(3)
      break
    }
  }
  expect(found).toEqual([9_000, 3])
})

test('a revision that is written meanwhile is not taken for an older one', async () => {
  const page = await timelinePage(historyOf(101), seesAll, 100, ask({ before: 51 }), none)
  expect(revs(page)).toEqual(Array.from({ length: 50 }, (_, i) => 50 - i))
})

test('what ran out by itself stands at its time, once, whatever page it comes on', async () => {
  // Revision 3 is of 3 January, and so on; the approval ran out in the night to the 6th.
  const dated = (revisions: number) => ({
    history: async (_: string, { start, limit }: { start: number; limit: number }) => ({
      revisions: Array.from({ length: Math.max(0, Math.min(limit, revisions - start)) }, (_, i) => {
        const rev = revisions - start - i
        const updated = `2026-01-${String(rev).padStart(2, '0')}T12:00:00.000Z`
        return {
          entity: { rev, updated, updatedBy: 'somebody' } as never,
          events: [{ kind: 'saved' as const, list: base }],
        }
      }),
      count: revisions,
    }),
  })
  const event = { kind: 'approvalEnded' as const, list: base, standard: 'eu' }
  const endings = {
    open: [
      { event, lastDay: '2026-01-05' },
      { event: { ...event, standard: 'old' }, lastDay: '2019-01-01' },
    ],
    after,
  }
  const page = async (more: object) => timelinePage(dated(10), seesAll, 10, ask(more), endings)
  const shown = (await page({})).list.map((row) => [row.rev, row.kind, row.by])
  expect(shown).toHaveLength(12)
  expect(shown.slice(4, 7)).toEqual([
    [6, 'saved', 'somebody'],
    [5, 'approvalEnded', ''],
    [5, 'saved', 'somebody'],
  ])
  // What was over before there was the product, comes last.
  expect(shown.slice(-2)).toEqual([
    [1, 'saved', 'somebody'],
    [1, 'approvalEnded', ''],
  ])
  expect((await page({ kinds: ['approvalEnded'] })).count).toBe(2)
  expect((await page({ list: 'another' })).count).toBe(0)
  // Ahead of a revision: only what ran out before it.
  expect((await page({ before: 6 })).list[0]).toMatchObject({ rev: 5, kind: 'approvalEnded' })
  expect((await page({ before: 5 })).list.filter((row) => row.kind === 'approvalEnded')).toHaveLength(1)
  const hidden = { ...seesAll, seesEvent: ({ kind }: TimelineEvent) => kind !== 'approvalEnded' }
  const { list } = await timelinePage(dated(10), hidden as ProductViewerScope, 10, ask(), endings)
  expect(list).toHaveLength(10)
})

test('an approval that was given again still shows that it had run out', async () => {
  const given = { kind: 'approvalConfirmed' as const, list: base, standard: 'eu' }
  const events: Record<number, TimelineEvent[]> = {
    // Extended in time: nothing ended.
    2: [{ ...given, kind: 'approvalExtended', lastDay: '2026-01-20' }],
    // Ran out on the 4th, was initiated on the 7th and confirmed on the 8th: it ended once.
    7: [{ ...given, kind: 'approvalInitiated', lastDay: '2026-01-04' }],
    8: [{ ...given, lastDay: '2026-01-04' }],
  }
  const history = {
    history: async (_: string, { start, limit }: { start: number; limit: number }) => ({
      revisions: Array.from({ length: Math.max(0, Math.min(limit, 9 - start)) }, (_, i) => {
        const rev = 9 - start - i
        const entity = { rev, updated: `2026-01-0${rev}T12:00:00.000Z`, updatedBy: 'somebody' } as never
        return { entity, events: events[rev] ?? [{ kind: 'saved' as const, list: base }] }
      }),
      count: 9,
    }),
  }
  const page = (more: object = {}) => timelinePage(history, seesAll, 9, ask(more), none)
  const { list, count } = await page()
  expect(count).toBe(10)
  expect(list.filter((row) => row.kind === 'approvalEnded')).toEqual([
    {
      kind: 'approvalEnded',
      list: base,
      standard: 'eu',
      to: '2026-01-04T04:00:00.000Z',
      rev: 4,
      at: '2026-01-04T23:00:00.000Z',
      by: '',
    },
  ])
  expect(list.map((row) => row.rev)).toEqual([9, 8, 7, 6, 5, 4, 4, 3, 2, 1])
  expect(list.every((row) => !('lastDay' in row))).toBe(true)
  expect((await page({ kinds: ['approvalEnded'] })).count).toBe(1)
  expect((await page({ before: 8 })).list.map((row) => row.kind)).toContain('approvalEnded')
})
