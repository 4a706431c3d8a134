/** Reference data over a store whose lists lag behind its writes, as DynamoDB's index by class does. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createReferenceData } from '../../functions/adapters/aws/reference-data.ts'
import type { ObservableStore } from '../../functions/adapters/common/observable-store.ts'
import { openEmbeddedStore } from './embedded.ts'
import { entity, newId } from './store-under-test.ts'

let t: Awaited<ReturnType<typeof openEmbeddedStore>>
let lists = 0
/** Entities that lists do not show yet, or still show in an old state. */
let lagging: Set<string>
let isAway = false
beforeEach(async () => {
  t = await openEmbeddedStore()
  lists = 0
  lagging = new Set()
  isAway = false
})
afterEach(() => t.close())

function open() {
  const store: ObservableStore = {
    ...t.store,
    async listByClass(...args) {
      lists++
      if (isAway) throw new Error('away')
      const page = await t.store.listByClass(...args)
      return { ...page, list: page.list.filter(({ id }) => !lagging.has(id)) }
    },
    async getMany(ids) {
      if (isAway) throw new Error('away')
      return t.store.getMany(ids)
    },
  }
  return createReferenceData(store, t.millis)
}
const put = async (id: string, data: Record<string, unknown>, store = t.store) =>
  store.put(entity(id, data, 'label'), { expectRev: (await store.get(id))?.rev ?? 0 })
const titles = (all: ReadonlyMap<string, { data: Record<string, unknown> }>) =>
  [...all.values()].map(({ data }) => data['title'])

it('sees a write of the same container at once, also one from before it ever looked', async () => {
  const reference = open()
  const [first, second] = [newId(), newId()]
  lagging = new Set([first, second])
  await put(first, { title: 'one' })
  expect(titles(await reference.all('label'))).toEqual(['one'])
  await put(second, { title: 'two' })
  expect(titles(await reference.all('label'))).toEqual(['one', 'two'])
  expect(lists).toBe(1)
})
it('does not lose it again when the class is read anew and the list still lags', async () => {
  const reference = open()
  const id = newId()
  await reference.all('label')
  await put(id, { title: 'one' })
  lagging.add(id)
  t.passTime(16)
  expect(titles(await reference.all('label'))).toEqual(['one'])
  expect(lists).toBe(2)
})
it('reads a class again after 15 seconds, and gives the same map if nothing changed', async () => {
  const reference = open()
  const id = newId()
  await put(id, { title: 'one' })
  const first = await reference.all('label')
  t.passTime(14)
  await reference.all('label')
  expect(lists).toBe(1)
  t.passTime(2)
  expect(await reference.all('label')).toBe(first)
  expect(lists).toBe(2)

  const other = await openEmbeddedStore({ folder: t.folder })
  await put(id, { title: 'from elsewhere' }, other.store)
  await other.close()
  t.passTime(61)
  expect(titles(await reference.all('label'))).toEqual(['from elsewhere'])
})
it('sees an erasure of the same container at once', async () => {
  const reference = open()
  const id = newId()
  await put(id, {})
  expect((await reference.all('label')).size).toBe(1)
  await t.store.erase(id, 'super', '2026-02-02T08:00:00.000Z')
  expect((await reference.all('label')).size).toBe(0)
})
it('forgets no write because the store was away for a moment', async () => {
  const reference = open()
  const id = newId()
  await reference.all('label')
  await put(id, { title: 'one' })
  isAway = true
  await expect(reference.all('label')).rejects.toThrow('away')
  t.passTime(16)
  await expect(reference.all('label')).rejects.toThrow('away')
  isAway = false
  expect(titles(await reference.all('label'))).toEqual(['one'])
})
it('reads revisions only, and then what changed, where the index holds them', async () => {
  const ids = [newId(), newId(), newId(), newId()]
  for (const [i, id] of ids.entries()) await put(id, { title: `${i}` })
  const read: string[][] = []
  let whole = 0
  const store: ObservableStore = {
    ...t.store,
    async listByClass(...args) {
      whole++
      return t.store.listByClass(...args)
    },
    async getMany(asked) {
      read.push(asked)
      return t.store.getMany(asked)
    },
    async listRevs(entityclass) {
      const { list } = await t.store.listByClass(entityclass, { limit: 100 })
      return new Map(list.map(({ id, rev }) => [id, rev]))
    },
    onWrite: () => () => {},
  }
  const reference = createReferenceData(store, t.millis)
  const first = await reference.all('label')
  t.passTime(16)
  expect(await reference.all('label')).toBe(first)
  expect(read).toEqual([])

  const fresh = newId()
  await put(ids[1]!, { title: 'changed' })
  await put(fresh, { title: 'new' })
  await t.store.erase(ids[2]!, 'super', '2026-02-02T08:00:00.000Z')
  t.passTime(16)
  const later = await reference.all('label')
  expect(titles(later)).toEqual(['0', 'changed', '3', 'new'])
  expect(later.get(ids[0]!)).toBe(first.get(ids[0]!))
  expect(read).toEqual([[ids[1], fresh]])
  expect(whole).toBe(1)
})
