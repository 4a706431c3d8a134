import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { type ApprovalRow, approvalRow, productData } from '../../shared/model/product.ts'
import {
  approvalCounts,
  approvalState,
  extendable,
  isOfferedIn,
  isValidOn,
  missingDependency,
  type Standard,
} from '../../shared/rules/approval.ts'
import { type ApprovalRequest, applyApproval } from '../../shared/rules/approval-actions.ts'
import {
  type ApprovalAction,
  type ApprovalContext,
  type ApprovalRefusalKey,
  approvalRefusal,
  approvalSentences,
} from '../../shared/rules/approval-refusals.ts'
import { isRefusal } from '../../shared/rules/refusal.ts'
import { base, ch, company, idOf, productOf } from './product-samples.ts'

const now = '2026-03-10T09:00:00.000Z'
const day = (d: string) => `${d}T04:00:00.000Z`
const eu = idOf('eu')
const nat = idOf('nat')
const top = idOf('top')
const standards: Record<string, Standard> = {
  [eu]: { baseApproval: true, activeInLists: [] },
  [nat]: { baseApproval: false, dependency: eu, activeInLists: [] },
  [top]: { baseApproval: false, dependency: nat, activeInLists: [] },
}
const standardOf = (id: string) => standards[id]

const initiator = { account: idOf('one'), sub: 'person-1' }
const second = { account: idOf('two'), sub: 'person-2' }
const people = { approvalInitiatorAccountId: initiator.account, finalApprovalAccountId: second.account }
const valid: ApprovalRow = {
  active: true,
  begin: day('2026-01-01'),
  end: day('2026-12-31'),
  hasEverBeenApproved: true,
  ...people,
}
const initiated: ApprovalRow = {
  active: true,
  tmp_begin: day('2026-03-10'),
  tmp_end: day('2027-03-10'),
  approvalInitiatorAccountId: initiator.account,
  approvalInitiatorSub: initiator.sub,
  approvalInitiationDate: now,
}
const distributor = { r1: { company, role: 'distributor' as const } }
const manufacturer = { r1: { company, role: 'manufacturer' as const } }

const context = (
  more: Partial<ApprovalContext> & { rows?: Record<string, ApprovalRow> } = {},
): ApprovalContext => {
  const { rows, ...rest } = more
  return {
    list: base,
    standard: eu,
    standards: standardOf,
    data: { _approval: rows ?? {}, _companies: distributor },
    baseRows: {},
    actor: initiator,
    mayApprove: true,
    today: now.slice(0, 10),
    ...rest,
  }
}
const row = (action: ApprovalAction, c: ApprovalContext, request?: ApprovalRequest): ApprovalRow => {
  const outcome = applyApproval(action, { ...c, now, restriction: () => undefined }, request)
  if (isRefusal(outcome)) throw new Error(`refused: ${outcome.message}`)
  return outcome
}
const refusedAs = (action: ApprovalAction, c: ApprovalContext, request?: ApprovalRequest) => {
  const outcome = applyApproval(action, { ...c, now, restriction: () => undefined }, request)
  return isRefusal(outcome) ? outcome.details.key : undefined
}

describe('states', () => {
  test.each<[string, ApprovalRow | undefined]>([
    ['open', undefined],
    ['open', { active: true }],
    ['open', { active: true, hasEverBeenApproved: true }],
    ['initiated', initiated],
    ['initiated', { ...valid, end: day('2026-01-31'), tmp_begin: day('2026-03-10') }],
    ['finallyApproved', valid],
    ['finallyApproved', { ...valid, end: undefined }],
    ['finallyApproved', { ...valid, end: day('2026-03-10') }],
    ['approvalExpired', { ...valid, end: day('2026-03-09') }],
  ])('%s', (state, of) => {
    expect(approvalState(of, now, standards[eu])).toBe(state)
  })

  test('begin and end are whole days: valid from the first to the last of them', () => {
    const dates = { begin: day('2026-03-10'), end: day('2026-03-12') }
    const at = (instant: string) => isValidOn(dates, instant)
    expect(at('2026-03-09T23:59:59.000Z')).toBe(false)
    expect(at('2026-03-10T00:00:00.000Z')).toBe(true)
    expect(at('2026-03-12T23:59:59.000Z')).toBe(true)
    expect(at('2026-03-13T00:00:00.000Z')).toBe(false)
    expect(isValidOn({ end: day('2027-01-01') }, now)).toBe(false)
  })
})

describe('counting', () => {
  const counts = (standard: string, rows: Record<string, ApprovalRow>, baseRows = {}) =>
    approvalCounts(standard, rows, standardOf, now, baseRows)

  test('needs the row active, in range, and every standard below it', () => {
    expect(counts(top, { [eu]: valid, [nat]: valid, [top]: valid })).toBe(true)
    expect(counts(top, { [nat]: valid, [top]: valid })).toBe(false)
    expect(counts(top, { [eu]: { ...valid, active: false }, [nat]: valid, [top]: valid })).toBe(false)
    expect(counts(top, { [eu]: { ...valid, end: day('2026-02-01') }, [nat]: valid, [top]: valid })).toBe(
      false,
    )
    expect(counts(eu, { [eu]: { ...valid, active: false } })).toBe(false)
  })
  test('a standard may depend on an approval of the base list', () => {
    expect(counts(nat, { [nat]: valid }, { [eu]: valid })).toBe(true)
    expect(counts(top, { [top]: valid }, { [eu]: valid, [nat]: valid })).toBe(true)
    expect(counts(nat, { [nat]: valid }, { [eu]: { ...valid, active: false } })).toBe(false)
  })
  test('standards that depend on each other never count, and end', () => {
    const circle: Record<string, Standard> = {
      a: { baseApproval: false, dependency: 'b', activeInLists: [] },
      b: { baseApproval: false, dependency: 'a', activeInLists: [] },
    }
    expect(approvalCounts('a', { a: valid, b: valid }, (id) => circle[id], now)).toBe(false)
  })
  test('tells the standard that is missing', () => {
    expect(missingDependency(nat, {}, standardOf, now)).toBe(eu)
    expect(missingDependency(nat, { [eu]: valid }, standardOf, now)).toBeUndefined()
    expect(missingDependency(eu, {}, standardOf, now)).toBeUndefined()
  })
  test('a list offers what it or the standard names; where nobody names anything, all', () => {
    expect(isOfferedIn(ch, eu, { activeInLists: [] }, undefined)).toBe(true)
    expect(isOfferedIn(ch, eu, { activeInLists: [ch] }, { biostandards: [nat], baseStandards: [] })).toBe(
      true,
    )
    expect(isOfferedIn(ch, eu, { activeInLists: [] }, { biostandards: [], baseStandards: [eu] })).toBe(true)
    expect(isOfferedIn(ch, eu, { activeInLists: [] }, { biostandards: [nat], baseStandards: [] })).toBe(false)
    expect(isOfferedIn(ch, eu, { activeInLists: [base] }, undefined)).toBe(false)
  })
})

describe('two pairs of eyes', () => {
  test('initiate, then another person confirms what was initiated', () => {
    const first = row('initiate', context())
    expect(first).toEqual({
      active: true,
      tmp_begin: day('2026-03-10'),
      tmp_end: day('2027-03-10'),
      approvalInitiatorAccountId: initiator.account,
      approvalInitiatorSub: initiator.sub,
      approvalInitiationDate: now,
      updatedBy: initiator.account,
    })
    expect(approvalCounts(eu, { [eu]: first }, standardOf, now)).toBe(false)
    const final = row('confirm', context({ rows: { [eu]: first }, actor: second }), {
      end: day('2040-01-01'),
    })
    expect(final).toMatchObject({
      begin: day('2026-03-10'),
      end: day('2027-03-10'),
      hasEverBeenApproved: true,
      finalApprovalAccountId: second.account,
      finalApprovalDate: now,
      updatedBy: second.account,
    })
    expect(final).not.toHaveProperty('tmp_begin')
    expect(approvalState(final, now, standards[eu])).toBe('finallyApproved')
  })

  test.each([
    ['the same account', initiator],
    ['another account of the same person', { account: idOf('three'), sub: initiator.sub }],
    ['the same account under another sign-in', { account: initiator.account, sub: 'person-9' }],
  ])('%s cannot confirm', (_, actor) => {
    expect(refusedAs('confirm', context({ rows: { [eu]: initiated }, actor }))).toBe('approvalFourEyes')
  })
  test('an initiation without a person cannot be confirmed by anybody', () => {
    const { approvalInitiatorAccountId: _, ...nobody } = initiated
    expect(refusedAs('confirm', context({ rows: { [eu]: nobody }, actor: second }))).toBe('approvalFourEyes')
  })
  test('who moves the initiated dates becomes the initiator', () => {
    const moved = row('setdates', context({ rows: { [eu]: initiated }, actor: second }), {
      end: day('2026-06-01'),
    })
    expect(moved).toMatchObject({ tmp_end: day('2026-06-01'), approvalInitiatorAccountId: second.account })
    expect(refusedAs('confirm', context({ rows: { [eu]: moved }, actor: second }))).toBe('approvalFourEyes')
    expect(row('confirm', context({ rows: { [eu]: moved }, actor: initiator })).end).toBe(day('2026-06-01'))
  })
  test.each<ApprovalAction>(['setdates', 'grantyear', 'confirm'])('%s is no way around', (action) => {
    const request = { begin: day('2026-03-10') }
    for (const rows of [
      {},
      { [eu]: { ...valid, end: day('2026-02-01') } },
      { [eu]: row('reset', context({ rows: { [eu]: valid } })) },
    ])
      expect(refusedAs(action, context({ rows, actor: second }), request)).toBe('approvalNotInitiated')
    expect(refusedAs('grantyear', context({ rows: { [eu]: initiated }, actor: second }))).toBe(
      'approvalNotInitiated',
    )
  })
  test('an expired approval is initiated again', () => {
    const expired = { ...valid, end: day('2026-02-01') }
    const again = row('initiate', context({ rows: { [eu]: expired } }))
    expect(approvalState(again, now, standards[eu])).toBe('initiated')
    expect(isValidOn(again, now)).toBe(false)
  })
})

describe('a base approval that has not had its two people', () => {
  const { approvalInitiatorAccountId: _first, finalApprovalAccountId: _second, ...dates } = valid
  const alone: [string, ApprovalRow][] = [
    ['nobody', dates],
    ['an import of before', { ...dates, finalApprovalAccountId: second.account }],
    ['no confirmation', { ...dates, approvalInitiatorAccountId: initiator.account }],
    ['the same person', { ...valid, finalApprovalAccountId: initiator.account }],
  ]
  test.each(alone)('%s: is open, counts for nothing, and is not extended', (_, own) => {
    expect(approvalState(own, now, standards[eu])).toBe('open')
    expect(approvalCounts(eu, { [eu]: own }, standardOf, now)).toBe(false)
    expect(approvalCounts(nat, { [nat]: valid }, standardOf, now, { [eu]: own })).toBe(false)
    expect(missingDependency(nat, { [eu]: own }, standardOf, now)).toBe(eu)
    expect(extendable({ _approval: { [eu]: own } }, now, standardOf, {})).toEqual([])
    const c = context({ rows: { [eu]: own }, actor: second })
    expect(refusedAs('extend', c)).toBe('approvalNotValid')
    for (const action of ['confirm', 'setdates', 'grantyear'] as const)
      expect(refusedAs(action, c)).toBe('approvalNotInitiated')
  })
  test.each(alone)('%s: two people give it anew', (_, own) => {
    const first = row('initiate', context({ rows: { [eu]: own } }))
    // Its new initiator and who once confirmed it are not two people who gave it.
    expect(approvalCounts(eu, { [eu]: first }, standardOf, now)).toBe(false)
    expect(extendable({ _approval: { [eu]: first } }, now, standardOf, {})).toEqual([])
    const final = row('confirm', context({ rows: { [eu]: first }, actor: second }))
    expect(approvalCounts(eu, { [eu]: final }, standardOf, now)).toBe(true)
  })
  test('a standard that one person approves needs no second one', () => {
    expect(approvalState(dates, now, standards[nat])).toBe('finallyApproved')
  })
  test('moving the dates of one that has them keeps them, also by who initiated it', () => {
    const moved = row('grantyear', context({ rows: { [eu]: valid }, actor: initiator }))
    expect(moved).toMatchObject({ ...people, end: day('2027-03-10') })
    expect(approvalCounts(eu, { [eu]: moved }, standardOf, now)).toBe(true)
  })
  test('an approval under a deleted standard counts for nothing', () => {
    expect(approvalCounts(nat, { [nat]: valid }, () => undefined, now)).toBe(false)
  })
})

describe('refusals, each with the sentence of the catalogue', () => {
  const cases: [string, ApprovalRefusalKey, ApprovalAction, ApprovalContext, ApprovalRequest?][] = [
    ['without the right', 'approvalRight', 'annotate', context({ mayApprove: false })],
    ['an unknown standard', 'approvalStandard', 'initiate', context({ standard: idOf('none') })],
    [
      'a standard that the list does not offer',
      'approvalStandard',
      'initiate',
      context({ definition: { biostandards: [nat], baseStandards: [] } }),
    ],
    ['initiate what is no base approval', 'approvalNotBase', 'initiate', context({ standard: nat })],
    ['initiate twice', 'approvalInitiated', 'initiate', context({ rows: { [eu]: initiated } })],
    ['initiate what is final', 'approvalFinal', 'initiate', context({ rows: { [eu]: valid } })],
    [
      'initiate an inactive row',
      'approvalInactive',
      'initiate',
      context({ rows: { [eu]: { active: false } } }),
    ],
    ['confirm what is not initiated', 'approvalNotInitiated', 'confirm', context({ actor: second })],
    ['confirm what is final', 'approvalFinal', 'confirm', context({ rows: { [eu]: valid }, actor: second })],
    [
      'confirm an inactive row',
      'approvalInactive',
      'confirm',
      context({ rows: { [eu]: { ...initiated, active: false } }, actor: second }),
    ],
    [
      'without the approval that it depends on',
      'approvalDependency',
      'confirm',
      context({ standard: nat, rows: { [nat]: { active: true } } }),
    ],
    ['confirm a standard without a row', 'approvalInactive', 'confirm', context({ standard: nat })],
    ['a year without the dependency', 'approvalDependency', 'grantyear', context({ standard: nat })],
    [
      'dates without the dependency',
      'approvalDependency',
      'setdates',
      context({ standard: nat }),
      { begin: now },
    ],
    [
      'a national list without distributor',
      'approvalDistributor',
      'initiate',
      context({ list: ch, data: { _approval: {}, _companies: manufacturer } }),
    ],
    [
      'the base list without either company',
      'approvalCompany',
      'initiate',
      context({ data: { _approval: {}, _companies: {} } }),
    ],
    [
      'an end before its begin',
      'approvalEnd',
      'initiate',
      context(),
      { begin: day('2026-05-02'), end: day('2026-05-01') },
    ],
    [
      'dates without begin',
      'approvalDates',
      'setdates',
      context({ standard: nat, rows: { [eu]: valid } }),
      { end: day('2027-01-01') },
    ],
    ['removing no dates', 'approvalNoDates', 'removedates', context({ rows: { [eu]: { active: true } } })],
    ['reset of what is not final', 'approvalNotFinal', 'reset', context({ rows: { [eu]: initiated } })],
    [
      'extending what is over',
      'approvalNotValid',
      'extend',
      context({ rows: { [eu]: { ...valid, end: day('2026-03-09') } } }),
    ],
    [
      'extending what has not begun',
      'approvalNotValid',
      'extend',
      context({ rows: { [eu]: { ...valid, begin: day('2026-03-11') } } }),
    ],
    [
      'extending what has no end',
      'approvalNoEnd',
      'extend',
      context({ rows: { [eu]: { ...valid, end: undefined } } }),
    ],
    [
      'extending beyond the last year',
      'approvalEndLatest',
      'extend',
      context({ rows: { [eu]: { ...valid, end: day('9999-01-01') } } }),
    ],
    ['activating what is active', 'noChange', 'activate', context({ rows: { [eu]: valid } })],
    ['deactivating nothing', 'approvalNone', 'deactivate', context()],
    ['dates that are the same', 'noChange', 'setdates', context({ rows: { [eu]: valid } })],
    ['confirming again what never was', 'approvalNone', 'release', context()],
    [
      'confirming again what is switched off',
      'approvalInactive',
      'release',
      context({ rows: { [eu]: { ...valid, active: false } } }),
    ],
    ...[
      { end: day('2026-03-09') },
      { begin: day('2026-03-11') },
      { begin: undefined },
      { finalApprovalAccountId: initiator.account },
    ].map((row): (typeof cases)[number] => [
      `confirming again what is not valid today: ${JSON.stringify(row)}`,
      'approvalNotValidToday',
      'release',
      context({ rows: { [eu]: { ...valid, ...row } } }),
    ]),
    [
      'confirming again what is as it was',
      'approvalUnchanged',
      'release',
      context({ rows: { [eu]: valid }, isUnchanged: true }),
    ],
    [
      'confirming again what one has changed oneself',
      'approvalOwnChanges',
      'release',
      context({ rows: { [eu]: valid }, hasOwnChanges: true }),
    ],
    [
      'confirming again what may be one’s own change',
      'approvalUnexamined',
      'release',
      context({ rows: { [eu]: valid }, hasOwnChanges: true, isUnexamined: true }),
    ],
    [
      'confirming again without the dependency',
      'approvalDependency',
      'release',
      context({ standard: nat, rows: { [nat]: valid } }),
    ],
    [
      'confirming again without a distributor',
      'approvalDistributor',
      'release',
      context({ list: ch, data: { _approval: { [eu]: valid }, _companies: manufacturer } }),
    ],
  ]
  test.each(cases)('%s: %s', (_, key, action, c, request) => {
    const outcome = applyApproval(action, { ...c, now, restriction: () => undefined }, request)
    expect(outcome).toMatchObject({ refused: true, message: approvalSentences[key], details: { key } })
    const forbidden = [
      'approvalRight',
      'approvalFourEyes',
      'approvalOwnChanges',
      'approvalUnexamined',
    ].includes(key)
    expect(isRefusal(outcome) && outcome.code).toBe(forbidden ? 'forbidden' : 'rule_violated')
  })
  test('a base list is content with a manufacturer', () => {
    const c = context({ data: { _approval: {}, _companies: manufacturer } })
    expect(approvalRefusal('initiate', c)).toBeUndefined()
  })
})

describe('the other actions', () => {
  const direct = (rows: Record<string, ApprovalRow> = {}) =>
    context({ standard: nat, rows: { [eu]: valid, ...rows } })

  test('a standard without base approval is approved by one person', () => {
    expect(refusedAs('confirm', direct())).toBe('approvalInactive')
    const active = row('activate', direct())
    const confirmed = row('confirm', direct({ [nat]: active }))
    expect(confirmed).toMatchObject({
      begin: day('2026-03-10'),
      end: day('2027-03-10'),
      hasEverBeenApproved: true,
    })
    expect(row('grantyear', direct())).toEqual(confirmed)
    const dated = row('setdates', direct(), { begin: day('2026-02-01'), end: '' })
    expect(approvalState(dated, now, standards[nat])).toBe('finallyApproved')
  })
  test('dates are stored as days; an empty end means without end', () => {
    const dates = row('setdates', direct(), { begin: '2026-02-01T22:30:00.000Z', end: '' })
    expect(dates.begin).toBe(day('2026-02-01'))
    expect(dates).not.toHaveProperty('end')
  })
  test('moving the dates of a final approval keeps who approved it', () => {
    const before = { ...valid, finalApprovalAccountId: second.account, finalApprovalDate: day('2026-01-01') }
    const after = row('setdates', context({ rows: { [eu]: before } }), { end: day('2026-06-30') })
    expect(after).toEqual({ ...before, end: day('2026-06-30'), updatedBy: initiator.account })
  })
  test('extend moves the end by one year from where it is, and says who', () => {
    const after = row('extend', context({ rows: { [eu]: { ...valid, end: day('2028-02-29') } } }))
    expect(after).toMatchObject({ end: day('2029-02-28'), updatedBy: initiator.account })
    expect(
      extendable(
        { _approval: { [eu]: valid, [nat]: { ...valid, end: undefined }, [top]: initiated } },
        now,
        standardOf,
        {},
      ),
    ).toEqual([eu])
  })
  test('remove takes the dates away, and an initiation back', () => {
    expect(row('removedates', context({ rows: { [eu]: valid } }))).toEqual({
      active: true,
      hasEverBeenApproved: true,
      ...people,
      updatedBy: initiator.account,
    })
    const withdrawn = row('removedates', context({ rows: { [eu]: initiated } }))
    expect(withdrawn).toEqual({ active: true, updatedBy: initiator.account })
  })
  test('reset opens a final approval again, so that it is initiated anew', () => {
    const after = row(
      'reset',
      context({ rows: { [eu]: { ...valid, finalApprovalAccountId: second.account } } }),
    )
    expect(approvalState(after, now, standards[eu])).toBe('open')
    expect(after).not.toHaveProperty('finalApprovalAccountId')
    expect(approvalRefusal('initiate', context({ rows: { [eu]: after } }))).toBeUndefined()
  })
  test('a row is switched off and on without losing its dates', () => {
    const off = row('deactivate', context({ rows: { [eu]: valid } }))
    expect(approvalCounts(eu, { [eu]: off }, standardOf, now)).toBe(false)
    expect(row('activate', context({ rows: { [eu]: off } }))).toMatchObject(valid)
  })
  test('what has changed is confirmed again: the days stay, and a base approval keeps its two people', () => {
    const third = { account: idOf('three'), sub: 'person-3' }
    const again = (c: ApprovalContext) =>
      applyApproval('release', {
        ...c,
        now,
        seenRev: 7,
        seenParents: [3],
        restriction: () => undefined,
      })
    const seen = { releasedRev: 7, releasedParents: [3], updatedBy: third.account }
    const given = { ...valid, releasedRev: 2, finalApprovalDate: day('2026-01-01') }
    expect(again(context({ rows: { [eu]: given }, actor: third }))).toEqual({ ...given, ...seen })
    // Also while a renewal of it waits for its second person, which it goes on to do.
    const renewed = {
      ...given,
      ...initiated,
      formerInitiatorAccountId: initiator.account,
      approvalInitiatorAccountId: third.account,
    }
    expect(again(context({ rows: { [eu]: renewed }, actor: third }))).toEqual({ ...renewed, ...seen })
    // By one person: who confirmed it last.
    const c = context({ standard: nat, rows: { [eu]: valid, [nat]: given }, actor: third })
    expect(again(c)).toEqual({
      ...given,
      ...seen,
      finalApprovalAccountId: third.account,
      finalApprovalDate: now,
    })
  })
  test('comment and restriction are kept apart from the rest, and emptied by an empty text', () => {
    const noted = row('annotate', context({ rows: { [eu]: valid } }), {
      comment: 'Seen',
      restriction: 'Only outdoors',
    })
    expect(noted).toMatchObject({ ...valid, comment: 'Seen', restriction: 'Only outdoors' })
    const emptied = row('annotate', context({ rows: { [eu]: noted } }), { comment: '' })
    expect(emptied).not.toHaveProperty('comment')
    expect(emptied.restriction).toBe('Only outdoors')
    expect(refusedAs('annotate', context({ rows: { [eu]: noted } }), {})).toBe('noChange')
  })
})

describe('whatever is done with whatever dates', () => {
  const instant = fc.oneof(
    fc.constantFrom('9999-12-31', '9998-12-31', '2028-02-29', '0000-01-01', '0001-01-01').map(day),
    fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((d) => d.toISOString()),
  )
  const step = fc.record(
    {
      action: fc.constantFrom(...approvals.input.shape.action.options),
      standard: fc.constantFrom(eu, nat),
      actor: fc.constantFrom(initiator, second),
      today: fc.constantFrom('2026-03-10', '2028-02-29', '9998-12-31'),
      begin: fc.option(instant, { nil: undefined }),
      end: fc.option(fc.oneof(instant, fc.constant('')), { nil: undefined }),
    },
    { requiredKeys: ['action', 'standard', 'actor', 'today'] },
  )
  test('the product is one that its schema accepts', () => {
    let extended = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        let rows: Record<string, ApprovalRow> = { [eu]: valid, [nat]: { ...valid, end: day('9999-12-31') } }
        for (const { action, standard, actor, today, begin, end } of steps) {
          const c = { ...context({ rows, standard, actor, today }), now, restriction: () => undefined }
          for (const s of extendable(c.data, today, standardOf, c.baseRows)) {
            expect(isRefusal(applyApproval('extend', { ...c, standard: s }, {}))).toBe(false)
            extended++
          }
          const after = applyApproval(action, c, { begin, end })
          if (!isRefusal(after)) rows = { ...rows, [standard]: after }
          expect(approvalRow.strict().safeParse(rows[standard])).toMatchObject({ success: true })
        }
        const product = productOf({ [base]: {} })
        const all = { ...product, listData: { [base]: { ...product.listData[base], _approval: rows } } }
        expect(productData.safeParse(all)).toMatchObject({ success: true })
      }),
      { numRuns: 300 },
    )
    expect(extended).toBeGreaterThan(100)
  })
})
