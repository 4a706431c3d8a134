/** Reading the last changes of a product with a long history ends. */
import { expect, it } from 'vitest'
import { chosenRevisions } from '../../functions/services/entity/chosen-revisions.ts'
import { comparedRevisions, lastChanges } from '../../functions/services/product/last-changes.ts'
import { readBudget, statesBack } from '../../functions/services/product/states-back.ts'
import type { Revision } from '../../shared/model/entity.ts'
import { base, fieldsOf, lists, productOf, text, viewers } from '../domain/product-samples.ts'

const reference = {
  lists,
  fields: fieldsOf(['basis-f1', 'public'], ['basis-f2', 'public'], ['basis-f3', 'public']),
  standards: new Map(),
}
const productAt = (rev: number, more = '') => ({
  id: 'p',
  entityclass: 'product' as const,
  attributeset: 'default',
  rev,
  created: '2026-01-01T00:00:00.000Z',
  createdBy: 'a',
  updated: '2026-01-01T00:00:00.000Z',
  updatedBy: `author of ${rev}`,
  disabled: false,
  // Larger than its parts may be by their schema.
  data: {
    ...productOf({
      [base]: {
        'basis-f1': text('never changed'),
        // Another one every 7 and every 150 revisions.
        'basis-f2': text(`${Math.floor(rev / 7)}`),
        'basis-f3': text(`${Math.floor(rev / 150)}`),
      },
    }),
    more,
  },
})
function storeOf(more: string) {
  const read: number[] = []
  let reading = 0
  const most = { atOnce: 0 }
  const entities = {
    getRevision: async (_: string, at: number): Promise<Revision> => {
      read.push(at)
      most.atOnce = Math.max(most.atOnce, ++reading)
      await Promise.resolve()
      reading--
      return { entity: productAt(at, more) }
    },
  }
  return { read, most, entities }
}
async function ask(rev: number, { more = '', elapsed = (): number => 0 } = {}) {
  const { read, most, entities } = storeOf(more)
  const about = { actor: viewers.A, reference: reference as never, lists: [base], rev }
  const found = await lastChanges(entities, productAt(500, more), about, elapsed)
  return { read, atOnce: most.atOnce, ...found }
}
const revs = (found: Awaited<ReturnType<typeof ask>>) =>
  Object.fromEntries(Object.entries(found.lists[base] ?? {}).map(([key, { rev }]) => [key, rev]))

it('compares so many revisions at most, and says from which one on', async () => {
  const found = await ask(500)
  expect(revs(found)).toEqual({ 'basis-f2': 497, 'basis-f3': 450 })
  expect(found.from).toBe(500 - comparedRevisions)
  expect(found.read).toHaveLength(comparedRevisions)
  expect(found.lists[base]?.['basis-f2']?.by).toBe('author of 497')
})
it('reads a short history to its beginning, an older state by itself', async () => {
  const found = await ask(20)
  expect(revs(found)).toEqual({ 'basis-f1': 1, 'basis-f2': 14, 'basis-f3': 1 })
  expect(found).toMatchObject({ from: 1 })
  expect(found.read).toHaveLength(20)
})
it('reads few large states, few at once, and says from which one on', async () => {
  const size = 4_000_000
  const found = await ask(500, { more: 'x'.repeat(size) })
  expect(found.read.length * size).toBeLessThanOrEqual(readBudget.bytes)
  expect(found.atOnce).toBeLessThanOrEqual(2)
  expect(found.from).toBe(Math.min(...found.read))
  // What the revisions that were read tell is told.
  expect(revs(found)).toEqual({ 'basis-f2': 497 })
})
it('ends when its time is over, and says from which one on', async () => {
  let now = 0
  const found = await ask(500, { elapsed: () => (now += readBudget.time / 3) })
  expect(found.read.length).toBeLessThan(comparedRevisions)
  expect(found.from).toBe(Math.min(...found.read))
  expect(revs(found)).toMatchObject({ 'basis-f2': 497 })
})

/** Pages of the history by a value, each from where the one before ended, as far as `pages` says. */
async function chosen(
  rev: number,
  { more = '', enough = 20, pages = 1, by = undefined as string | undefined } = {},
) {
  const { read, most, entities } = storeOf(more)
  let steps = 0
  const history = async (_: string, { start, limit }: { start: number; limit: number }) => {
    steps++
    const length = Math.max(0, Math.min(limit, rev - start))
    const revisions = Array.from({ length }, (_, n) => {
      const { data: _data, ...entity } = productAt(rev - start - n)
      return { entity }
    })
    return { revisions, count: rev }
  }
  const value = { list: base, key: 'basis-f2' }
  const found: { revs: number[]; from: number | undefined; states: number; steps: number }[] = []
  for (let before: number | undefined; found.length < pages; ) {
    const [states, pagesOfSteps] = [read.length, steps]
    const { revisions, from } = await chosenRevisions(
      { ...entities, history },
      productAt(rev, more),
      { by, value, before, enough },
      { actor: viewers.A, reference: reference as never },
      () => 0,
    )
    const revs = revisions.map(({ entity }) => entity.rev)
    found.push({ revs, from, states: read.length - states, steps: steps - pagesOfSteps })
    before = from
    if (from === undefined) break
  }
  return { found, read, atOnce: most.atOnce }
}
const expected = (rev: number) => [
  ...Array.from({ length: Math.floor(rev / 7) }, (_, n) => (Math.floor(rev / 7) - n) * 7),
  1,
]

it('the filter of the history by a value is bounded the same way', async () => {
  const { found, read, atOnce } = await chosen(500, { more: 'x'.repeat(4_000_000) })
  expect(read.length).toBeLessThanOrEqual(10)
  expect(atOnce).toBeLessThanOrEqual(2)
  // The oldest that was compared is the one after the oldest that was read.
  expect(found).toMatchObject([{ revs: [497], from: Math.min(...read) + 1 }])
})
it('its pages are disjoint and complete, and none reads again what was read', async () => {
  const { found } = await chosen(500, { enough: 5, pages: 100 })
  expect(found.flatMap(({ revs }) => revs)).toEqual(expected(500))
  expect(found.map(({ revs }) => revs.length)).toEqual([...Array(14).fill(5), 2])
  expect(found.map(({ from }) => from).slice(0, 2)).toEqual([469, 434])
  expect(found.at(-1)!.from).toBeUndefined()
  // Five changes are 35 revisions, and one batch more at most; and where it begins.
  for (const { states, steps } of found) {
    expect(states).toBeLessThanOrEqual(35 + 10 + 1)
    expect(steps).toBe(1)
  }
})
it('goes on through a history that is longer than one page looks through, also where it finds nothing', async () => {
  const long = await chosen(1_200, { enough: 250, pages: 100 })
  expect(long.found.map(({ from }) => from)).toEqual([701, 201, undefined])
  expect(long.found.flatMap(({ revs }) => revs)).toEqual(expected(1_200))
  const nobody = await chosen(1_200, { pages: 100, by: 'nobody' })
  expect(nobody.found.map(({ revs, from }) => [revs.length, from])).toEqual([
    [0, 701],
    [0, 201],
    [0, undefined],
  ])
})
it('small states beside large ones are read as if all were large, and count as what they are', async () => {
  for (const isLarge of [
    (rev: number) => rev % 10 !== 0,
    (rev: number) => rev % 2 === 0,
    (rev: number) => rev < 480,
  ]) {
    const size = 4_000_000
    const large = 'x'.repeat(size)
    const read: number[] = []
    const entities = {
      getRevision: async (_: string, rev: number): Promise<Revision> => {
        read.push(rev)
        return { entity: productAt(rev, isLarge(rev) ? large : '') }
      },
    }
    for await (const _ of statesBack(entities, productAt(500), 0, () => 0));
    // One batch may be what nothing told ahead of it.
    expect(read.filter(isLarge).length * size).toBeLessThanOrEqual(readBudget.bytes * 2)
  }
})
