/** Reading the last changes of a product with a long history ends. */
import { expect, it } from 'vitest'
import { changedRevisions } from '../../functions/services/product/changed-revisions.ts'
import { comparedRevisions, lastChanges } from '../../functions/services/product/last-changes.ts'
import { readBudget } from '../../functions/services/product/states-back.ts'
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
it('the filter of the history by a value is bounded the same way', async () => {
  const place = { list: base, key: 'basis-f2' }
  const changed = async (count: number, more = '') => {
    const { read, most, entities } = storeOf(more)
    const by = { actor: viewers.A, reference: reference as never, place, count }
    const { revs, from } = await changedRevisions(entities, productAt(500, more), by, () => 0)
    return { read, atOnce: most.atOnce, revs: [...revs], from }
  }
  expect(await changed(20)).toMatchObject({ revs: [497, 490, 483], from: 481 })
  const large = await changed(500, 'x'.repeat(4_000_000))
  expect(large.read.length).toBeLessThanOrEqual(10)
  expect(large.atOnce).toBeLessThanOrEqual(2)
  // The oldest that was compared is the one after the oldest that was read.
  expect(large).toMatchObject({ revs: [497], from: Math.min(...large.read) + 1 })
})
