import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Entity } from '../../shared/model/entity.ts'
import { entity, newId, readAll, refusal, type StoreUnderTest } from './store-under-test.ts'

export const operation = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    which: fc.integer({ min: 0, max: 3 }),
    /** Mostly the current revision, sometimes an old or a coming one. */
    off: fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) },
    ),
    data: fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    unique: fc.option(fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }), { nil: undefined }),
    by: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ kind: fc.constant('erase' as const), which: fc.integer({ min: 0, max: 3 }) }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** Says the obvious, one map per thing that the port knows, and compares the store with it. */
export async function compareWithModel(
  { store, feed, feedKeepsErased }: StoreUnderTest,
  operations: Operation[],
) {
  const ids = Array.from({ length: 4 }, newId)
  const space = newId()
  const keyOf = (value: string) => `product#/importKey#${space}${value}`
  const states = new Map<string, Entity[]>()
  const erased = new Map<string, number>()
  const holders = new Map<string, string>()
  const changes: { id: string; rev: number; gone: boolean }[] = []
  let counter = 0
  const start = await feed.end()

  for (const op of operations) {
    const id = ids[op.which]!
    const revisions = states.get(id) ?? []
    const rev = erased.get(id) ?? revisions.length
    if (op.kind === 'erase') {
      const attempt = store.erase(id, 'super', '2026-02-02T08:00:00.000Z')
      if (rev === 0) {
        expect(await refusal(attempt)).toMatchObject({ code: 'not_found' })
        continue
      }
      await attempt
      if (erased.has(id)) continue
      states.delete(id)
      erased.set(id, rev + 1)
      changes.push({ id, rev: rev + 1, gone: true })
      for (const [value, holder] of holders) if (holder === id) holders.delete(value)
      continue
    }
    const expectRev = Math.max(0, rev + op.off)
    const data = JSON.parse(JSON.stringify(op.data)) as Record<string, unknown>
    const attempt = store.put(entity(id, data), {
      expectRev,
      unique: op.unique?.map(keyOf),
      counters: [{ name: space, by: op.by }],
    })
    const isTaken = op.unique?.some((value) => (holders.get(value) ?? id) !== id)
    if (expectRev !== rev || erased.has(id)) {
      expect(await refusal(attempt)).toMatchObject({ code: 'revision_conflict', currentRev: rev })
    } else if (isTaken) {
      expect(await refusal(attempt)).toMatchObject({ code: 'duplicate', path: '/importKey' })
    } else {
      const written = await attempt
      expect(written.rev).toBe(rev + 1)
      states.set(id, [...revisions, { ...entity(id, data), rev: rev + 1 }])
      changes.push({ id, rev: rev + 1, gone: false })
      counter += op.by
      if (op.unique) {
        for (const [value, holder] of holders) if (holder === id) holders.delete(value)
        for (const value of op.unique) holders.set(value, id)
      }
    }
  }

  for (const id of ids) {
    const revisions = states.get(id) ?? []
    expect(await store.get(id)).toEqual(revisions.at(-1))
    for (const state of revisions) {
      expect((await store.getRevision(id, state.rev))?.entity).toEqual(state)
    }
    const history = await store.history(id, { start: 0, limit: 100 })
    expect(history.revisions.map((one) => one.entity.rev)).toEqual(revisions.map((one) => one.rev).reverse())
  }
  for (const value of ['x', 'y', 'z']) {
    expect(await store.findUnique(keyOf(value))).toBe(holders.get(value))
  }
  expect(await store.counter(space)).toBe(counter)
  const told = (await readAll(feed, start)).filter((change) => ids.includes(change.id))
  expect(told.map(({ id, rev }) => ({ id, rev }))).toEqual(changes.map(({ id, rev }) => ({ id, rev })))
  told.forEach((change, i) => {
    const isGone = changes[i]!.gone || (!feedKeepsErased && erased.has(change.id))
    expect(change.entity === undefined).toBe(isGone)
  })
}
