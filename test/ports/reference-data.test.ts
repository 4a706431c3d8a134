import { afterEach, beforeEach, expect, it } from 'vitest'
import { createReferenceData } from '../../functions/adapters/embedded/reference-data.ts'
import { openEmbeddedStore } from './embedded.ts'
import { entity, newId } from './store-under-test.ts'

let t: Awaited<ReturnType<typeof openEmbeddedStore>>
let reads = 0
const open = () => {
  reads = 0
  const store = {
    ...t.store,
    listByClass: (...args: Parameters<typeof t.store.listByClass>) => {
      reads++
      return t.store.listByClass(...args)
    },
  }
  return createReferenceData(t.db, store, t.millis)
}
const put = async (id: string, data: Record<string, unknown>, store = t.store) =>
  store.put(entity(id, data, 'label'), { expectRev: (await store.get(id))?.rev ?? 0 })

beforeEach(async () => {
  t = await openEmbeddedStore()
})
afterEach(() => t.close())

it('sees a write of the same process at once, and reads the class only once', async () => {
  const reference = open()
  const id = newId()
  expect((await reference.all('label')).size).toBe(0)
  await put(id, { title: 'one' })
  expect((await reference.all('label')).get(id)?.data).toEqual({ title: 'one' })
  await put(id, { title: 'two' })
  expect((await reference.all('label')).get(id)?.data).toEqual({ title: 'two' })
  await t.store.erase(id, 'super', '2026-02-02T08:00:00.000Z')
  expect((await reference.all('label')).size).toBe(0)
  expect(reads).toBe(1)
})

it('gives out the same map until something in it changes', async () => {
  const reference = open()
  await put(newId(), {})
  const first = await reference.all('label')
  await t.store.put(entity(newId()), { expectRev: 0 })
  t.passTime(60)
  expect(await reference.all('label')).toBe(first)
  await put(newId(), {})
  const second = await reference.all('label')
  expect(second).not.toBe(first)
  expect(first.size).toBe(1)
  expect(second.size).toBe(2)
})

it('misses no write that happens while it reads', async () => {
  for (let i = 0; i < 250; i++) await put(newId(), { i })
  const reference = open()
  const late = newId()
  const reading = reference.all('label')
  const writing = put(late, { late: true })
  await Promise.all([reading, writing])
  expect((await reference.all('label')).has(late)).toBe(true)
  const many = Array.from({ length: 30 }, newId)
  await Promise.all(
    many.map(async (id) => {
      await put(id, {})
      expect((await reference.all('label')).has(id)).toBe(true)
    }),
  )
  expect((await reference.all('label')).size).toBe(281)
})

it('sees what another process wrote after 15 seconds at most', async () => {
  const reference = open()
  await reference.all('label')
  const other = await openEmbeddedStore({ folder: t.folder })
  const id = newId()
  await put(id, { from: 'elsewhere' }, other.store)
  t.passTime(16)
  expect((await reference.all('label')).has(id)).toBe(true)
  expect((await t.store.get(id))?.data).toEqual({ from: 'elsewhere' })
  await put(id, { from: 'elsewhere again' }, other.store)
  expect((await t.store.get(id))?.data).toEqual({ from: 'elsewhere again' })
  await other.close()
})
