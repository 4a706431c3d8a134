import { describe, expect, test } from 'vitest'
import type { ApprovalRow } from '../../shared/model/product.ts'
import { approvalState, isGiven } from '../../shared/rules/approval.ts'
import { type ApprovalRequest, applyApproval } from '../../shared/rules/approval-actions.ts'
import type { ApprovalAction } from '../../shared/rules/approval-refusals.ts'
import { storedDay } from '../../shared/rules/dates.ts'
import { isRefusal } from '../../shared/rules/refusal.ts'
import { timelineEvents } from '../../shared/rules/timeline.ts'
import { base, company, idOf, productOf } from './product-samples.ts'

const now = '2026-03-10T09:00:00.000Z'
const eu = idOf('eu')
const standard = { baseApproval: true, activeInLists: [] }
const one = { account: idOf('one'), sub: 'person-1' }
const two = { account: idOf('two'), sub: 'person-2' }
const three = { account: idOf('three'), sub: 'person-3' }
const expired: ApprovalRow = {
  active: true,
  begin: storedDay('2025-01-01'),
  end: storedDay('2026-02-01'),
  hasEverBeenApproved: true,
  approvalInitiatorAccountId: one.account,
  approvalInitiatorSub: one.sub,
  approvalInitiationDate: storedDay('2025-01-01'),
  finalApprovalAccountId: two.account,
  finalApprovalDate: storedDay('2025-01-01'),
}
function act(action: ApprovalAction, row: ApprovalRow, actor: typeof one, request: ApprovalRequest = {}) {
  const outcome = applyApproval(
    action,
    {
      list: base,
      standard: eu,
      standards: () => standard,
      data: { _approval: { [eu]: row }, _companies: { r1: { company, role: 'distributor' } } },
      baseRows: {},
      actor,
      mayApprove: true,
      today: now.slice(0, 10),
      now,
      restriction: () => undefined,
    },
    request,
  )
  if (isRefusal(outcome)) throw new Error(String(outcome.details.key))
  return outcome
}
const dataOf = (row: ApprovalRow) => productOf({ [base]: { _approval: { [eu]: row } } })
const told = (before: ApprovalRow, after: ApprovalRow) =>
  timelineEvents(dataOf(before), dataOf(after), {
    approvals: { standards: new Map([[eu, { data: standard }]]), today: now.slice(0, 10) },
  })

describe('the renewal of a base approval that ran out', () => {
  test('leaves what was given as it was, while it is initiated and moved', () => {
    const initiated = act('initiate', expired, three)
    const moved = act('setdates', initiated, two, { end: storedDay('2026-12-31') })
    for (const row of [initiated, moved]) {
      expect(approvalState(row, now, standard)).toBe('initiated')
      expect(isGiven(row, standard)).toBe(true)
      expect(row).toMatchObject({ begin: expired.begin, end: expired.end })
    }
    expect(initiated.approvalInitiatorAccountId).toBe(three.account)
    expect(moved.approvalInitiatorAccountId).toBe(two.account)
  })
  test('is withdrawn without a trace in the old approval, and nothing ends by it', () => {
    const initiated = act('initiate', expired, three)
    const moved = act('setdates', initiated, two, { end: storedDay('2026-12-31') })
    for (const row of [initiated, moved]) {
      const withdrawn = act('removedates', row, one)
      expect(withdrawn).toEqual({ ...expired, updatedBy: one.account })
      expect(told(row, withdrawn)).toEqual([{ kind: 'approvalChanged', list: base, standard: eu }])
    }
  })
  test('tells the end of the old one once, also when its dates go or it is deactivated later', () => {
    const changed = { kind: 'approvalChanged', list: base, standard: eu, lastDay: '2026-02-01' }
    expect(told(expired, act('removedates', expired, one))).toEqual([changed])
    expect(told(expired, act('deactivate', expired, one))).toEqual([changed])
    expect(told(expired, act('reset', expired, one))).toEqual([changed])
    const ended = { kind: 'approvalEnded', list: base, standard: eu }
    const valid = { ...expired, end: storedDay('2026-03-10') }
    for (const action of ['removedates', 'deactivate', 'reset'] as const)
      expect(told(valid, act(action, valid, one))).toEqual([ended])
    // What has not begun does not end.
    const later = { ...valid, begin: storedDay('2026-03-11'), end: storedDay('2027-03-10') }
    expect(told(later, act('removedates', later, one))).toEqual([{ ...ended, kind: 'approvalChanged' }])
  })
  test('is confirmed by another person than its own initiator, whoever gave the old one', () => {
    const initiated = act('initiate', expired, three)
    expect(() => act('confirm', initiated, three)).toThrow('approvalFourEyes')
    const final = act('confirm', initiated, one)
    expect(final).toMatchObject({
      begin: storedDay('2026-03-10'),
      approvalInitiatorAccountId: three.account,
      finalApprovalAccountId: one.account,
    })
    expect(Object.keys(final).filter((key) => key.startsWith('former'))).toEqual([])
    expect(isGiven(final, standard)).toBe(true)
  })
  test('keeps nothing of an approval that did not have its two people', () => {
    const alone = { ...expired, finalApprovalAccountId: one.account }
    const initiated = act('initiate', alone, three)
    expect(isGiven(initiated, standard)).toBe(false)
    expect(isGiven(act('removedates', initiated, two), standard)).toBe(false)
  })
})
