import { describe, expect, test } from 'vitest'
import { propagateComponents } from '../../functions/domain/product/components.ts'
import { shapeRefusal } from '../../functions/domain/product/schema.ts'
import { fixedIds } from '../../shared/constants.ts'
import { type ChecklistDefinition, checklistDefinition } from '../../shared/model/administration.ts'
import { productData } from '../../shared/model/product.ts'
import { appliesTo, isUnmet, isVisibleIn, unmetEntries } from '../../shared/rules/checklist.ts'
import { addYears, compareDays, dayOf, storedDay } from '../../shared/rules/dates.ts'
import { eventsOnce } from '../../shared/rules/events-once.ts'
import { textIn, titleIn } from '../../shared/rules/localized.ts'
import { patchPlace } from '../../shared/rules/patch-paths.ts'
import {
  isEmptyProduct,
  isFieldShown,
  isFilledValue,
  mandatoryIssues,
  roleIssues,
  wrapperProblem,
} from '../../shared/rules/product-validity.ts'
import { isRefusal, refuseRule, unwrap } from '../../shared/rules/refusal.ts'
import { fieldsByPath } from '../../shared/rules/secrecy.ts'
import { numberOrZero, stripList } from '../../shared/rules/strip.ts'
import { approvalEndings, endingsBefore, timelineEvents } from '../../shared/rules/timeline.ts'
import { issuesOf } from '../../shared/schema-issues.ts'
import {
  base,
  ch,
  company,
  core,
  fieldsOf,
  idOf,
  listOf,
  national,
  other,
  productOf,
  text,
} from './product-samples.ts'

describe('days', () => {
  test('are stored at 04:00 UTC, whatever time they came with', () => {
    expect(storedDay('2026-03-10T23:59:00.000Z')).toBe('2026-03-10T04:00:00.000Z')
    expect(storedDay('2026-03-10')).toBe('2026-03-10T04:00:00.000Z')
    expect(dayOf('2026-03-10T04:00:00.000Z')).toBe('2026-03-10')
  })
  test('a year later is the same day; 29 February becomes the 28th', () => {
    expect(addYears('2026-03-10T04:00:00.000Z', 1)).toBe('2027-03-10T04:00:00.000Z')
    expect(addYears('2028-02-29T04:00:00.000Z', 1)).toBe('2029-02-28T04:00:00.000Z')
    expect(addYears('2028-02-29T04:00:00.000Z', 4)).toBe('2032-02-29T04:00:00.000Z')
  })
  test('are compared as days', () => {
    expect(compareDays('2026-03-10T23:00:00Z', '2026-03-10T01:00:00Z')).toBe(0)
    expect(compareDays('2026-03-09T23:00:00Z', '2026-03-10T01:00:00Z')).toBeLessThan(0)
  })
})

describe('localised text', () => {
  test('counts as filled if one language is not blank', () => {
    expect(textIn({ de_DE: ' ', fr_FR: 'x' }, 'de_DE')).toBe('x')
    expect(textIn({ de_DE: ' ' }, 'de_DE')).toBeUndefined()
    expect(textIn(undefined, 'de_DE')).toBeUndefined()
  })
  test('falls back: chosen, the list’s, de_DE, en_GB, any, Unbenannt', () => {
    const all = { de_DE: 'de', en_GB: 'en', fr_FR: 'fr', hu_HU: 'hu' }
    expect(textIn(all, 'hu_HU', 'fr_FR')).toBe('hu')
    expect(textIn(all, 'sv_SE', 'fr_FR')).toBe('fr')
    expect(textIn({ ...all, fr_FR: ' ' }, 'sv_SE', 'fr_FR')).toBe('de')
    expect(textIn({ en_GB: 'en', hu_HU: 'hu' }, 'sv_SE')).toBe('en')
    expect(textIn({ hu_HU: 'hu' }, 'sv_SE')).toBe('hu')
    expect(textIn({ de_DE: '' }, undefined)).toBeUndefined()
    expect(titleIn({}, 'sv_SE')).toBe('Unbenannt')
  })
})

describe('stripping before a save', () => {
  test('empty dates, company rows without company and empty checklist values go', () => {
    const list = {
      'basis-f1': text(''),
      'basis-f6': { dateValue: '' },
      'basis-f7': { dateValue: '2026-01-01T04:00:00.000Z' },
      _companies: {
        r1: { company: '', role: 'distributor' },
        r2: { company, role: 'manufacturer', amount: '1,5' },
      },
      _checklist: { c1: { status: 'ok', date: '', comment: ' ' }, c2: { status: '', updatedBy: idOf('a') } },
      'nutrients-table': { tableValue: { t1: { a: { dateValue: '' }, b: text('x') } } },
      _category: '',
      _linked: {},
    }
    expect(stripList(list)).toEqual({
      'basis-f1': text(''),
      'basis-f7': { dateValue: '2026-01-01T04:00:00.000Z' },
      _companies: { r2: { company, role: 'manufacturer', amount: 1.5 } },
      _checklist: { c1: { status: 'ok' } },
      'nutrients-table': { tableValue: { t1: { b: text('x') } } },
      _linked: {},
    })
  })
  test('component amounts that are no numbers become 0', () => {
    const rows = (amount: unknown) => stripList({ _components: { base: { c: { amount } }, additional: {} } })
    expect(rows('many')).toEqual(rows(0))
    expect(rows('2.5')).toEqual(rows(2.5))
    expect(stripList({ _components: { base: { c: {} }, additional: {} } })).toEqual({
      _components: { base: { c: {} }, additional: {} },
    })
    for (const x of ['', 'x', null, undefined, Number.NaN, Infinity, '1e999', {}])
      expect(numberOrZero(x)).toBe(0)
  })
})

describe('validity', () => {
  test('what counts as filled, by wrapper', () => {
    for (const filled of [
      text('x'),
      text({ de_DE: '', en_GB: 'x' }),
      { selectValue: 'a' },
      { multiselectValue: ['a'] },
      { booleanValue: false },
      { numberValue: 0 },
      { dateValue: '2026-01-01T04:00:00Z' },
      { tableValue: { r: {} } },
    ])
      expect(isFilledValue(filled)).toBe(true)
    for (const empty of [
      undefined,
      text(' '),
      text({ de_DE: ' ' }),
      { selectValue: '' },
      { multiselectValue: [] },
      { dateValue: '' },
      { tableValue: {} },
      {},
    ])
      expect(isFilledValue(empty)).toBe(false)
  })
  const fields = fieldsByPath(
    fieldsOf(
      ['basis-f1', 'public', { mandatory: true }],
      ['basis-f2', 'public', { mandatory: true, emptyInLists: [ch] }],
      ['basis-f3', 'public', { mandatory: true, visibleInLists: [ch] }],
      ['basis-f4', 'public', { mandatory: true, visibleInMainCategories: ['fertilisers'] }],
      ['basis-f5', 'public'],
      ['misc-f3', 'public', { mandatory: true, type: 'button' }],
    ),
  )
  test('mandatory fields are asked where they are shown', () => {
    const missing = (list: string, mainCategory?: string) =>
      mandatoryIssues(list, fields.values(), () => undefined, mainCategory).map((i) =>
        i.path.split('/').at(-1),
      )
    expect(missing(base)).toEqual(['basis-f1', 'basis-f2'])
    expect(missing(ch)).toEqual(['basis-f1', 'basis-f3'])
    expect(missing(base, 'fertilisers')).toEqual(['basis-f1', 'basis-f2', 'basis-f4'])
    expect(mandatoryIssues(base, fields.values(), () => text('x'), 'fertilisers')).toEqual([])
    expect(mandatoryIssues(base, fields.values(), () => undefined, undefined)[0]).toMatchObject({
      expected: 'Pflichtfeld',
    })
  })
  test('a field is shown where nothing restricts it', () => {
    const open = { emptyInLists: [], visibleInLists: [], visibleInMainCategories: [] }
    expect(isFieldShown(open, base, undefined)).toBe(true)
    expect(isFieldShown({ ...open, visibleInMainCategories: ['animal-feed'] }, base, 'fertilisers')).toBe(
      false,
    )
  })
  test('manufacturer and distributor are assigned once, other roles as often as needed', () => {
    const list = listOf({
      _companies: {
        r1: { company, role: 'distributor', _order: 2 },
        r2: { company: other, role: 'distributor', _order: 1 },
        r3: { company, role: 'recipe-holder' },
        r4: { company: other, role: 'recipe-holder' },
      },
    })
    expect(roleIssues(base, list._companies)).toEqual([
      {
        path: `/listData/${base}/_companies/r1/role`,
        key: 'singleRole',
        expected: 'This role may be assigned only once.',
      },
    ])
  })
  test('wrappers fit the type of their field', () => {
    expect(wrapperProblem(text('x'), 'textfield')).toBeUndefined()
    expect(wrapperProblem(text({ de_DE: 'x' }), 'multitext')).toBeUndefined()
    expect(wrapperProblem({ selectValue: 'x' }, 'treeselect')).toBeUndefined()
    expect(wrapperProblem(text('x'), 'multitext')).toMatch(/language/)
    expect(wrapperProblem(text({ de_DE: 'x' }), 'textfield')).toMatch(/text/)
    expect(wrapperProblem({ numberValue: 1 }, 'checkbox')).toMatch(/booleanValue/)
    expect(wrapperProblem('x', 'textfield')).toMatch(/textValue/)
    expect(wrapperProblem(text('x'), 'button')).toMatch(/button/)
  })
  test('a product is empty while nothing is in it', () => {
    expect(isEmptyProduct(productOf({ [base]: { _responsible: { institution: core } } }).listData)).toBe(true)
    expect(isEmptyProduct(productOf({ [base]: { 'basis-f1': text(' ') } }).listData)).toBe(true)
    expect(isEmptyProduct(productOf({ [base]: { 'basis-f1': text('x') } }).listData)).toBe(false)
    expect(isEmptyProduct(productOf({ [base]: { _category: idOf('c') } }).listData)).toBe(false)
  })
})

describe('checklists', () => {
  const define = (more: Record<string, unknown>): ChecklistDefinition =>
    checklistDefinition.parse({
      title: { de_DE: 'Titel' },
      options: [
        { id: 'ok', title: {}, okay: true },
        { id: 'bad', title: {}, okay: false },
      ],
      ...more,
    })
  test('unmet: mandatory without value and not optional, or an option that is not okay', () => {
    expect(isUnmet(define({ mandatory: true }), undefined)).toBe(true)
    expect(isUnmet(define({ mandatory: true }), { status: '' })).toBe(true)
    expect(isUnmet(define({ mandatory: true, isOptional: true }), undefined)).toBe(false)
    expect(isUnmet(define({}), undefined)).toBe(false)
    expect(isUnmet(define({}), { status: 'ok' })).toBe(false)
    expect(isUnmet(define({}), { status: 'bad' })).toBe(true)
    expect(isUnmet(define({}), { status: 'gone' })).toBe(true)
  })
  test('applies where tab, list and category match; an empty restriction is none', () => {
    const place = { tab: 'main', list: ch, categories: [idOf('leaf'), idOf('root')] }
    expect(appliesTo(define({}), place)).toBe(true)
    expect(appliesTo(define({ active: false }), place)).toBe(false)
    expect(appliesTo(define({ showInTabs: ['permits'] }), place)).toBe(false)
    expect(appliesTo(define({ listRestrict: [base] }), place)).toBe(false)
    expect(appliesTo(define({ categoryRestrict: [idOf('root')] }), place)).toBe(true)
    expect(appliesTo(define({ categoryRestrict: [idOf('x')] }), place)).toBe(false)
    expect(isVisibleIn({ visibleInLists: [] }, ch)).toBe(true)
    expect(isVisibleIn({ visibleInLists: [base] }, ch)).toBe(false)
  })
  test('the result is the titles of unmet mandatory entries', () => {
    const definitions: [string, ChecklistDefinition][] = [
      ['a', define({ mandatory: true })],
      ['b', define({ mandatory: true, visibleInLists: [base] })],
      ['c', define({ mandatory: false })],
      ['d', define({ mandatory: true })],
    ]
    const unmet = unmetEntries(
      definitions,
      { c: { status: 'bad' }, d: { status: 'ok' } },
      { list: ch, categories: [] },
    )
    expect(unmet).toEqual([{ id: 'a', title: { de_DE: 'Titel' } }])
  })
})

describe('places that a save may change', () => {
  const place = (pointer: string) => patchPlace(pointer, (_, path) => path === 'basis-f2')
  test('fields, links and rows of a list, with the right that each needs', () => {
    expect(place(`/listData/${ch}/basis-f1`)).toMatchObject({
      list: ch,
      key: 'basis-f1',
      needs: 'product:edit',
    })
    expect(place(`/listData/${ch}/basis-f2/textValue/de_DE`)).toMatchObject({ rest: ['textValue', 'de_DE'] })
    expect(place(`/listData/${ch}/_linked/basis-f2`)).toMatchObject({ key: 'basis-f2', isLink: true })
    expect(place(`/listData/${ch}/_linked/_category`)).toMatchObject({ key: '_category', isLink: true })
    expect(place(`/listData/${ch}/_companies/r1`)).toMatchObject({ needs: 'product:assign-companies' })
    expect(place(`/listData/${ch}/_checklist/c1/status`)).toMatchObject({ key: '_checklist' })
  })
  test.each([
    '',
    '/listData',
    `/listData/${ch}`,
    `/listData/${ch}/`,
    `/listData/${ch}/_approval`,
    `/listData/${ch}/_approval/x/begin`,
    `/listData/${ch}/_responsible`,
    `/listData/${ch}/_active`,
    `/listData/${ch}/_archived`,
    `/listData/${ch}/_nameHistory/r1`,
    `/listData/${ch}/_linked`,
    `/listData/${ch}/_linked/_companies`,
    `/listData/${ch}/_linked/basis-f2/x`,
    `/listData/${ch}/_linked/unknown-f1`,
    `/listData/${ch}/unknown-f1`,
    `/listData/${ch}/activatedOn`,
    '/importKey',
    '/derivedProductId',
    '/isNationalPartner',
    '/invoiceFlags/x',
    '/baseApproval',
    '/archived',
    'listData',
  ])('not %s', (pointer) => {
    expect(place(pointer)).toBe('pathInvalid')
  })
  test('a checklist entry takes only its own keys', () => {
    expect(place(`/listData/${ch}/_checklist/c1/okay`)).toBe('checklistKey')
  })
})

describe('the timeline', () => {
  const eu = idOf('eu')
  const kinds = (...args: Parameters<typeof timelineEvents>) => timelineEvents(...args).map((e) => e.kind)
  const before = productOf({ [base]: { 'basis-f1': text('A'), _responsible: { institution: core } } })
  const become = (list: Record<string, unknown>) =>
    productOf({ [base]: { 'basis-f1': text('A'), _responsible: { institution: core }, ...list } })

  test('created, saved, named, activated, given to others', () => {
    expect(timelineEvents(undefined, before)).toEqual([{ kind: 'created', to: 'A' }])
    expect(kinds(before, become({ 'basis-f2': text('x') }))).toEqual(['saved'])
    expect(timelineEvents(before, become({ 'basis-f1': text('B') }))).toEqual([
      { kind: 'nameChanged', list: base, from: 'A', to: 'B' },
    ])
    expect(kinds(before, become({ 'basis-f1': text('B'), 'basis-f2': text('x') }))).toEqual([
      'saved',
      'nameChanged',
    ])
    expect(kinds(before, become({ _active: true }))).toEqual(['activated'])
    expect(kinds(become({ _active: true }), before)).toEqual(['deactivated'])
    expect(kinds(before, become({ _archived: true }))).toEqual(['archived'])
    expect(kinds(become({ _archived: true }), before)).toEqual(['unarchived'])
    expect(timelineEvents(before, become({ _responsible: { institution: national } }))).toEqual([
      { kind: 'responsibilityChanged', list: base, from: core, to: national },
    ])
  })
  test('what was done to notes is told, and is no save', () => {
    const note = { text: 'call them', read: false, at: '2026-01-01T00:00:00.000Z', by: core }
    const noted = (change: object) => become({ _notes: { n1: { ...note, ...change } } })
    expect(timelineEvents(before, noted({}))).toEqual([{ kind: 'noteAdded', list: base }])
    expect(kinds(noted({}), noted({ text: 'wrote them' }))).toEqual(['noteChanged'])
    expect(kinds(noted({}), noted({ read: true }))).toEqual(['noteRead'])
    expect(kinds(noted({}), before)).toEqual(['noteDeleted'])
    const also = become({ 'basis-f2': text('x'), _notes: { n1: note } })
    expect(kinds(before, also)).toEqual(['saved', 'noteAdded'])
  })
  test('nothing is told twice: a save beside what it did is told where it names something else', () => {
    const saved = { kind: 'saved' as const, list: base }
    const renamed = { kind: 'nameChanged' as const, list: base }
    const naming = (...keys: string[]) => ({ paths: keys.map((key) => `/listData/${base}/${key}`) })
    expect(eventsOnce([saved, renamed], undefined)).toEqual([renamed])
    expect(eventsOnce([saved, renamed], naming('basis-f1/textValue'))).toEqual([renamed])
    expect(eventsOnce([saved, renamed], naming('basis-f1', 'basis-f2'))).toEqual([saved, renamed])
    expect(eventsOnce([{ kind: 'saved' }, renamed], naming('basis-f1'))).toEqual([renamed])
    expect(eventsOnce([saved, { kind: 'activated', list: ch }], naming())).toHaveLength(1)
    expect(eventsOnce([saved], undefined)).toEqual([saved])
  })
  test('lists that came, moved or were reverted', () => {
    const withCh = productOf({ ...before.listData, [ch]: {} })
    expect(timelineEvents(before, withCh)).toEqual([{ kind: 'listAdded', list: ch }])
    expect(kinds(before, withCh, { moved: { list: ch } })).toEqual(['moved'])
    expect(timelineEvents(before, become({ 'basis-f2': text('x') }), { revertedTo: 3 })).toEqual([
      { kind: 'reverted', to: '3' },
      { kind: 'saved', list: base },
    ])
    expect(kinds(before, before, { deleted: true })).toEqual(['deleted'])
    expect(kinds(before, before, { restored: true })).toEqual(['restored'])
    expect(kinds(before, before)).toEqual(['saved'])
  })
  const day = (d: string) => `${d}T04:00:00.000Z`
  const approvals = { standards: new Map([[eu, { data: { baseApproval: false } }]]), today: '2026-03-10' }
  test('approvals by what happened to them', () => {
    const approval = (row: Record<string, unknown>) =>
      become({ _approval: { [eu]: { active: true, ...row } } })
    const open = approval({})
    const started = approval({ tmp_begin: day('2026-01-01') })
    const given = {
      begin: day('2026-01-01'),
      hasEverBeenApproved: true,
      finalApprovalDate: day('2026-01-01'),
    }
    const final = approval({ ...given, end: day('2027-01-01') })
    const only = (a: typeof open, b: typeof open) => kinds(a, b, { approvals }).join()
    expect(only(open, started)).toBe('approvalInitiated')
    expect(only(started, final)).toBe('approvalConfirmed')
    expect(only(final, approval({ ...given, end: day('2028-01-01') }))).toBe('approvalExtended')
    // Today's data under what goes on as it was: with or without another person who confirmed it.
    for (const more of [{}, { finalApprovalDate: day('2026-02-01') }]) {
      const again = approval({ ...given, end: day('2027-01-01'), releasedRev: 5, ...more })
      expect(only(final, again)).toBe('approvalReleased')
    }
    expect(only(final, approval({ ...given, begin: day('2025-01-01'), end: day('2027-01-01') }))).toBe(
      'approvalChanged',
    )
    expect(only(final, approval({ finalApprovalDate: day('2026-01-01') }))).toBe('approvalEnded')
    expect(only(final, approval({ ...given, active: false, end: day('2027-01-01') }))).toBe('approvalEnded')
    expect(only(open, approval({ comment: 'x' }))).toBe('approvalChanged')
    // What was only prepared or initiated does not end: company users would learn of it.
    expect(only(open, approval({ active: false }))).toBe('approvalChanged')
    expect(only(started, approval({ active: false, tmp_begin: day('2026-01-01') }))).toBe('approvalChanged')
    expect(only(started, become({ _approval: {} }))).toBe('approvalChanged')
  })
  test('a base approval of one person was none, so it does not run out', () => {
    const standards = new Map([[eu, { data: { baseApproval: true } }]])
    const endings = (finalApprovalAccountId: string) =>
      approvalEndings(
        become({
          _approval: {
            [eu]: {
              active: true,
              begin: day('2025-01-01'),
              end: day('2026-01-01'),
              hasEverBeenApproved: true,
              approvalInitiatorAccountId: idOf('first'),
              finalApprovalAccountId,
            },
          },
        }),
        { standards, today: '2026-03-10' },
      )
    expect(endings(idOf('first'))).toEqual([])
    expect(endings(idOf('second'))).toHaveLength(1)
  })
  test('the change of an approval tells its last day only if it was given', () => {
    const standards = new Map([[eu, { data: { baseApproval: true } }]])
    const last = (row: Record<string, unknown>) => {
      const given = {
        active: true,
        begin: day('2025-01-01'),
        end: day('2026-01-01'),
        hasEverBeenApproved: true,
        approvalInitiatorAccountId: idOf('first'),
        finalApprovalAccountId: idOf('second'),
      }
      const was = become({ _approval: { [eu]: { ...given, ...row } } })
      return timelineEvents(was, become({ _approval: {} }), {
        approvals: { standards, today: '2026-03-10' },
      })[0]!.lastDay
    }
    expect(last({})).toBe('2026-01-01')
    // One person alone gave nothing, so nothing ended.
    expect(last({ finalApprovalAccountId: idOf('first') })).toBeUndefined()
    expect(last({ active: false })).toBeUndefined()
  })
  test('what is no day ends nothing', () => {
    for (const end of ['10000-12-3T04:00:00.000Z', '+010000-01-01T04:00:00.000Z', 'x']) {
      const data = become({})
      const row = { active: true, begin: day('2025-01-01'), end, hasEverBeenApproved: true }
      data.listData[base]!._approval = { [eu]: row }
      expect(approvalEndings(data, approvals)).toEqual([])
      expect(timelineEvents(data, before, { approvals })[0]).not.toHaveProperty('lastDay')
    }
    const event = { kind: 'approvalChanged' as const, list: base, standard: eu }
    const told = ['10000-12-3', 'x', '2026-02-30', '2026-02-28'].map((lastDay) => ({ ...event, lastDay }))
    expect(endingsBefore(told).map((e) => e.lastDay)).toEqual(['2026-02-28'])
  })
  test('a write is refused that leaves what no save accepts', () => {
    const row = (end: string) => ({ active: true, begin: day('2025-01-01'), end })
    const withRows = (rows: Record<string, unknown>) => {
      const data = become({})
      return { ...data, listData: { [base]: { ...data.listData[base]!, _approval: rows } } } as never
    }
    const wrong = row('10000-12-3T04:00:00.000Z')
    const after = withRows({ [eu]: wrong })
    expect(shapeRefusal(before, after)).toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path: `/listData/${base}/_approval/${eu}/end` }] },
    })
    expect(shapeRefusal(undefined, after)).toMatchObject({ refused: true })
    expect(shapeRefusal(before, withRows({ [eu]: row(day('9999-12-31')) }))).toBeUndefined()
    expect(shapeRefusal(before, withRows({ [eu]: { ...row(day('2027-01-01')), other: 1 } }))).toMatchObject({
      details: { issues: [{ path: `/listData/${base}/_approval/${eu}/other` }] },
    })
    expect(shapeRefusal(before, { ...before, isNationalPartner: 1 } as never)).toMatchObject({
      refused: true,
    })
    // What an older version stored wrong is mended row by row.
    const damaged = withRows({ [eu]: wrong, [idOf('nat')]: wrong })
    expect(
      shapeRefusal(damaged, withRows({ [eu]: row(day('2027-01-01')), [idOf('nat')]: wrong })),
    ).toBeUndefined()
    expect(shapeRefusal(damaged, withRows({ [eu]: { ...wrong, active: false } }))).toBeUndefined()
    const worse = withRows({ [eu]: { ...wrong, begin: '10000-12-3T04:00:00.000Z' } })
    expect(shapeRefusal(damaged, worse)).toMatchObject({
      details: { issues: [{ path: `/listData/${base}/_approval/${eu}/begin` }] },
    })
  })
})

test('a refusal becomes the one error of calls', () => {
  const refusal = refuseRule('someKey', 'Some sentence.', { params: { id: 'x' } })
  expect(isRefusal(refusal)).toBe(true)
  expect(() => unwrap(refusal)).toThrow(
    expect.objectContaining({
      name: 'CallError',
      code: 'rule_violated',
      message: 'Some sentence.',
      details: { key: 'someKey', params: { id: 'x' } },
    }),
  )
  expect(unwrap({ a: 1 })).toEqual({ a: 1 })
})

test('what is no list is named in the words of the error catalogue', () => {
  const { error } = productData.safeParse({ listData: { [fixedIds.list.base]: 'text' } })
  expect(error && issuesOf(error)).toEqual([
    { path: `/listData/${fixedIds.list.base}`, expected: 'expected list object', key: 'listObjectExpected' },
  ])
})

describe('components that the base list loses', () => {
  const row = (secrecy: string, amount: number) => ({ component: idOf('part'), secrecy, amount })
  const state = (inBase: object, inList: object) =>
    productOf({
      [base]: {
        _responsible: { institution: core },
        _components: { base: inBase, additional: {} },
      },
      [ch]: {
        _components: { base: inList, additional: {} },
      },
    })
  const changed = { secret: row('core-partners', 2), open: row('public', 2) }
  test('stay in an import where their list has changed them, as its own, but no secrets', () => {
    const before = state({ secret: row('core-partners', 1), open: row('public', 1) }, changed)
    const after = propagateComponents(before, state({}, changed), { keepsChanged: true })
    const { _components, _fromBase } = after.listData[ch]!
    expect(_components.base).toEqual({ open: changed.open })
    expect(_fromBase?.base).toEqual({})
  })
})
