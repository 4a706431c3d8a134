import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeSchedule } from '../../shared/model/fee-schedule.ts'
import { netByCategory } from '../../shared/rules/pricing/by-category.ts'
import { lineAmount, percentOf, raised, sumOf } from '../../shared/rules/pricing/decimal.ts'
import { type BilledItem, priceInvoice, totalsOf } from '../../shared/rules/pricing/price.ts'
import { below, byHand, half, institution, item, items, schedule, special } from './pricing.fixtures.ts'

describe('invoices that were calculated by hand', () => {
  it.each(byHand)('$what', ({ type, items, specialItems = [], net, vat, gross }) => {
    const lines = priceInvoice(type, { items, specialItems }, schedule)
    expect(totalsOf(lines, schedule.vatPercent)).toEqual({ net, vatPercent: 8.1, vat, gross })
  })
})

describe('lines', () => {
  const rules = (count: number) =>
    priceInvoice('yearly', { items: items(count), specialItems: [] }, schedule).map(({ rule }) => rule)
  it('are at the first price up to the 15th product, at the second from the 16th', () => {
    expect(rules(15).every((rule) => rule === 'eu_base')).toBe(true)
    expect(rules(17).slice(14)).toEqual(['eu_base', 'eu_base_16plus', 'eu_base_16plus'])
  })
  it('are in the order of activation, then of ids', () => {
    const same = '2020-01-01T04:00:00.000Z'
    const made = [item(3, { activatedOn: same }), item(2, { activatedOn: same }), item(1)]
    const first = { ...item(9), activatedOn: '2019-01-01T04:00:00.000Z' }
    const lines = priceInvoice('yearly', { items: [...made, first], specialItems: [] }, schedule)
    expect(lines.map(({ productId }) => productId?.slice(-1))).toEqual(['9', '1', '2', '3'])
  })
  it('say which discount they have, also by a category above, and the best of several', () => {
    const own = { category: below, percent: 20 }
    const more = { ...schedule, eu: { ...schedule.eu, discounts: [own, ...schedule.eu.discounts] } }
    const of = (categories: string[]) =>
      priceInvoice('yearly', { items: [item(1, { categories })], specialItems: [] }, more)[0]
    expect(of([below, half])).toMatchObject({ discount: { category: half, percent: 50 }, amount: 60 })
    expect(of([below])).toMatchObject({ discount: { category: below, percent: 20 }, amount: 96 })
    expect(of([])).not.toHaveProperty('discount')
  })
  it('are not made of what the schedule does not charge, and are of what a discount makes free', () => {
    const free = feeSchedule.parse({
      institution,
      year: 2026,
      currency: 'EUR',
      eu: { base: 10, discounts: [{ category: half, percent: 100 }] },
    })
    const of = (type: 'yearly' | 'initial') =>
      priceInvoice(type, { items: [item(1, { categories: [half] })], specialItems: [] }, free)
    expect(of('initial')).toEqual([])
    expect(of('yearly')).toMatchObject([{ price: 10, amount: 0 }])
  })
  it('count the months from the activation to December', () => {
    const months = (activationMonth: number) =>
      priceInvoice('initial', { items: [item(1, { activationMonth })], specialItems: [] }, schedule).find(
        ({ rule }) => rule === 'eu_restMonthly',
      )?.count
    expect([1, 2, 12].map(months)).toEqual([12, 11, 1])
  })
})

describe('rounding', () => {
  it('is half up, away from zero, of the decimal that was entered', () => {
    expect(lineAmount(0.005, 1, 0)).toBe(0.01)
    expect(lineAmount(1.005, 1, 0)).toBe(1.01)
    expect(lineAmount(2.675, 1, 0)).toBe(2.68)
    expect(lineAmount(0.01, 1, 50)).toBe(0.01)
    expect(percentOf(-0.1, 5)).toBe(-0.01)
    expect(percentOf(0.1, 5)).toBe(0.01)
  })
  it('is of each line, not of their sum', () => {
    const lines = priceInvoice(
      'yearly',
      { items: items(3), specialItems: [] },
      { ...schedule, eu: { ...schedule.eu, base: 0.335 } },
    )
    expect(totalsOf(lines, 0).net).toBe(1.02)
  })
  it('keeps a raise to hundredths', () => {
    expect(raised(120, 2.5)).toBe(123)
    expect(raised(12.35, 3)).toBe(12.72)
    expect(raised(0.1, -100)).toBe(0)
  })
})

describe('for every invoice', () => {
  const category = fc.constantFrom('fertilisers', 'animal-feed', 'antiparasitica')
  const anItem = (n: number, isDiscounted: boolean) =>
    fc.record({
      productId: fc.constant(item(n + 1).productId),
      listId: fc.constant(item(1).listId),
      scope: fc.constantFrom('eu' as const, 'national' as const),
      activatedOn: fc.integer({ min: 1, max: 60 }).map((day) => item(day).activatedOn!),
      activationMonth: fc.integer({ min: 1, max: 12 }),
      categories: isDiscounted ? fc.constantFrom([], [half], [below, half]) : fc.constant([]),
      mainCategory: category,
    })
  const some = (isDiscounted: boolean): fc.Arbitrary<BilledItem[]> =>
    fc
      .integer({ min: 0, max: 25 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => anItem(n, isDiscounted))))
  const rate = fc.integer({ min: 0, max: 5_000_000 }).map((n) => n / 10_000)
  const fees = fc.record({
    base: rate,
    base_16plus: rate,
    extraCategories: rate,
    restBase: rate,
    restMonthly: rate,
  })
  const scheduled = fc
    .record({
      eu: fees,
      national: fees,
      vatPercent: fc.integer({ min: 0, max: 25_000 }).map((n) => n / 1000),
    })
    .map((more) => feeSchedule.parse({ institution, year: 2026, currency: 'CHF', ...more }))
  const type = fc.constantFrom('yearly' as const, 'initial' as const)
  const specials = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('a', 'b'), fc.integer({ min: -999, max: 999 }))
      .map(([n, text, cents]) => special(n, text, cents / 100)),
    { maxLength: 6 },
  )

  it('the sum is the sum of its lines, to the hundredth', () => {
    fc.assert(
      fc.property(type, some(true), specials, scheduled, (type, items, specialItems, schedule) => {
        const lines = priceInvoice(type, { items, specialItems }, schedule)
        const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
        const { net, vat, gross } = totalsOf(lines, schedule.vatPercent)
        expect(Math.round(net * 100)).toBe(cents)
        expect(gross).toBe(sumOf([net, vat]))
        for (const { amount } of lines) expect(String(amount)).toMatch(/^-?\d+(\.\d{1,2})?$/)
      }),
    )
  })
  it('the sum is that of its main categories, and each has what its products are billed', () => {
    fc.assert(
      fc.property(type, some(true), specials, scheduled, (type, items, specialItems, schedule) => {
        const lines = priceInvoice(type, { items, specialItems }, schedule)
        const by = netByCategory(lines)
        expect(sumOf(Object.values(by).map(Number))).toBe(totalsOf(lines, schedule.vatPercent).net)
        for (const key of ['fertilisers', 'animal-feed', 'antiparasitica']) {
          const own = items
            .filter(({ mainCategory }) => mainCategory === key)
            .map(({ productId }) => productId)
          const billed = lines.filter(
            ({ scope, products }) => scope !== undefined && products.every((id) => own.includes(id)),
          )
          expect(by[key] ?? 0).toBe(sumOf(billed.map(({ amount }) => amount)))
        }
      }),
    )
  })
  it('the order of what is billed changes nothing', () => {
    const shuffled = some(true).chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
    )
    fc.assert(
      fc.property(type, shuffled, specials, scheduled, (type, [items, others], specialItems, schedule) => {
        const back = [...specialItems].reverse()
        expect(priceInvoice(type, { items: others, specialItems: back }, schedule)).toEqual(
          priceInvoice(type, { items, specialItems }, schedule),
        )
      }),
    )
  })
  it('a product more never makes it smaller where nothing is discounted', () => {
    fc.assert(
      fc.property(type, some(false), fc.nat(), scheduled, (type, items, n, schedule) => {
        const net = (of: BilledItem[]) =>
          totalsOf(priceInvoice(type, { items: of, specialItems: [] }, schedule), schedule.vatPercent).gross
        const without = items.filter((_, at) => at !== n % Math.max(1, items.length))
        expect(net(items)).toBeGreaterThanOrEqual(net(without))
      }),
    )
  })
  it('initial from January counts twelve months', () => {
    fc.assert(
      fc.property(scheduled, fc.integer({ min: 1, max: 20 }), (schedule, count) => {
        const lines = priceInvoice(
          'initial',
          { items: items(count, { activationMonth: 1 }), specialItems: [] },
          schedule,
        )
        for (const { rule, count: months, price, amount } of lines)
          if (rule === 'eu_restMonthly') {
            expect(months).toBe(12)
            expect(amount).toBe(lineAmount(price, 12, 0))
          }
      }),
    )
  })
})
