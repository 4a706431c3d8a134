import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalRow } from '../../shared/model/product.ts'
import { approvalState, isGiven, isValidOn } from '../../shared/rules/approval.ts'
import { storedDay } from '../../shared/rules/dates.ts'
import type { Filter } from '../../shared/search/filter.ts'
import { approvalCases } from '../../web/features/products/model/approval-cases.ts'

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
    finalApprovalAccountId: fc.constantFrom('first', 'second'),
  },
  { requiredKeys: ['active'] },
)
const standards = ['eu', 'ch'] as const
const definition = (standard: string) => ({ baseApproval: standard === 'eu' })
const list = fc.dictionary(fc.constantFrom(...standards), row)

/** Plain reading of a filter on one list of a product. */
function holds(filter: Filter, rows: Record<string, ApprovalRow>, at?: Record<string, unknown>): boolean {
  if ('$and' in filter) return filter.$and.every((f) => holds(f, rows, at))
  if ('$or' in filter) return filter.$or.some((f) => holds(f, rows, at))
  if ('$not' in filter) return !holds(filter.$not, rows, at)
  if ('$nested' in filter)
    return Object.entries(rows).some(([standard, one]) =>
      holds(filter.$nested.match, rows, { standard, ...one, given: isGiven(one, definition(standard)) }),
    )
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
  it('find the same rows as the rules of approvals', () => {
    fc.assert(
      fc.property(list, fc.constantFrom(...standards), (rows, standard) => {
        const cases = approvalCases(today, standard)
        const one = rows[standard]
        const state = approvalState(one, today, definition(standard))
        const isValid = state === 'finallyApproved' && isValidOn(one, today)
        expect(holds(cases.valid, rows)).toBe(one?.active === true && isValid)
        expect(holds(cases.initiated, rows)).toBe(state === 'initiated')
        expect(holds(cases.expired, rows)).toBe(state === 'approvalExpired')
        expect(holds(cases.open, rows)).toBe(state === 'open')
      }),
      { numRuns: 1000 },
    )
  })
  it('without a standard ask for any of them', () => {
    const cases = approvalCases(today)
    const approved = { active: true, begin: storedDay('2026-01-01'), hasEverBeenApproved: true }
    expect(holds(cases.valid, { ch: approved })).toBe(true)
    expect(holds(cases.open, { ch: approved })).toBe(false)
    expect(holds(cases.open, {})).toBe(true)
  })
  it('stay the same filter all day long', () => {
    expect(approvalCases(today)).toEqual(approvalCases(today))
    expect(approvalCases(today)).not.toEqual(approvalCases('2026-06-16'))
  })
})
