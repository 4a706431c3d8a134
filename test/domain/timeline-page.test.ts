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
const ask = (more: object = {}) => ({ id: 'p', start: 0, limit: 50, ...more })
const revs = (page: { list: { rev: number }[] }) => page.list.map((row) => row.rev)

test('the count of an ordinary history is exact', async () => {
  const page = await timelinePage(historyOf(400), seesAll, 400, ask({ start: 100 }))
  expect(page).toMatchObject({ count: 400 })
  expect(page.next).toBeUndefined()
  expect(revs(page)).toEqual(Array.from({ length: 50 }, (_, i) => 300 - i))
})

test('a page of a long history reads no more of it, however long it is', async () => {
  for (const length of [2_000, 20_000]) {
    const history = historyOf(length)
    const page = await timelinePage(history, seesAll, length, ask())
    expect(history.read()).toBe(500)
    expect(page.list).toHaveLength(50)
    expect(page.count).toBeGreaterThan(50)
  }
})

test('pages one after the other give every event once', async () => {
  const history = historyOf(1_234)
  const all: number[] = []
  for (let start = 0; ; start += 250) {
    const page = await timelinePage(history, seesAll, 1_234, ask({ start, limit: 250 }))
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
    const page = await timelinePage(history, seesAll, 12_000, ask({ kinds, before }))
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
  const page = await timelinePage(historyOf(101), seesAll, 100, ask({ before: 51 }))
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
  const endings = [
    { event, at: '2026-01-05T23:00:00.000Z' },
    { event: { ...event, standard: 'old' }, at: '2019-01-01T00:00:00.000Z' },
  ]
  const page = async (more: object) => timelinePage(dated(10), seesAll, 10, ask(more), endings)
  const shown = (await page({})).list.map((row) => [row.rev, row.kind, row.by])
  expect(shown).toHaveLength(12)
  expect(shown.slice(4, 7)).toEqual([
    [6, 'saved', 'somebody'],
    [5, 'approvalEnded', ''],
    [5, 'saved', 'somebody'],
  ])
  expect(shown.at(-2)).toEqual([1, 'approvalEnded', ''])
  expect((await page({ kinds: ['approvalEnded'] })).count).toBe(2)
  expect((await page({ list: 'another' })).count).toBe(0)
  // Ahead of a revision: only what ran out before it.
  expect((await page({ before: 6 })).list[0]).toMatchObject({ rev: 5, kind: 'approvalEnded' })
  expect((await page({ before: 5 })).list.filter((row) => row.kind === 'approvalEnded')).toHaveLength(1)
  const hidden = { ...seesAll, seesEvent: ({ kind }: TimelineEvent) => kind !== 'approvalEnded' }
  const { list } = await timelinePage(dated(10), hidden as ProductViewerScope, 10, ask(), endings)
  expect(list).toHaveLength(10)
})
