/** Answers about more than one page, or one read of the store, holds. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { ids as byIds } from '../../shared/calls/search/search/ids.ts'
import { companyBatchSize } from '../../shared/constants.ts'
import { listData, type ProductData } from '../../shared/model/product.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())
const { base } = ids.list

it('history and timeline tell each of 300 revisions once, page after page', async () => {
  const id = ids.product.neem
  const stored = (await h.ports.entities.get(id))!
  const last = 300
  for (let rev = stored.rev; rev < last; rev++)
    await h.ports.entities.put(
      { ...stored, updated: h.clock.now() },
      { expectRev: rev, events: [{ kind: 'saved', list: base }] },
    )
  const expected = Array.from({ length: last }, (_, i) => last - i)
  const told: number[] = []
  for (let start = 0; ; start += 250) {
    const { list, count } = await h.as('admin').call(history, { id, start, limit: 250 })
    expect(count).toBe(last)
    if (list.length === 0) break
    told.push(...list.map(({ rev }) => rev))
  }
  expect(told).toEqual(expected)
  const events: number[] = []
  for (let start = 0; ; start += 100) {
    const { list, next } = await h.as('admin').call(gettimeline, { id, start, limit: 100 })
    expect(next).toBeUndefined()
    if (list.length === 0) break
    events.push(...list.map(({ rev }) => rev))
  }
  expect(events.filter((rev) => rev > stored.rev)).toEqual(expected.slice(0, last - stored.rev))
})

it('a product that names more companies than one read gives has the titles of all', async () => {
  const company = (await h.ports.entities.get(ids.company.nordhain))!
  const { customerNumber: _, ...baseData } = company.data['baseData'] as Record<string, unknown>
  const named: string[] = []
  for (let i = 0; i <= companyBatchSize; i++) {
    const id = crypto.randomUUID()
    const data = { ...company.data, baseData: { ...baseData, name: `Company ${i}` } }
    await h.ports.entities.put({ ...company, id, rev: 1, data }, { expectRev: 0 })
    named.push(id)
  }
  const stored = (await h.ports.entities.get(ids.product.compost))!
  const data = structuredClone(stored.data) as unknown as ProductData
  for (const [i, id] of named.entries())
    data.listData[base]!._companies[`r${i}`] = { company: id, role: 'distributor' }
  await h.ports.entities.put(
    { ...stored, data: data as unknown as Record<string, unknown> },
    { expectRev: stored.rev },
  )
  const { titles } = await h.as('admin').call(load, { id: ids.product.compost })
  expect(named.map((id) => titles[id])).toEqual(named.map((_, i) => `Company ${i}`))
})

it('50 products, each with a parent of its own, are read in as many requests as there are generations', async () => {
  const stored = (await h.ports.entities.get(ids.product.neem))!
  /** A product that reads its name from another one. */
  const derived = async (derivedProductId: string) => {
    const linked = listData.parse({
      _responsible: { institution: ids.institution.france },
      _linked: { 'basis-f1': 'derived' },
    })
    const id = crypto.randomUUID()
    const data = { ...stored.data, derivedProductId, listData: { [base]: linked } }
    await h.ports.entities.put({ ...stored, id, rev: 1, data }, { expectRev: 0 })
    return id
  }
  const many = async (of: readonly string[]) => Promise.all(of.map(derived))
  const grandparents = Array.from({ length: 50 }, () => ids.product.neem)
  const parents = await many(grandparents)
  const children = await many(parents)

  const products = new Set([...children, ...parents, ids.product.neem])
  // The indexer reads them, too.
  await h.indexed()
  const one = vi.spyOn(h.ports.entities, 'get')
  const some = vi.spyOn(h.ports.entities, 'getMany')
  try {
    const { list } = await h.as('national').call(byIds, { ids: children })
    expect(list.map(({ id }) => id)).toEqual(children)
    expect(one.mock.calls.filter(([id]) => products.has(id))).toEqual([])
    const asked = some.mock.calls.map(([of]) => of.filter((id) => products.has(id)))
    expect(asked.filter((of) => of.length > 0)).toEqual([
      children,
      expect.toSatisfy((of: string[]) => of.toSorted().join() === parents.toSorted().join()),
      [ids.product.neem],
    ])
  } finally {
    one.mockRestore()
    some.mockRestore()
  }
})
