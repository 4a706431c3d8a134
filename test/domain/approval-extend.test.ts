import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ApprovalRow } from '../../shared/model/product.ts'
import { approvalCounts, extendable, type Standard } from '../../shared/rules/approval.ts'
import { type ApprovalContext, approvalRefusal } from '../../shared/rules/approval-refusals.ts'
import { storedDay } from '../../shared/rules/dates.ts'
import { ch, company, idOf } from './product-samples.ts'

const today = '2026-03-10'
const [eu, nat, top] = [idOf('eu'), idOf('nat'), idOf('top')]
const standards: Record<string, Standard> = {
  [eu]: { baseApproval: true, activeInLists: [] },
  [nat]: { baseApproval: false, dependency: eu, activeInLists: [] },
  [top]: { baseApproval: false, dependency: nat, activeInLists: [] },
}
const standardOf = (id: string) => standards[id]
const valid: ApprovalRow = {
  active: true,
  begin: storedDay('2026-01-01'),
  end: storedDay('2026-12-31'),
  hasEverBeenApproved: true,
  approvalInitiatorAccountId: idOf('one'),
  finalApprovalAccountId: idOf('two'),
}
const over = { ...valid, end: storedDay('2026-03-09') }
type Rows = Record<string, ApprovalRow>
const context = (standard: string, rows: Rows, baseRows: Rows = {}): ApprovalContext => ({
  list: ch,
  standard,
  standards: standardOf,
  data: { _approval: rows, _companies: { r1: { company, role: 'distributor' } } },
  baseRows,
  actor: { account: idOf('one'), sub: 'person-1' },
  mayApprove: true,
  today,
})
const refused = (standard: string, rows: Rows, baseRows?: Rows) =>
  approvalRefusal('extend', context(standard, rows, baseRows))?.details

test('an approval counts on while the list takes over from the base list what it depends on, the very next day', () => {
  const rows = { [nat]: valid, [eu]: { ...valid, begin: storedDay('2026-07-01') } }
  const baseRows = { [eu]: { ...valid, end: storedDay('2026-06-30') } }
  const counts = (day: string) => approvalCounts(nat, rows, standardOf, day, baseRows)
  expect(['2025-12-31', today, '2026-06-30', '2026-07-01', '2026-12-31', '2027-01-01'].map(counts)).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ])
})

describe('extending', () => {
  test.each<[string, Rows, Rows]>([
    ['is missing', {}, {}],
    ['is over', {}, { [eu]: over }],
    ['is not active', {}, { [eu]: { ...valid, active: false } }],
    ['is initiated only', {}, { [eu]: { active: true, tmp_begin: valid.begin } }],
  ])('needs the approval that it depends on: it %s', (_, rows, baseRows) => {
    const own = { [nat]: valid, ...rows }
    expect(refused(nat, own, baseRows)).toMatchObject({ key: 'approvalDependency', params: { standard: eu } })
    expect(extendable({ _approval: own }, today, standardOf, baseRows)).toEqual([])
  })
  test('tells the next approval of a chain', () => {
    const rows = { [nat]: over, [top]: valid }
    expect(refused(top, rows, { [eu]: valid })).toMatchObject({
      key: 'approvalDependency',
      params: { standard: nat },
    })
  })
  test('leaves a deactivated approval as it is', () => {
    const off = { [eu]: { ...valid, active: false } }
    expect(refused(eu, off)).toMatchObject({ key: 'approvalInactive' })
    expect(extendable({ _approval: off }, today, standardOf, {})).toEqual([])
  })
  test('leaves one that was never given as it is', () => {
    const never = { [eu]: valid, [nat]: { ...valid, hasEverBeenApproved: false } }
    expect(refused(nat, never)).toMatchObject({ key: 'approvalNotValid' })
  })
  test('is offered, and possible, exactly for what counts and has an end', () => {
    const day = fc
      .integer({ min: -2, max: 2 })
      .map((n) => storedDay(`2026-03-${String(10 + n).padStart(2, '0')}`))
    const row: fc.Arbitrary<ApprovalRow> = fc.record(
      {
        begin: day,
        end: day,
        tmp_begin: day,
        active: fc.boolean(),
        hasEverBeenApproved: fc.boolean(),
        approvalInitiatorAccountId: fc.constant('one'),
        finalApprovalAccountId: fc.constantFrom('one', 'two'),
      },
      { requiredKeys: ['active', 'hasEverBeenApproved', 'begin', 'approvalInitiatorAccountId'] },
    )
    const rows = fc.dictionary(fc.constantFrom(eu, nat, top), row)
    fc.assert(
      fc.property(rows, rows, (own, baseRows) => {
        const possible = Object.keys(own)
          .filter((standard) => refused(standard, own, baseRows) === undefined)
          .sort()
        expect(extendable({ _approval: own }, today, standardOf, baseRows)).toEqual(possible)
        expect(possible).toEqual(
          Object.keys(own)
            .filter((s) => own[s]?.end && approvalCounts(s, own, standardOf, today, baseRows))
            .sort(),
        )
      }),
    )
  })
})
