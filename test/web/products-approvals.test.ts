import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalRow } from '../../shared/model/product.ts'
import { approvalCounts, type Ruling, standingOf, standingState } from '../../shared/rules/approval.ts'
import { storedDay } from '../../shared/rules/dates.ts'
import type { Filter } from '../../shared/search/filter.ts'
import { noOthers } from '../../shared/search/others.ts'
import { productDocument } from '../../shared/search/product-document.ts'
import { approvalCases } from '../../web/features/products/model/approval-cases.ts'
import { base, ch, listOf, lists, productOf } from '../domain/product-samples.ts'

const today = '2026-06-15'
const day = fc
  .integer({ min: -3, max: 3 })
  .map((n) => storedDay(new Date(Date.UTC(2026, 5, 15 + n)).toISOString()))
const row: fc.Arbitrary<ApprovalRow> = fc.record(
  {
    begin: day,
    end: day,
    tmp_begin: day,
    active: fc.boolean(),
    hasEverBeenApproved: fc.boolean(),
    approvalInitiatorAccountId: fc.constant('first'),
    formerInitiatorAccountId: fc.constantFrom('first', 'second'),
    finalApprovalAccountId: fc.constantFrom('first', 'second'),
  },
  { requiredKeys: ['active'] },
)
const standards = ['eu', 'nat', 'top'] as const
const rulings: Record<string, Ruling> = {
  eu: { baseApproval: true },
  nat: { baseApproval: false, dependency: 'eu' },
  top: { baseApproval: false, dependency: 'nat' },
}
const rulingOf = (standard: string) => rulings[standard]
type Rows = Record<string, ApprovalRow>
const list = fc.dictionary(fc.constantFrom(...standards), row)

/** The rows of approvals of a list as the index has them. */
function indexed(rows: Rows, baseRows: Rows): Record<string, unknown>[] {
  const listData = {
    [base]: { ...listOf(), _approval: baseRows },
    [ch]: { ...listOf(), _approval: rows },
  }
  const product = { ...lists.get(base)!, entityclass: 'product', data: { ...productOf({}), listData } }
  const document = productDocument(product, { others: { ...noOthers, biostandard: rulingOf } })
  const found = document.nested['lists']?.find((one) => one.fields['list'] === ch)
  return (found?.nested['approvals'] ?? []).map(({ fields }) => fields)
}
/** Plain reading of a filter on one list of a product. */
function holds(filter: Filter, rows: Record<string, unknown>[], at?: Record<string, unknown>): boolean {
  if ('$and' in filter) return filter.$and.every((f) => holds(f, rows, at))
  if ('$or' in filter) return filter.$or.some((f) => holds(f, rows, at))
  if ('$not' in filter) return !holds(filter.$not, rows, at)
  if ('$nested' in filter) return rows.some((one) => holds(filter.$nested.match, rows, one))
  const value = at?.[filter.field.replace('lists.approvals.', '')]
  if (value === undefined) return false
  if (filter.comparison === 'exists') return true
  if (filter.comparison === 'eq') return value === filter.value
  // A day is compared as a day, as the index does.
  if (filter.comparison === 'lte') return String(value).slice(0, 10) <= String(filter.value)
  if (filter.comparison === 'lt') return String(value).slice(0, 10) < String(filter.value)
  throw new Error(`unexpected comparison ${filter.comparison}`)
}

describe('approval states in the product list', () => {
  it('find the same rows as the rules of approvals, with all that they depend on', () => {
    fc.assert(
      fc.property(list, list, fc.constantFrom(...standards), (own, baseRows, standard) => {
        const cases = approvalCases(today, standard)
        const rows = indexed(own, baseRows)
        const one = own[standard]
        const state = one ? standingState(one, standingOf(standard, own, rulingOf, baseRows), today) : 'open'
        expect(holds(cases.valid, rows)).toBe(approvalCounts(standard, own, rulingOf, today, baseRows))
        expect(holds(cases.initiated, rows)).toBe(state === 'initiated')
        expect(holds(cases.expired, rows)).toBe(state === 'approvalExpired')
        expect(holds(cases.open, rows)).toBe(state === 'open')
      }),
      { numRuns: 2000 },
    )
  })
  it('know no approval without the one that it depends on, and end with it', () => {
    const given = (end: string, more: Partial<ApprovalRow> = {}): ApprovalRow => ({
      active: true,
      begin: storedDay('2026-01-01'),
      end: storedDay(end),
      hasEverBeenApproved: true,
      approvalInitiatorAccountId: 'first',
      finalApprovalAccountId: 'second',
      ...more,
    })
    const nat = { nat: given('2030-01-01') }
    const cases = approvalCases(today, 'nat')
    const states = (baseRows: Rows) => {
      const rows = indexed(nat, baseRows)
      return Object.entries(cases).flatMap(([name, filter]) => (holds(filter, rows) ? name : []))
    }
    expect(states({})).toEqual(['open'])
    expect(states({ eu: given('2027-01-01', { active: false }) })).toEqual(['open'])
    expect(states({ eu: given('2027-01-01') })).toEqual(['valid'])
    expect(states({ eu: given('2026-06-14') })).toEqual(['expired'])
    expect(indexed(nat, { eu: given('2027-01-01') })[0]?.['end']).toBe(storedDay('2027-01-01'))
    // It begins later, never at the same time, or again after a gap that has begun.
    expect(states({ eu: given('2027-01-01', { begin: storedDay('2026-06-16') }) })).toEqual(['open'])
    expect(states({ eu: given('2040-01-01', { begin: storedDay('2039-01-01') }) })).toEqual(['open'])
    const own = { ...nat, eu: given('2027-01-01', { begin: storedDay('2026-06-16') }) }
    const around = indexed(own, { eu: given('2026-06-14') })
    const of = (name: keyof typeof cases, day: string) => holds(approvalCases(day, 'nat')[name], around)
    expect(Object.keys(cases).filter((name) => of(name as keyof typeof cases, today))).toEqual(['open'])
    expect([of('valid', '2026-06-14'), of('valid', '2026-06-16'), of('expired', '2027-01-02')]).toEqual([
      true,
      true,
      true,
    ])
  })
  it('without a standard ask for any of them', () => {
    const cases = approvalCases(today)
    const eu = {
      active: true,
      begin: storedDay('2026-01-01'),
      hasEverBeenApproved: true,
      approvalInitiatorAccountId: 'first',
      finalApprovalAccountId: 'second',
    }
    expect(holds(cases.valid, indexed({ eu }, {}))).toBe(true)
    expect(holds(cases.open, indexed({ eu }, {}))).toBe(false)
    expect(holds(cases.open, indexed({}, {}))).toBe(true)
  })
  it('stay the same filter all day long', () => {
    expect(approvalCases(today)).toEqual(approvalCases(today))
    expect(approvalCases(today)).not.toEqual(approvalCases('2026-06-16'))
  })
})
