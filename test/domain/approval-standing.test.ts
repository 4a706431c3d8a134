import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ApprovalRow, ProductData } from '../../shared/model/product.ts'
import {
  approvalCounts,
  isGiven,
  isValidOn,
  type Ruling,
  standingOf,
  standingState,
  standsOn,
} from '../../shared/rules/approval.ts'
import { compareDays, dayOf, storedDay } from '../../shared/rules/dates.ts'
import { type PublicApproval, redactProduct } from '../../shared/rules/redact-product.ts'
import { approvalEndings, timelineEvents } from '../../shared/rules/timeline.ts'
import { noOthers } from '../../shared/search/others.ts'
import { productDocument } from '../../shared/search/product-document.ts'
import { base, ch, lists, productOf, viewers } from './product-samples.ts'

type Rows = Record<string, ApprovalRow>
const today = '2026-06-15'
/** So many days after today. */
const dayAt = (n: number) => new Date(Date.UTC(2026, 5, 15 + n)).toISOString().slice(0, 10)
const standards = ['eu', 'nat', 'top'] as const
const rulings: Record<string, Ruling> = {
  eu: { baseApproval: true },
  nat: { baseApproval: false, dependency: 'eu' },
  top: { baseApproval: false, dependency: 'nat' },
}
const rulingOf = (id: string) => rulings[id]
const reference = new Map(Object.entries(rulings).map(([id, data]) => [id, { data }]))
const rules = { standards: reference, today }

/** Given from one day to another. */
const given = (from: number, to?: number, more: Partial<ApprovalRow> = {}): ApprovalRow => ({
  active: true,
  begin: storedDay(dayAt(from)),
  ...(to !== undefined && { end: storedDay(dayAt(to)) }),
  hasEverBeenApproved: true,
  approvalInitiatorAccountId: 'one',
  finalApprovalAccountId: 'two',
  ...more,
})
const product = (own: Rows, baseRows: Rows): ProductData => {
  const data = productOf({ [base]: {}, [ch]: {} })
  data.listData[base]!._approval = baseRows
  data.listData[ch]!._approval = own
  return data
}
const periods = (standard: string, own: Rows, baseRows: Rows = {}) =>
  standingOf(standard, own, rulingOf, baseRows).map(({ begin, end }) => [dayOf(begin), end && dayOf(end)])
const seenByCompany = (own: Rows, baseRows: Rows): Record<string, PublicApproval> => {
  const data = product(own, baseRows)
  const c = { lists, fields: new Map(), standards: reference }
  const actor = { ...viewers.P, companyLink: 'c' }
  data.listData[base]!._companies = { r: { company: 'c', role: 'distributor' } }
  return redactProduct(data, {}, actor, c, { current: data, parents: () => undefined })!.data.listData[ch]!
    ._approval
}
const indexed = (own: Rows, baseRows: Rows) => {
  const entity = { ...lists.get(base)!, entityclass: 'product', data: product(own, baseRows) }
  const document = productDocument(entity, { others: { ...noOthers, biostandard: rulingOf } })
  const list = document.nested['lists']!.find((one) => one.fields['list'] === ch)
  return list!.nested['approvals']!.map(({ fields }) => fields)
}

/** The rule read plainly for one day: file 1 §4. */
function stands(standard: string, own: Rows, baseRows: Rows, day: string): boolean {
  const row = own[standard]
  if (!row || !isGiven(row, rulings[standard]) || !isValidOn(row, day)) return false
  const below = rulings[standard]?.dependency
  return (
    below === undefined ||
    [own, baseRows].some((rows) => rows[below]?.active === true && stands(below, rows, baseRows, day))
  )
}
/** More days than any of the rows has. */
const span = Array.from({ length: 25 }, (_, i) => dayAt(i - 12))

const day = fc.integer({ min: -8, max: 8 })
const row: fc.Arbitrary<ApprovalRow> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(day, fc.option(day, { nil: undefined })).map(([a, b]) => given(a, b)) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        begin: day.map((n) => storedDay(dayAt(n))),
        end: day.map((n) => storedDay(dayAt(n))),
        tmp_begin: day.map((n) => storedDay(dayAt(n))),
        active: fc.boolean(),
        hasEverBeenApproved: fc.boolean(),
        approvalInitiatorAccountId: fc.constant('one'),
        formerInitiatorAccountId: fc.constantFrom('one', 'two'),
        finalApprovalAccountId: fc.constantFrom('one', 'two'),
      },
      { requiredKeys: ['active'] },
    ),
  },
)
const rowsOf = fc.dictionary(fc.constantFrom(...standards), row)

describe('when an approval stands', () => {
  test('is what the rule says of each day, for the rule and for all that shows it', () => {
    fc.assert(
      fc.property(rowsOf, rowsOf, fc.constantFrom(...standards), (own, baseRows, standard) => {
        const standing = standingOf(standard, own, rulingOf, baseRows)
        const on = span.map((at) => stands(standard, own, baseRows, at))
        expect(span.map((at) => standsOn(standing, at))).toEqual(on)
        // Earliest first, and days between them.
        for (const [i, period] of standing.entries()) {
          if (period.end !== undefined) expect(compareDays(period.begin, period.end)).toBeLessThanOrEqual(0)
          const next = standing[i + 1]
          if (next) expect(standsOn(standing, dayAfter(period.end!))).toBe(false)
        }
        const one = own[standard]
        if (!one) return
        expect(span.map((at) => approvalCounts(standard, own, rulingOf, at, baseRows))).toEqual(
          on.map((is) => is && one.active),
        )
        // The state tells of today, and of what is over for good.
        const [before, after] = [on.slice(0, 12), on.slice(13)]
        expect(standingState(one, standing, today)).toBe(
          !one.active
            ? 'open'
            : one.tmp_begin !== undefined
              ? 'initiated'
              : on[12]
                ? 'finallyApproved'
                : before.includes(true) && !after.includes(true)
                  ? 'approvalExpired'
                  : 'open',
        )
        // Company users see it on these days alone.
        const seen = seenByCompany(own, baseRows)[standard]
        expect(seen !== undefined).toBe(on.includes(true))
        const told = seen && (seen.periods ?? [seen])
        expect(span.map((at) => told?.some((period) => isValidOn(period, at)) ?? false)).toEqual(on)
        expect(seen?.periods && (seen.begin ?? seen.end)).toBeUndefined()
        // So does the index.
        const found = indexed(own, baseRows).filter((fields) => fields['standard'] === standard)
        expect(
          span.map((at) =>
            found.some(
              ({ given: is, begin, end }) => is === true && isValidOn({ begin, end } as ApprovalRow, at),
            ),
          ),
        ).toEqual(on)
        expect(found.filter(({ again }) => again !== true)).toHaveLength(1)
        expect(found.filter(({ summary }) => summary !== undefined)).toHaveLength(1)
        // The timeline tells the last day of each period that is over.
        const ends = span.slice(0, 12).filter((_, i) => one.active && on[i] && !on[i + 1])
        expect(
          approvalEndings(product(own, baseRows), rules)
            .filter(({ event }) => event.list === ch && event.standard === standard)
            .map(({ lastDay }) => lastDay),
        ).toEqual(ends)
      }),
      { numRuns: 1000 },
    )
  })
  const nat = given(-100, 100)
  test('begins where what it depends on begins later', () => {
    const rows = { nat, eu: given(9, 50) }
    expect(periods('nat', rows)).toEqual([[dayAt(9), dayAt(50)]])
    expect(standingState(nat, standingOf('nat', rows, rulingOf), today)).toBe('open')
    expect(seenByCompany(rows, {})['nat']).toEqual({
      active: true,
      begin: storedDay(dayAt(9)),
      end: storedDay(dayAt(50)),
    })
  })
  test('has a gap where the list takes over from the base list later', () => {
    const [rows, baseRows] = [{ nat, eu: given(3, 200) }, { eu: given(-50, -3) }]
    expect(periods('nat', rows, baseRows)).toEqual([
      [dayAt(-50), dayAt(-3)],
      [dayAt(3), dayAt(100)],
    ])
    const stored = standingOf('nat', rows, rulingOf, baseRows)
    expect(seenByCompany(rows, baseRows)['nat']).toEqual({ active: true, periods: stored })
    // Before the gap it counted, whichever of the two comes first.
    expect(approvalCounts('nat', rows, rulingOf, dayAt(-3), baseRows)).toBe(true)
    expect(periods('nat', { nat, ...baseRows }, rows)).toEqual(periods('nat', rows, baseRows))
    // The gap goes all the way up.
    const top = given(-10)
    expect(periods('top', { ...rows, top }, baseRows)).toEqual([
      [dayAt(-10), dayAt(-3)],
      [dayAt(3), dayAt(100)],
    ])
  })
  test('is never, where what it depends on is over before it begins, or dates are the wrong way round', () => {
    for (const rows of [
      { nat: given(5, 9), eu: given(-9, -5) },
      { nat: given(9, 5), eu: given(-9) },
    ]) {
      expect(periods('nat', rows)).toEqual([])
      expect(standingState(rows.nat, [], today)).toBe('open')
      expect(seenByCompany(rows, {})['nat']).toBeUndefined()
      expect(indexed(rows, {})[0]).toMatchObject({ standard: 'nat', given: false })
    }
  })
})
const dayAfter = (day: string) => new Date(Date.parse(storedDay(day)) + 86_400_000).toISOString().slice(0, 10)

describe('the timeline', () => {
  const told = (before: [Rows, Rows], after: [Rows, Rows]) =>
    timelineEvents(product(...before), product(...after), { approvals: rules }).map(
      ({ kind, list, standard, lastDay }) =>
        [kind, list === ch ? 'ch' : 'base', standard, ...(lastDay === undefined ? [] : [lastDay])].join(' '),
    )
  test('tells what ended with the approval that it depends on', () => {
    const own = { nat: given(-9, 9) }
    expect(told([own, { eu: given(-9) }], [own, { eu: given(-9, undefined, { active: false }) }])).toEqual([
      'approvalEnded base eu',
      'approvalEnded ch nat',
    ])
    // Dates that tell it by themselves are enough.
    expect(told([own, { eu: given(-9) }], [own, { eu: given(-9, -1) }])).toEqual(['approvalChanged base eu'])
    expect(
      approvalEndings(product(own, { eu: given(-9, -1) }), rules).map(({ event }) => event.standard),
    ).toEqual(['eu', 'nat'])
  })
  test('keeps the end that the new state does not tell, also of what depends on it', () => {
    const own = { nat: given(-9, 9) }
    const again = given(0, 50, { finalApprovalDate: storedDay(today) })
    expect(told([own, { eu: given(-9, -2) }], [own, { eu: again }])).toEqual([
      `approvalConfirmed base eu ${dayAt(-2)}`,
      `approvalChanged ch nat ${dayAt(-2)}`,
    ])
  })
  test('tells nothing of others where an approval changes that they stand by as before', () => {
    const own = { nat: given(-9, 9) }
    expect(told([own, { eu: given(-9, 20) }], [own, { eu: given(-9, 90) }])).toEqual([
      'approvalExtended base eu',
    ])
    expect(told([own, { eu: given(-9, 20) }], [own, { eu: given(-9, 20, { comment: 'x' }) }])).toEqual([
      'approvalChanged base eu',
    ])
  })
})
