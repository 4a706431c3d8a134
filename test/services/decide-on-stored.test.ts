import { expect, test } from 'vitest'
import { decideOnStored } from '../../functions/services/entity/decide-on-stored.ts'
import { readMany } from '../../functions/services/entity/many.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { idOf } from '../domain/product-samples.ts'

const standard = (name: string, rev: number, data: object = {}, entityclass = 'biostandard') =>
  ({ id: idOf(name), entityclass, rev, disabled: false, data }) as unknown as Entity
const mapOf = (...entities: Entity[]) => new Map(entities.map((entity) => [entity.id, entity]))
/** A store that holds these, and says what it was asked for. */
function storeOf(...entities: Entity[]) {
  const asked: string[][] = []
  return {
    asked,
    getMany: async (ids: string[]) => {
      asked.push([...ids].sort())
      return entities.filter(({ id }) => ids.includes(id))
    },
  }
}
const classOf = { standards: 'biostandard' }
const [old, other, stored] = [
  standard('eu', 1, { baseApproval: false }),
  standard('ch', 4),
  standard('eu', 2, { baseApproval: true }),
]

test('decides again where what it looked at is another revision in the store', async () => {
  const store = storeOf(stored, other)
  const seen: unknown[] = []
  const outcome = await decideOnStored(store, { standards: mapOf(old, other) }, classOf, ({ standards }) => {
    seen.push(standards.get(idOf('eu'))?.data)
    return standards.get(idOf('eu'))?.rev
  })
  expect(outcome).toBe(2)
  expect(seen).toEqual([{ baseApproval: false }, { baseApproval: true }])
})
test('asks only for what it looked at, once', async () => {
  const store = storeOf(old, other)
  let runs = 0
  await decideOnStored(store, { standards: mapOf(old, other) }, classOf, ({ standards }) => {
    runs++
    return standards.has(idOf('ch'))
  })
  expect(runs).toBe(1)
  expect(store.asked).toEqual([[idOf('ch')]])
})
test('finds by its id what another process has just made, and loses what it has erased', async () => {
  const decide = (store: ReturnType<typeof storeOf>, known: Map<string, Entity>) =>
    decideOnStored(store, { standards: known }, classOf, ({ standards }) => standards.has(idOf('ch')))
  expect(await decide(storeOf(other), mapOf())).toBe(true)
  expect(await decide(storeOf(), mapOf(other))).toBe(false)
})
test('does not take an entity of another class for one of this', async () => {
  const store = storeOf(standard('ch', 1, {}, 'label'))
  const has = await decideOnStored(store, { standards: mapOf() }, classOf, ({ standards }) =>
    standards.has(idOf('ch')),
  )
  expect(has).toBe(false)
})
test('going through a class looks at all of it', async () => {
  const rev = await decideOnStored(storeOf(stored, other), { standards: mapOf(old, other) }, classOf, (c) => {
    const revs: number[] = []
    for (const [, { rev }] of c.standards) revs.push(rev)
    return revs
  })
  expect(rev).toEqual([2, 4])
})
test('does not ask the store for what is no id', async () => {
  const store = storeOf()
  await decideOnStored(store, { standards: mapOf() }, classOf, ({ standards }) =>
    standards.has('x'.repeat(5000)),
  )
  expect(store.asked.flat()).toEqual([])
})
test('reads what the class knows, and only some of many ids that nobody knows', async () => {
  const store = storeOf(stored)
  const unknown = Array.from({ length: 3000 }, (_, i) => idOf(`unknown-${i}`))
  const outcome = await decideOnStored(store, { standards: mapOf(old) }, classOf, ({ standards }) => ({
    found: unknown.filter((id) => standards.has(id)).length,
    rev: standards.get(idOf('eu'))?.rev,
  }))
  expect(outcome).toEqual({ found: 0, rev: 2 })
  // The revision differs, so it decides twice.
  expect(store.asked.map((ids) => ids.length)).toEqual([201, 201])
})
test('reads however many ids, few chunks at once', async () => {
  const ids = Array.from({ length: 10_250 }, (_, i) => idOf(`many-${i}`))
  let now = 0
  let most = 0
  const getMany = async (chunk: string[]) => {
    most = Math.max(most, ++now)
    await Promise.resolve()
    now--
    return chunk.map((id) => ({ id }) as Entity)
  }
  expect((await readMany({ getMany }, [...ids, ids[0]!])).map(({ id }) => id)).toEqual(ids)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
})
test('is told that it was too much where somebody changes each time what was decided on', async () => {
  let rev = 2
  const changing = { getMany: async () => [{ ...stored, rev: ++rev }] }
  let decided = 0
  const decide = decideOnStored(changing, { standards: mapOf(old) }, classOf, ({ standards }) => {
    decided++
    return standards.get(idOf('eu'))?.rev
  })
  await expect(decide).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(decided).toBe(20)
})
