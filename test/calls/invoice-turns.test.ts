/** Runs that bill the same company at the same time, and those whose units come again. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EntityStore } from '../../functions/ports/entity-store.ts'
import { billCompany } from '../../functions/services/invoice/bill.ts'
import { followMerge } from '../../functions/services/invoice/follow-merge.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { CompanyData } from '../../shared/model/company.ts'
import type { Invoice } from '../../shared/model/invoice.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { change } from './confirmations.world.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { aare, belmont, invoices, makeProduct, makeSchedule, nordhain, run } from './invoice.world.ts'

let h: Harness
beforeEach(async () => {
  h = await startHarness({ indexesElsewhere: false })
})
afterEach(() => h.close())

const order = { institutions: [aare], companies: [belmont] }

/** The store, of which two write only once both have decided. */
function bothDecided(entities: EntityStore, writes = ['put']): EntityStore {
  const both = Promise.withResolvers<void>()
  let deciding = 2
  return new Proxy(entities, {
    get(store, name) {
      const method = Reflect.get(store, name)
      if (!writes.includes(String(name))) return method.bind(store)
      return async (...args: unknown[]) => {
        if (--deciding === 0) both.resolve()
        await both.promise
        return method.apply(store, args)
      }
    },
  })
}

it('an initial and a yearly run side by side bill a product once', async () => {
  await makeSchedule(h)
  const product = await makeProduct(h, { company: belmont, activatedOn: '2026-02-15T04:00:00.000Z' })
  const ports = { ...h.ports, entities: bothDecided(h.ports.entities) }
  const by = { account: ids.account.admin }
  const request = { year: 2026, institutions: [aare] }
  await Promise.all(
    (['initial', 'yearly'] as const).map((type) => billCompany(ports, by, belmont, { ...request, type })),
  )
  const lines = (await invoices(h)).flatMap(({ data }) => data.sums)
  const rules = lines.filter(({ productId }) => productId === product).map(({ rule }) => rule)
  expect([['eu_base'], ['eu_restBase', 'eu_restMonthly']]).toContainEqual(rules)
})

it('what a unit made before it died is told as made when it comes again', async () => {
  await makeSchedule(h)
  const products = [await makeProduct(h, { company: belmont })]
  const { files } = h.ports
  const { put } = files
  /** A run whose unit dies when it has made its drafts, before it has told of them. */
  const cutOff = async () => {
    let left = 1
    files.put = async (key, ...rest) => {
      if (key.startsWith('exports/invoice-run/') && left-- > 0) throw new Error('cut off')
      return put.call(files, key, ...rest)
    }
    const { data } = await run(h, order)
    expect([left < 1, data.status]).toEqual([true, 'complete'])
    return data.result
  }
  expect(await cutOff()).toEqual({ new: 1 })
  expect(await cutOff()).toEqual({ same: 1 })
  products.push(await makeProduct(h, { company: belmont }))
  expect(await cutOff()).toEqual({ changed: 1 })
  for (const id of products)
    await change<ProductData>(h, id, ({ listData }) => {
      listData[fixedIds.list.base]!._companies['r1']!.company = nordhain
    })
  expect(await cutOff()).toEqual({ emptied: 1 })
  expect(await invoices(h)).toEqual([])
})

it('a run in the middle of a merge leaves to the draft that is still to come what it bills', async () => {
  await makeSchedule(h)
  const product = await makeProduct(h, { company: nordhain })
  const by = { account: ids.account.admin }
  const request = { year: 2026, institutions: [aare], type: 'yearly' as const }
  await billCompany(h.ports, by, nordhain, request)
  const [draft] = await invoices(h)
  await change<ProductData>(h, product, ({ listData }) => {
    listData[fixedIds.list.base]!._companies['r1']!.company = belmont
  })
  await change<CompanyData>(h, belmont, (data) => Object.assign(data, { mergedFrom: { [nordhain]: {} } }))
  await billCompany(h.ports, by, belmont, request)
  await followMerge(h.ports, draft!, belmont, { event: { kind: 'saved' }, by: by.account })
  const linesOf = (drafts: (typeof draft)[]) =>
    drafts.flatMap((one) => one!.data.sums.filter(({ productId }) => productId === product))
  expect(linesOf([draft])).toHaveLength(1)
  expect(linesOf(await invoices(h))).toEqual(linesOf([draft]))
})

it('a merge that begins while a run reads brings no product that was billed before', async () => {
  await makeSchedule(h)
  const product = await makeProduct(h, { company: nordhain })
  const by = { account: ids.account.admin }
  const request = { year: 2026, institutions: [aare], type: 'yearly' as const }
  await billCompany(h.ports, by, nordhain, request)
  const [sent] = await invoices(h)
  await change<Invoice>(h, sent!.id, (data) => Object.assign(data, { number: 'aare-2026-000001' }))
  let isMerged = false
  const merge = async () => {
    await change<CompanyData>(h, belmont, (data) => Object.assign(data, { mergedFrom: { [nordhain]: {} } }))
    await change<ProductData>(h, product, ({ listData }) => {
      listData[fixedIds.list.base]!._companies['r1']!.company = belmont
    })
  }
  const entities = new Proxy(h.ports.entities, {
    get(store, name) {
      const method = Reflect.get(store, name)
      if (name !== 'listNaming') return method.bind(store)
      return async (...args: unknown[]) => {
        const isFirst = !isMerged
        isMerged = true
        if (isFirst) await merge()
        return method.apply(store, args)
      }
    },
  })
  await billCompany({ ...h.ports, entities }, by, belmont, request)
  const lines = (await invoices(h)).flatMap(({ data }) => data.sums)
  expect(lines.filter(({ productId }) => productId === product)).toHaveLength(1)
})

it('a draft that a merge brings is on no second invoice of a run that has decided before it came', async () => {
  await makeSchedule(h)
  const product = await makeProduct(h, { company: nordhain, activatedOn: '2026-02-15T04:00:00.000Z' })
  const by = { account: ids.account.admin }
  const request = { year: 2026, institutions: [aare] }
  await billCompany(h.ports, by, nordhain, { ...request, type: 'initial' })
  const [draft] = await invoices(h)
  // The product is the other company's already, its draft not yet: as in the middle of a merge.
  await change<ProductData>(h, product, ({ listData }) => {
    listData[fixedIds.list.base]!._companies['r1']!.company = belmont
  })
  const ports = { ...h.ports, entities: bothDecided(h.ports.entities, ['put', 'putAll']) }
  await Promise.all([
    billCompany(ports, by, belmont, { ...request, type: 'yearly' }),
    followMerge(ports, draft!, belmont, { event: { kind: 'saved' }, by: by.account }),
  ])
  const lines = (await invoices(h)).flatMap(({ data }) => data.sums)
  const rules = lines.filter(({ productId }) => productId === product).map(({ rule }) => rule)
  expect([['eu_base'], ['eu_restBase', 'eu_restMonthly']]).toContainEqual(rules)
})
