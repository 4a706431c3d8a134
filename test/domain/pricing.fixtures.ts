/** Invoices that were calculated by hand, with the way to their sum. */
import { feeSchedule } from '../../shared/model/fee-schedule.ts'
import type { InvoiceType } from '../../shared/model/invoice-type.ts'
import type { BilledItem, SpecialItem } from '../../shared/rules/pricing/price.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const institution = uuid(9001)
export const half = uuid(801)
export const below = uuid(802)

export const schedule = feeSchedule.parse({
  institution,
  year: 2026,
  currency: 'CHF',
  vatPercent: 8.1,
  eu: {
    base: 120,
    base_16plus: 60,
    extraCategories: 45.5,
    restBase: 80,
    restMonthly: 10,
    discounts: [{ category: half, percent: 50 }],
  },
  national: { base: 30, base_16plus: 12.35, extraCategories: 5, restBase: 20, restMonthly: 2.335 },
})

/** The nth product: activated on day n of the calendar, in one category unless told. */
export const item = (n: number, more: Partial<BilledItem> = {}): BilledItem => ({
  productId: uuid(n),
  listId: uuid(7001),
  scope: 'eu',
  activatedOn: new Date(Date.UTC(2020, 0, n, 4)).toISOString(),
  categories: [uuid(901)],
  mainCategory: 'fertilisers',
  ...more,
})
export const items = (count: number, more: Partial<BilledItem> = {}): BilledItem[] =>
  Array.from({ length: count }, (_, n) => item(n + 1, more))
export const special = (n: number, text: string, amount: number): SpecialItem => ({
  productId: uuid(n),
  listId: uuid(7001),
  text,
  amount,
  hash: `${text}|${amount}`,
})
const national = { scope: 'national', listId: uuid(7002) } as const

export interface ByHand {
  what: string
  type: InvoiceType
  items: BilledItem[]
  specialItems?: SpecialItem[]
  net: number
  vat: number
  gross: number
}
export const byHand: ByHand[] = [
  // 120.00; 8.1 % of it is 9.72
  { what: 'one product', type: 'yearly', items: items(1), net: 120, vat: 9.72, gross: 129.72 },
  // 15 × 120 = 1800; tax 145.80
  { what: '15 products', type: 'yearly', items: items(15), net: 1800, vat: 145.8, gross: 1945.8 },
  // 1800 + 60 = 1860; tax 150.66
  { what: '16 products', type: 'yearly', items: items(16), net: 1860, vat: 150.66, gross: 2010.66 },
  // 1800 + 2 × 60 = 1920; tax 155.52
  { what: '17 products', type: 'yearly', items: items(17), net: 1920, vat: 155.52, gross: 2075.52 },
  // 3 × 120 + 2 × 45.50 = 451; tax 36.531, rounded 36.53
  {
    what: 'three main categories',
    type: 'yearly',
    items: [item(1), item(2, { mainCategory: 'animal-feed' }), item(3, { mainCategory: 'antiparasitica' })],
    net: 451,
    vat: 36.53,
    gross: 487.53,
  },
  // The first of 16 costs half and keeps its place: 60 + 14 × 120 + 60 = 1800; tax 145.80
  {
    what: 'a discounted product keeps its place',
    type: 'yearly',
    items: [item(1, { categories: [below, half] }), ...items(16).slice(1)],
    net: 1800,
    vat: 145.8,
    gross: 1945.8,
  },
  // Scales of their own: 2 × 120, 15 × 30, 12.35 = 702.35; tax 56.89035, rounded 56.89
  {
    what: 'both scopes',
    type: 'yearly',
    items: [...items(2), ...items(16, national)],
    net: 702.35,
    vat: 56.89,
    gross: 759.24,
  },
  // From October: 80 + 3 × 10 = 110; tax 8.91
  {
    what: 'initial, from October',
    type: 'initial',
    items: [item(1, { activationMonth: 10 })],
    net: 110,
    vat: 8.91,
    gross: 118.91,
  },
  // One month each: 2 × (20 + 2.335, rounded 2.34) = 44.68; tax 3.61908, rounded 3.62
  {
    what: 'initial, a rate that is rounded by line',
    type: 'initial',
    items: items(2, { ...national, activationMonth: 12 }),
    net: 44.68,
    vat: 3.62,
    gross: 48.3,
  },
  // 120 + 3 × 15.25 - 20 = 145.75; tax 11.80575, rounded 11.81
  {
    what: 'special items, merged, and a credit',
    type: 'yearly',
    items: items(1),
    specialItems: [
      special(1, 'Label', 15.25),
      special(2, 'Label', 15.25),
      special(1, 'Label', 15.25),
      special(1, 'Credit', -20),
    ],
    net: 145.75,
    vat: 11.81,
    gross: 157.56,
  },
]
