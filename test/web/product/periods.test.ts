/** What the picture of the history shows. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixedIds } from '../../../shared/constants.ts'
import {
  marksBetween,
  type PeriodState,
  periodKinds,
  periodRows,
} from '../../../web/features/product/model/periods.ts'

const { base } = fixedIds.list
const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`
type Step = Parameters<typeof periodRows>[0][number]
const step = (n: number, kind: Step['kind'], list?: string, standard?: string): Step => ({
  kind,
  at: day(n),
  ...(list && { list }),
  ...(standard && { standard }),
})
const now = (states: Record<string, PeriodState>) => (list: string, standard?: string) =>
  states[standard === undefined ? list : `${list} ${standard}`]

describe('periods', () => {
  it('of lists and approvals begin and end as it happened, the approvals below their list', () => {
    const events = [
      step(1, 'created'),
      step(2, 'listAdded', 'ch'),
      step(3, 'activated', base),
      step(4, 'approvalInitiated', base, 's1'),
      step(5, 'approvalConfirmed', base, 's1'),
      step(6, 'approvalInitiated', base, 's1'),
      step(7, 'approvalEnded', base, 's1'),
      step(8, 'archived', 'ch'),
    ].toReversed()
    expect(
      periodRows(events, { lists: [base, 'ch'], start: day(1), now: now({ [base]: 'active' }) }),
    ).toEqual([
      {
        list: base,
        periods: [
          { state: 'listed', from: day(1), to: day(3) },
          { state: 'active', from: day(3) },
        ],
      },
      {
        list: base,
        standard: 's1',
        periods: [
          { state: 'initiated', from: day(4), to: day(5) },
          // Initiated again, it stood all the same.
          { state: 'approved', from: day(5), to: day(7) },
        ],
      },
      { list: 'ch', periods: [{ state: 'listed', from: day(2), to: day(8) }] },
    ])
  })

  it('end at what stands now, where much has changed at once', () => {
    const rows = periodRows([step(9, 'approvalConfirmed', base, 's1'), step(1, 'created')], {
      lists: [base, 'fr'],
      start: day(1),
      now: now({ [base]: 'active', fr: 'listed' }),
    })
    expect(rows).toEqual([
      {
        list: base,
        periods: [
          { state: 'listed', from: day(1), to: day(9) },
          { state: 'active', from: day(9) },
        ],
      },
      { list: 'fr', periods: [{ state: 'listed', from: day(1) }] },
    ])
  })

  it('of one thing never overlap, are never empty, and only the last may be open, whatever happened', () => {
    const kinds = fc.constantFrom(...periodKinds)
    const steps = fc.array(
      fc.record({
        kind: kinds,
        list: fc.constantFrom(base, 'ch', undefined),
        standard: fc.constantFrom('s1', 's2', undefined),
        n: fc.integer({ min: 1, max: 28 }),
      }),
    )
    const states = fc.constantFrom<PeriodState | undefined>(
      'listed',
      'active',
      'initiated',
      'approved',
      undefined,
    )
    fc.assert(
      fc.property(steps, states, (happened, state) => {
        const events = happened
          .sort((a, b) => b.n - a.n)
          .map(({ kind, list, standard, n }) => step(n, kind, list, standard))
        for (const { periods } of periodRows(events, { lists: [base], start: day(1), now: () => state })) {
          expect(periods.length).toBeGreaterThan(0)
          for (const [i, { from, to }] of periods.entries()) {
            if (to === undefined) expect(i).toBe(periods.length - 1)
            else expect(from < to).toBe(true)
            expect(i === 0 || periods[i - 1]!.to! <= from).toBe(true)
          }
          expect(periods.at(-1)!.to === undefined ? periods.at(-1)!.state : undefined).toBe(state)
        }
      }),
    )
  })
})

it.each([
  ['2020-03-01', '2026-05-01', [2021, 2022, 2023, 2024, 2025, 2026].map((y) => `${y}-01-01`)],
  [
    '1990-03-01',
    '2026-05-01',
    ['1991-01-01', '1997-01-01', '2003-01-01', '2009-01-01', '2015-01-01', '2021-01-01'],
  ],
  ['2026-01-15', '2026-04-02', ['2026-02-01', '2026-03-01', '2026-04-01']],
  ['2026-01-15', '2026-01-20', []],
])('marks of time from %s to %s', (from, to, expected) => {
  const marks = marksBetween(Date.parse(from), Date.parse(to)).map(({ at }) =>
    new Date(at).toISOString().slice(0, 10),
  )
  expect(marks).toEqual(expected)
})
