/** What the screens of invoices ask for beside sending: sums, what is billed of products, marks, fee schedules of other years. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyfeeschedule } from '../../shared/calls/bml/invoice/copyfeeschedule.ts'
import { findinvoicedspecialitems } from '../../shared/calls/bml/invoice/findinvoicedspecialitems.ts'
import { load } from '../../shared/calls/bml/invoice/load.ts'
import { markforunindex } from '../../shared/calls/bml/invoice/markforunindex.ts'
import { totals } from '../../shared/calls/bml/invoice/totals.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Institution } from '../../shared/model/administration.ts'
import type { FeeSchedule } from '../../shared/model/fee-schedule.ts'
import { change } from './confirmations.world.ts'
import { failureOf, type Harness, ids, refusal, startHarness } from './harness.ts'
import { aare, makeDraft, makeSchedule, stored } from './invoice.world.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const base = fixedIds.list.base
const { compost, neem } = ids.product
const { rhine } = ids.institution
const sums = (net: number) => ({ totals: { net, vatPercent: 0, vat: 0, gross: net } })
const ofYear = (value: number) => ({ field: 'targetYear', comparison: 'eq' as const, value })

describe('what a filter finds', () => {
  beforeAll(async () => {
    const ofJanuary = { invoiceDate: '2031-01-31T04:00:00.000Z' }
    await makeDraft(h, { targetYear: 2031, ...ofJanuary, ...sums(0.1) })
    await makeDraft(h, { targetYear: 2031, ...ofJanuary, ...sums(0.2) })
    await makeDraft(h, { targetYear: 2031, invoiceDate: '2031-03-01T04:00:00.000Z', ...sums(-5) })
    await makeDraft(h, { targetYear: 2031, institution: rhine, currency: 'EUR', ...ofJanuary, ...sums(7) })
    await h.indexed()
  })
  const [francs, euros] = [
    { currency: 'CHF', count: 3, net: -4.7, vat: 0, gross: -4.7 },
    { currency: 'EUR', count: 1, net: 7, vat: 0, gross: 7 },
  ]
  const asked = { attributeFilter: ofYear(2031) }

  it('is added up by currency, to hundredths, and by institution or month', async () => {
    const admin = h.as('admin')
    expect(await admin.call(totals, asked)).toEqual({ totals: [francs, euros], groups: [] })
    const { groups } = await admin.call(totals, { ...asked, by: 'institution' })
    expect(groups).toEqual(
      [
        { key: aare, totals: [francs] },
        { key: rhine, totals: [euros] },
      ].sort((a, b) => (a.key < b.key ? -1 : 1)),
    )
    const { groups: months } = await admin.call(totals, { ...asked, by: 'month', year: 2031 })
    expect(months).toEqual([
      { key: '2031-01', totals: [{ ...francs, count: 2, net: 0.3, gross: 0.3 }, euros] },
      { key: '2031-03', totals: [{ ...francs, count: 1, net: -5, gross: -5 }] },
    ])
    expect(await admin.call(totals, { attributeFilter: ofYear(2099) })).toEqual({ totals: [], groups: [] })
  })
  it('is added up by main category, without tax, of the lines that have it', async () => {
    const line = (amount: number, more: object) => ({
      rule: 'eu_base',
      count: 1,
      price: amount,
      amount,
      products: [],
      ...more,
    })
    const feed = { productCategory: 'animal-feed' }
    const special = line(9.9, { text: 'Label' })
    await makeDraft(h, {
      targetYear: 2033,
      sums: [line(0.1, feed), line(0.2, feed), line(45.5, { mainCategory: 'fertilisers' }), special],
    })
    await makeDraft(h, { targetYear: 2033, sums: [line(120, feed)] })
    await makeDraft(h, { targetYear: 2033, institution: rhine, currency: 'EUR', sums: [special] })
    await h.indexed()
    const of2033 = { attributeFilter: ofYear(2033), by: 'category' as const }
    const of = (currency: string, count: number, net: number) => ({ currency, count, net })
    expect((await h.as('admin').call(totals, of2033)).groups).toEqual([
      { key: 'fertilisers', totals: [of('CHF', 1, 45.5)] },
      { key: 'animal-feed', totals: [of('CHF', 2, 120.3)] },
      { key: 'none', totals: [of('CHF', 1, 9.9), of('EUR', 1, 9.9)] },
    ])
    expect((await h.as('core').call(totals, of2033)).groups.at(-1)).toEqual({
      key: 'none',
      totals: [of('CHF', 1, 9.9)],
    })
    expect((await h.as('national').call(totals, of2033)).groups).toEqual([])
  })
  it('is what the viewer may know of', async () => {
    expect((await h.as('core').call(totals, asked)).totals).toEqual([francs])
    expect((await h.as('national').call(totals, asked)).totals).toEqual([])
    expect((await h.as('company').call(totals, asked)).totals).toEqual([])
    expect((await failureOf(h.as('registered').call(totals, asked))).status).toBe(403)
  })
})

describe('what is billed of a product', () => {
  const special = { rule: '5e'.repeat(20), count: 2, price: 15.25, amount: 30.5, text: 'Label' }
  const scale = { rule: 'eu_base', count: 1, price: 120, amount: 120, scope: 'eu' as const }
  let draft: string
  let older: string
  beforeAll(async () => {
    const line = { ...scale, productId: compost, listId: base, products: [compost] }
    const sums = [line, { ...special, products: [compost, neem] }]
    older = await makeDraft(h, {
      targetYear: 2024,
      sums,
      number: 'aare-2024-000001',
      sendDate: h.clock.now(),
    })
    draft = await makeDraft(h, { targetYear: 2025, sums: [line] })
    await makeDraft(h, { targetYear: 2026, sums, cancellationDate: h.clock.now() })
    await h.indexed()
  })
  it('is found by the product', async () => {
    const attributeFilter = { field: 'sums.products', comparison: 'eq' as const, value: neem }
    const { count } = await h
      .as('admin')
      .call(execute, { entityClass: 'invoice', attributeFilter, onlyIds: true })
    expect(count).toBe(2)
  })
  it('are its special items, as far as the caller may know of the invoice', async () => {
    const asked = { ids: [compost, neem, ids.nothing], institutionId: aare }
    const { list } = await h.as('core').call(findinvoicedspecialitems, asked)
    const item = { invoiceId: older, number: 'aare-2024-000001', isSent: true, year: 2024 }
    expect(list).toEqual(
      [compost, neem].sort().map((productId) => ({ productId, ...item, text: 'Label', amount: 15.25 })),
    )
    expect((await h.as('national').call(findinvoicedspecialitems, asked)).list).toEqual([])
  })
  it('is marked on the newest invoice as no longer to be billed, also where it was sent, and told to administrators alone', async () => {
    const of = { productId: compost, listId: base, institutionId: aare }
    expect(await h.as('admin').call(markforunindex, of)).toMatchObject({
      invoiceId: draft,
      targetYear: 2025,
    })
    const { rev } = await h.as('admin').call(markforunindex, of)
    expect((await stored(h, draft)).unindex).toMatchObject([{ productId: compost, listId: base }])
    expect((await h.ports.entities.get(draft))!.rev).toBe(rev)
    expect((await h.as('core').call(load, { id: draft })).data.unindex).toEqual([])
    await h.as('admin').call(markforunindex, { ...of, marked: false })
    expect((await stored(h, draft)).unindex).toEqual([])
    for (const other of [{ listId: ids.list.ch }, { institutionId: rhine }, { productId: neem }])
      expect(await refusal(h.as('admin').call(markforunindex, { ...of, ...other }))).toMatchObject({
        status: 422,
        key: 'invoiceUnknownUnindex',
      })
    expect((await failureOf(h.as('core').call(markforunindex, of))).status).toBe(403)
  })
})

describe('a fee schedule', () => {
  it('takes tax, days and texts of its institution where none are entered, and is copied with a raise and with those of that day', async () => {
    const terms = { vatPercent: 7.7, paymentDeadline: 20, invoiceTextsYearly: { de_DE: 'Vielen Dank' } }
    await change<Institution>(h, aare, (data) => Object.assign(data, terms))
    const made = await makeSchedule(h, { vatPercent: undefined, eu: { base: 99.99, restMonthly: 10.05 } })
    const before = made.data as FeeSchedule
    expect(before).toMatchObject({ vatPercent: 7.7, paymentDays: 20, textsYearly: { de_DE: 'Vielen Dank' } })
    await change<Institution>(h, aare, (data) => Object.assign(data, { vatPercent: 8.1 }))
    const admin = h.as('admin')
    const copy = await admin.call(copyfeeschedule, { id: made.id, year: 2027, raisePercent: 2.5 })
    expect(copy.data).toMatchObject({
      year: 2027,
      vatPercent: 8.1,
      eu: { base: 102.49, restMonthly: 10.3 },
      national: { base: 30.75 },
    })
    expect(((await h.ports.entities.get(made.id))!.data as unknown as FeeSchedule).vatPercent).toBe(7.7)
    const again = admin.call(copyfeeschedule, { id: made.id, year: 2027 })
    expect((await failureOf(again)).status).toBe(409)
    const missing = admin.call(copyfeeschedule, { id: ids.nothing, year: 2027 })
    expect((await failureOf(missing)).status).toBe(404)
    expect((await failureOf(h.as('core').call(copyfeeschedule, { id: made.id, year: 2028 }))).status).toBe(
      403,
    )
  })
  it('is copied to another institution, too, with the terms of that one and none of its own', async () => {
    const made = await makeSchedule(h, { year: 2029, vatPercent: 8.1, paymentDays: 20, eu: { base: 1.2345 } })
    const admin = h.as('admin')
    const copy = await admin.call(copyfeeschedule, { id: made.id, year: 2030, institution: rhine })
    const { vatPercent: tax = 0, paymentDeadline: days = 30 } = (await h.ports.entities.get(
      'institution',
      rhine,
    ))!.data
    expect(copy.data).toMatchObject({ institution: rhine, year: 2030, currency: 'CHF', eu: { base: 1.2345 } })
    expect(copy.data).toMatchObject({ vatPercent: tax, paymentDays: days })
    expect(copy.data.textsYearly).toBeUndefined()
    const nobody = admin.call(copyfeeschedule, { id: made.id, year: 2031, institution: ids.nothing })
    expect(await failureOf(nobody)).toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path: '/institution' }] },
    })
  })
  it('holds its year when it is deleted, and is found by who asks for deleted ones', async () => {
    const admin = h.as('admin')
    const { id, rev } = await makeSchedule(h, { year: 2033 })
    await admin.call(disable, { id, rev })
    await h.indexed()
    const asked = { entityClass: 'feeschedule' as const, onlyIds: true }
    expect((await admin.call(execute, asked)).list).not.toContain(id)
    const attributeFilter = { field: 'deleted', comparison: 'in' as const, value: [false, true] }
    const { list } = await admin.call(execute, { ...asked, attributeFilter })
    expect(list).toContain(id)
    expect(list.length).toBeGreaterThan(1)
  })
})
