import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { getapprovals } from '../../shared/calls/bml/product/getapprovals.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { get as getEntity } from '../../shared/calls/eav/entity/get.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { revert as revertEntity } from '../../shared/calls/eav/entity/revert.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { ListData } from '../../shared/model/product.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  // The second account of the same person joins the institution, so that only four eyes stand in its way.
  const institution = (await h.ports.entities.get(ids.institution.aare))!
  const users = [...(institution.data['users'] as string[]), ids.account.coreRhine]
  await h.ports.entities.put(
    { ...institution, data: { ...institution.data, users } },
    { expectRev: institution.rev },
  )
})
afterAll(() => h.close())

const { base, ch } = ids.list
const { compost } = ids.product
const { eu } = ids.standard
type Input = z.input<typeof approvals.input>
type Who = DemoUser | { user: DemoUser; account: string }
const caller = (who: Who) => (typeof who === 'string' ? h.as(who) : h.as(who.user, who.account))
const row = (view: { data: Record<string, unknown> }, list: string, standard: string = eu) =>
  (view.data['listData'] as Record<string, ListData>)[list]?._approval[standard]

async function act(who: Who, id: string, input: Omit<Input, 'id' | 'rev'>) {
  const { rev } = await caller(who).call(load, { id })
  return caller(who).call(approvals, { id, rev, ...input })
}
const start = (action: Input['action'], more: Partial<Input> = {}) => ({
  list: base,
  standard: eu,
  action,
  ...more,
})

describe('two pairs of eyes', () => {
  const id = ids.product.compost

  test('reset, initiate, and a colleague confirms; the timeline tells it', async () => {
    await act('core', id, start('reset'))
    const first = await act('core', id, start('initiate'))
    expect(row(first, base)).toMatchObject({
      tmp_begin: '2026-03-10T04:00:00.000Z',
      tmp_end: '2027-03-10T04:00:00.000Z',
      approvalInitiatorAccountId: ids.account.core,
    })
    const seen = await h.as('core2').call(load, { id })
    expect(row(seen, base)).not.toHaveProperty('approvalInitiatorSub')
    expect(seen.titles[ids.account.core]).toBe('Matthias Egger')

    expect(await refusal(act('core', id, start('confirm')))).toEqual({
      status: 403,
      key: 'approvalFourEyes',
      message: 'The approval must be confirmed by another person than the one who initiated it.',
    })
    const same = { user: 'core' as const, account: ids.account.coreRhine }
    expect(await refusal(act(same, id, start('confirm')))).toMatchObject({
      status: 403,
      key: 'approvalFourEyes',
    })

    const final = await act('core2', id, start('confirm'))
    expect(row(final, base)).toMatchObject({
      begin: '2026-03-10T04:00:00.000Z',
      end: '2027-03-10T04:00:00.000Z',
      hasEverBeenApproved: true,
      finalApprovalAccountId: ids.account.core2,
    })
    const timeline = await h
      .as('core')
      .call(gettimeline, { id, kinds: ['approvalInitiated', 'approvalConfirmed'] })
    expect(timeline.list).toMatchObject([
      { kind: 'approvalConfirmed', list: base, standard: eu, byName: 'Lena Hofstetter', rev: final.rev },
      { kind: 'approvalInitiated', list: base, standard: eu, byName: 'Matthias Egger', rev: first.rev },
    ])
    expect(timeline.count).toBe(2)
  })

  test('a patch on the product’s data does not approve, also not by an admin', async () => {
    for (const user of ['core', 'core2', 'admin'] as const) {
      const { rev } = await h.as(user).call(load, { id })
      for (const path of [`_approval/${eu}/begin`, `_approval/${eu}`, '_approval'])
        expect(
          await refusal(
            h
              .as(user)
              .call(save, { id, rev, patch: [{ op: 'add', path: `/listData/${base}/${path}`, value: {} }] }),
          ),
        ).toMatchObject({ status: 422, key: 'pathInvalid' })
    }
  })

  test('a revert does not bring an approval back', async () => {
    const approved = await h.as('core').call(load, { id })
    await act('core', id, start('removedates'))
    const { rev } = await h.as('core').call(load, { id })
    expect(await refusal(h.as('core').call(revert, { id, rev, toRev: approved.rev }))).toMatchObject({
      key: 'noChange',
    })
    expect(row(await h.as('core').call(load, { id }), base)).not.toHaveProperty('begin')
  })

  test('two colleagues confirm at once: one does, the other hears of it', async () => {
    const { rev } = await act('core', id, start('initiate'))
    const confirm = () => h.as('core2').call(approvals, { id, rev, ...start('confirm') })
    const outcomes = await Promise.allSettled([confirm(), confirm()])
    expect(outcomes.map((o) => o.status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = outcomes.find((o) => o.status === 'rejected')
    expect(lost?.reason).toMatchObject({ status: 409, code: 'revision_conflict' })
  })
})

describe('approvals of older data', () => {
  const id = ids.product.compost
  const rewrite = async (change: (was: ListData['_approval'][string]) => ListData['_approval'][string]) => {
    const stored = (await h.ports.entities.get(id))!
    const data = structuredClone(stored.data) as { listData: Record<string, ListData> }
    data.listData[base]!._approval[eu] = change(data.listData[base]!._approval[eu]!)
    await h.ports.entities.put({ ...stored, data }, { expectRev: stored.rev })
  }

  test('an initiation that does not tell the person is initiated by somebody first', async () => {
    await act('core', id, start('reset'))
    await act('core', id, start('initiate'))
    const told = async () => {
      const { lists } = await h.as('core2').call(getapprovals, { id })
      const approvals = lists.find((of) => of.list === base)!.approvals
      return approvals.find((of) => of.standard === eu)!.hasUnknownInitiator
    }
    expect(await told()).toBeUndefined()
    await rewrite(({ approvalInitiatorSub: _, ...rest }) => rest)
    // The page of the product is told beforehand, and does not offer it.
    expect(await told()).toBe(true)
    expect(await refusal(act('core2', id, start('confirm')))).toMatchObject({
      key: 'approvalInitiatorUnknown',
    })
    await act('core2', id, start('setdates', { end: '2026-12-31T04:00:00.000Z' }))
    expect(await told()).toBeUndefined()
    expect(row(await act('core', id, start('confirm')), base)).toMatchObject({
      approvalInitiatorAccountId: ids.account.core2,
      finalApprovalAccountId: ids.account.core,
    })
  })
  test('a base approval that one person gave is no base for others', async () => {
    await rewrite(({ approvalInitiatorAccountId: _, approvalInitiatorSub: __, ...rest }) => rest)
    const input = start('grantyear', { list: ch, standard: ids.standard.ch })
    await act('core', id, { list: ch, standard: eu, action: 'deactivate' })
    expect(await refusal(act('core', id, input))).toMatchObject({ key: 'approvalDependency' })
    expect(await refusal(act('core', id, start('extend')))).toMatchObject({ key: 'approvalNotValid' })
    await act('core', id, start('initiate'))
    await act('core2', id, start('confirm'))
    await act('core', id, { list: ch, standard: eu, action: 'activate' })
  })
})

describe('what an approval needs', () => {
  const { compost, basalt, neem } = ids.product

  test('the right, the responsibility, a list and a standard', async () => {
    expect(await refusal(act('national', neem, start('extend')))).toEqual({
      status: 403,
      key: 'approvalRight',
      message: 'The approval right is needed.',
    })
    expect(await refusal(act('core', neem, start('extend')))).toMatchObject({ status: 403, key: 'forbidden' })
    expect(await refusal(act('core', compost, start('extend', { list: ids.list.de })))).toEqual({
      status: 422,
      key: 'listMissing',
      message: `List missing: ${ids.list.de}`,
    })
    const without = { list: base, action: 'initiate' as const }
    expect(await refusal(act('core', compost, without))).toMatchObject({ status: 400 })
    expect(await refusal(act('core', compost, start('initiate', { standard: ids.nothing })))).toMatchObject({
      key: 'approvalStandard',
    })
    for (const user of ['registered', 'company'] as const)
      expect(
        await refusal(h.as(user).call(approvals, { id: compost, rev: 1, ...start('extend') })),
      ).toMatchObject({ status: 403 })
  })
  test('a distributor or manufacturer in the base list', async () => {
    const rhine = { user: 'core' as const, account: ids.account.coreRhine }
    expect(await refusal(act(rhine, basalt, start('initiate')))).toEqual({
      status: 422,
      key: 'approvalCompany',
      message: 'Choose a distributor or a manufacturer first.',
    })
  })
  test('the standard that it depends on, here or in the base list', async () => {
    const input = start('grantyear', { list: ch, standard: ids.standard.ch })
    await act('core', compost, { list: base, standard: eu, action: 'deactivate' })
    await act('core', compost, { list: ch, standard: eu, action: 'deactivate' })
    expect(await refusal(act('core', compost, input))).toEqual({
      status: 422,
      key: 'approvalDependency',
      message: 'The approval that this standard depends on is missing.',
    })
    await act('core', compost, { list: base, standard: eu, action: 'activate' })
    expect(row(await act('core', compost, input), ch, ids.standard.ch)).toMatchObject({
      begin: '2026-03-10T04:00:00.000Z',
      end: '2027-03-10T04:00:00.000Z',
      hasEverBeenApproved: true,
    })
  })
  test('an end that is not before its begin', async () => {
    const dates = { begin: '2026-05-02T04:00:00.000Z', end: '2026-05-01T04:00:00.000Z' }
    const input = start('setdates', { list: ch, standard: ids.standard.ch, ...dates })
    expect(await refusal(act('core', compost, input))).toMatchObject({
      key: 'approvalEnd',
      message: 'Should not be later than end date',
    })
  })
})

describe('extending', () => {
  const id = ids.product.compost
  test('one approval by a year', async () => {
    const before = row(await h.as('core').call(load, { id }), ch, ids.standard.ch)
    expect(before?.end).toBe('2027-03-10T04:00:00.000Z')
    const after = row(
      await act('core', id, { list: ch, standard: ids.standard.ch, action: 'extend' }),
      ch,
      ids.standard.ch,
    )
    expect(after).toMatchObject({ end: '2028-03-10T04:00:00.000Z', updatedBy: ids.account.core })
  })
  test('all valid ones of a list, or of all lists that one may edit', async () => {
    const ends = async () => {
      const view = await h.as('core').call(load, { id })
      return [row(view, base)?.end, row(view, ch)?.end, row(view, ch, ids.standard.ch)?.end].map((e) =>
        e?.slice(0, 4),
      )
    }
    expect(await ends()).toEqual(['2027', '2027', '2028'])
    await act('core', id, { list: base, action: 'extend' })
    expect(await ends()).toEqual(['2028', '2027', '2028'])
    // What is deactivated stays as it is.
    await act('core', id, { list: base, action: 'extend', allLists: true })
    expect(await ends()).toEqual(['2029', '2027', '2029'])
    expect(await refusal(act('core', id, start('extend', { list: ch })))).toMatchObject({
      key: 'approvalInactive',
    })
    await act('core', id, { list: ch, standard: eu, action: 'activate' })
    await act('core', id, { list: ch, action: 'extend' })
    expect(await ends()).toEqual(['2029', '2028', '2030'])
  })
  test('not what depends on an approval that no longer counts: it is named', async () => {
    for (const list of [base, ch]) await act('core', id, start('deactivate', { list }))
    const missing = { status: 422, key: 'approvalDependency' }
    const one = start('extend', { list: ch, standard: ids.standard.ch })
    for (const input of [one, { ...one, allLists: true }, { list: ch, action: 'extend' as const }])
      expect(await refusal(act('core', id, input))).toMatchObject(missing)
    for (const list of [base, ch]) await act('core', id, start('activate', { list }))
  })
  test('nothing valid is said', async () => {
    expect(await refusal(act('admin', ids.product.basalt, { list: base, action: 'extend' }))).toMatchObject({
      key: 'approvalNothingValid',
    })
  })
})

describe('the last day that there is', () => {
  const id = compost
  const day = (d: string) => `${d}T04:00:00.000Z`
  const told = async () => (await h.as('core').call(gettimeline, { id, list: ch })).list.map((e) => e.kind)
  let standard: string
  beforeAll(async () => {
    const data = { name: { de_DE: 'Ohne Ende' }, baseApproval: false, activeInLists: [ch] }
    standard = (await h.as('admin').call(createEntity, { entityclass: 'biostandard', data })).id
    // Reference data are read again.
    h.clock.advance(61)
  })
  const given = (action: Input['action'], more: Partial<Input> = {}) =>
    act('core', id, { list: ch, standard, action, ...more })

  test('an approval until then is not extended, and its timeline can be read', async () => {
    await given('grantyear')
    await given('setdates', { end: day('9999-12-31') })
    expect(await refusal(given('extend'))).toMatchObject({ status: 422, key: 'approvalEndLatest' })
    // Of many, too, the reason is told.
    expect(await refusal(given('extend', { allLists: true }))).toMatchObject({ key: 'approvalEndLatest' })
    await given('setdates', { begin: day('2026-01-01') })
    expect(await told()).toContain('approvalChanged')
  })

  test('what an older version stored beyond it can be read and mended', async () => {
    const damage = async () => {
      const product = (await h.ports.entities.get('product', id))!
      const { _approval, ...list } = product.data.listData[ch]!
      const broken = { ..._approval[standard]!, end: '10000-12-3T04:00:00.000Z' }
      const listData = {
        ...product.data.listData,
        [ch]: { ...list, _approval: { ..._approval, [standard]: broken } } as ListData,
      }
      await h.ports.entities.put(
        { ...product, rev: product.rev + 1, data: { ...product.data, listData } },
        {
          expectRev: product.rev,
          events: [{ kind: 'approvalExtended', list: ch, standard, lastDay: '10000-12-3' }],
        },
      )
    }
    await damage()
    expect(await told()).toContain('approvalExtended')
    const write = async () => {
      const { rev, data } = await h.as('core').call(load, { id })
      const is = (data['listData'] as Record<string, ListData>)[ch]!['_hobbygarden'] !== undefined
      const patch = [
        {
          op: is ? ('remove' as const) : ('add' as const),
          path: `/listData/${ch}/_hobbygarden`,
          ...(!is && { value: [] }),
        },
      ]
      return h.as('core').call(save, { id, rev, patch: patch as never })
    }
    // It keeps nobody from saving the rest.
    await write()
    // Other words and no approval any more: neither needs the end.
    await given('annotate', { comment: 'wird geprüft' })
    await given('deactivate')
    await given('activate')
    await given('setdates', { end: day('2030-12-31') })
    expect(await told()).toContain('approvalChanged')
    await write()
  })
})

test('a renewal that is prepared shows nothing to company users, nor does its withdrawal', async () => {
  const id = ids.product.compost
  const seen = async () => {
    const view = await h.as('company').call(load, { id })
    const { list } = await h.as('company').call(gettimeline, { id, kinds: ['approvalEnded'] })
    return { row: row(view, base), ended: list.filter((e) => e.list === base).map(({ at }) => at) }
  }
  const end = '2026-03-01T04:00:00.000Z'
  await act('core', id, start('setdates', { begin: '2026-01-01T04:00:00.000Z', end }))
  const before = await seen()
  expect(before.row).toMatchObject({ active: true, end })
  await act('core', id, start('initiate'))
  expect(await seen()).toEqual(before)
  await act('core2', id, start('removedates'))
  expect(await seen()).toEqual(before)
  await act('core', id, start('initiate'))
  await act('core2', id, start('confirm'))
})

test('what stands with a gap is told by its periods, and found on their days alone', async () => {
  const id = ids.product.compost
  const day = (d: string) => `${d}T04:00:00.000Z`
  const standard = ids.standard.ch
  const dates = (begin: string, end: string) => ({ begin: day(begin), end: day(end) })
  await act('core', id, start('setdates', dates('2026-01-01', '2026-03-20')))
  const { data } = await h.as('core').call(load, { id })
  if (!row({ data }, ch, standard)) await act('core', id, { list: ch, standard, action: 'activate' })
  await act('core', id, { list: ch, standard, action: 'setdates', ...dates('2026-02-01', '2027-01-31') })
  await act('core', id, start('setdates', { list: ch, ...dates('2026-04-01', '2028-01-01') }))
  const { data: shown } = await h.as('company').call(load, { id })
  const { periods, ...rest } = shown.listData[ch]!._approval![standard]!
  expect(periods).toEqual([dates('2026-02-01', '2026-03-20'), dates('2026-04-01', '2027-01-31')])
  expect(rest).toEqual({ active: true })
  await h.indexed()
  const field = (name: string) => `lists.approvals.${name}`
  const found = async (on: string) => {
    const $and = [
      { field: field('standard'), comparison: 'eq' as const, value: standard },
      { field: field('begin'), comparison: 'lte' as const, value: on },
      { field: field('end'), comparison: 'gte' as const, value: on },
    ]
    const attributeFilter = { $nested: { path: 'lists.approvals', match: { $and } } }
    return (await h.as('company').call(search, { attributeFilter })).list.some((one) => one.id === id)
  }
  const days = [
    '2026-01-31',
    '2026-02-01',
    '2026-03-20',
    '2026-03-21',
    '2026-03-31',
    '2026-04-01',
    '2027-02-01',
  ]
  expect(await Promise.all(days.map(found))).toEqual([false, true, true, false, false, true, false])
})

describe('a standard under which products have approvals', () => {
  const change = async (id: string, baseApproval: boolean, more: { dryrun?: boolean } = {}) => {
    const { rev } = await h.as('admin').call(getEntity, { id })
    const patch = [{ op: 'replace' as const, path: '/baseApproval', value: baseApproval }]
    return h.as('admin').call(updatefrompatch, { id, rev, patch, ...more })
  }
  const inUse = { status: 422, key: 'baseApprovalInUse' }

  test('stays a base approval, and does not become one, also by a revert', async () => {
    expect(await refusal(change(eu, false, { dryrun: true }))).toMatchObject(inUse)
    expect(await refusal(change(eu, false))).toMatchObject(inUse)

    const first = (await h.ports.entities.get(eu))!
    const other = { ...first, data: { ...first.data, baseApproval: false } }
    const { rev } = await h.ports.entities.put(other, { expectRev: first.rev, unique: [] })
    h.clock.advance(61)
    expect(await refusal(change(eu, true))).toMatchObject(inUse)
    const reverted = h.as('admin').call(revertEntity, { id: eu, rev, toRev: first.rev })
    expect(await refusal(reverted)).toMatchObject(inUse)

    // One that no product has an approval under may be changed.
    const made = { entityclass: 'biostandard', data: { name: { de_DE: 'Neu' }, baseApproval: false } }
    const { id } = await h.as('admin').call(createEntity, made)
    expect((await change(id, true)).data).toMatchObject({ baseApproval: true })
    expect((await change(id, false)).data).toMatchObject({ baseApproval: false })
    await h.ports.entities.put(first, { expectRev: rev })
    h.clock.advance(61)
  })
  test('is not disabled; taken from a list it leaves what runs there, and no other product gets it', async () => {
    const admin = h.as('admin')
    const data = { name: { de_DE: 'Auslaufend' }, baseApproval: false, activeInLists: [ch] }
    const { id: standard, rev } = await admin.call(createEntity, { entityclass: 'biostandard', data })
    h.clock.advance(61)
    const here = { list: ch, standard }
    const { end = '' } = row(await act('core', compost, { ...here, action: 'grantyear' }), ch, standard)!
    expect(await refusal(admin.call(disable, { id: standard, rev }))).toMatchObject({
      status: 422,
      key: 'stillNamedBy',
    })

    const patch = [{ op: 'replace' as const, path: '/activeInLists', value: [base] }]
    await admin.call(updatefrompatch, { id: standard, rev, patch })
    h.clock.advance(61)
    const stateOf = async () => row(await h.as('core').call(load, { id: compost }), ch, standard)
    expect(await stateOf()).toMatchObject({ active: true, end })
    await act('core', compost, { ...here, action: 'extend' })
    expect((await stateOf())?.end?.slice(0, 4)).toBe(String(Number(end.slice(0, 4)) + 1))
    const id = ids.product.basalt
    await admin.call(addlist, { id, rev: await h.revOf(id), list: ch })
    expect(await refusal(act('admin', id, { ...here, action: 'grantyear' }))).toMatchObject({
      status: 422,
      key: 'approvalStandard',
    })
    await act('core', compost, { ...here, action: 'removedates' })
    expect(await stateOf()).not.toHaveProperty('begin')
  })
  test('depends on what it depended on, whatever the way of the change', async () => {
    const { ch: dependent } = ids.standard
    const dependency = { status: 422, key: 'dependencyInUse' }
    const admin = h.as('admin')
    const first = (await h.ports.entities.get(dependent))!
    const { rev } = first
    const { dependency: _, ...without } = first.data
    const patch = [{ op: 'remove' as const, path: '/dependency' }]
    const merge = { mode: 'merge' as const, patch: { dependency: null } }
    for (const how of [{ patch }, { patch, dryrun: true }, merge])
      expect(await refusal(admin.call(updatefrompatch, { id: dependent, rev, ...how }))).toMatchObject(
        dependency,
      )
    // What an older version let through does not come back either.
    const older = await h.ports.entities.put({ ...first, data: without }, { expectRev: rev })
    h.clock.advance(61)
    const back = [{ op: 'add' as const, path: '/dependency', value: eu }]
    for (const run of [
      admin.call(updatefrompatch, { id: dependent, rev: older.rev, patch: back }),
      admin.call(revertEntity, { id: dependent, rev: older.rev, toRev: rev }),
    ])
      expect(await refusal(run)).toMatchObject(dependency)
    await h.ports.entities.put(first, { expectRev: older.rev })
    h.clock.advance(61)

    const data = { name: { de_DE: 'Neu' }, baseApproval: false, dependency: eu }
    const unused = await admin.call(createEntity, { entityclass: 'biostandard', data })
    expect(
      (await admin.call(updatefrompatch, { id: unused.id, rev: unused.rev, patch })).data,
    ).not.toHaveProperty('dependency')
  })
  test('may depend on another one while there are only words about it, but not after what was read of it', async () => {
    const admin = h.as('admin')
    const data = { name: { de_DE: 'Neu' }, baseApproval: false, activeInLists: [ch] }
    const { id } = await admin.call(createEntity, { entityclass: 'biostandard', data })
    const about = (action: Input['action'], more: Partial<Input> = {}) =>
      act('core', compost, { list: ch, standard: id, action, ...more })
    const depend = async (patch: { op: 'add' | 'remove'; path: string; value?: string }) => {
      const { rev } = await admin.call(getEntity, { id })
      return admin.call(updatefrompatch, { id, rev, patch: [patch as never] })
    }
    const path = '/dependency'
    h.clock.advance(61)
    await about('annotate', { comment: 'wird geprüft' })
    await depend({ op: 'add', path, value: ids.standard.fr })
    await depend({ op: 'remove', path })
    const put = vi.spyOn(h.ports.entities, 'put')
    try {
      put.mockImplementationOnce(async (...of) => {
        await depend({ op: 'add', path, value: ids.standard.fr })
        return h.ports.entities.put(...of)
      })
      // It is decided again on the standard as it is then.
      expect(await refusal(about('grantyear'))).toMatchObject({ status: 422, key: 'approvalDependency' })
    } finally {
      put.mockRestore()
    }
    await depend({ op: 'remove', path })
    await about('grantyear')
    expect(await refusal(depend({ op: 'add', path, value: ids.standard.fr }))).toMatchObject({
      key: 'dependencyInUse',
    })
  })
  test('is no other one while somebody gives an approval under it, whoever is first', async () => {
    const standard = async () => {
      const data = { name: { de_DE: 'Neu' }, baseApproval: false, activeInLists: [ch] }
      const { id } = await h.as('admin').call(createEntity, { entityclass: 'biostandard', data })
      return id
    }
    const approve = (id: string, action: Input['action'] = 'grantyear') =>
      act('core', compost, { list: ch, standard: id, action })
    const becomesBase = async (id: string, baseApproval = true) => {
      const stored = (await h.ports.entities.get(id))!
      const data = { ...stored.data, baseApproval }
      await h.ports.entities.put({ ...stored, data }, { expectRev: stored.rev, unique: [] })
    }
    const put = vi.spyOn(h.ports.entities, 'put')
    /** Just before the next write, when all is decided. */
    const beforeWrite = (meanwhile: () => Promise<unknown>) => {
      put.mockImplementationOnce(async (...of) => {
        await meanwhile()
        return h.ports.entities.put(...of)
      })
    }
    try {
      const first = await standard()
      beforeWrite(() => becomesBase(first))
      expect(await refusal(approve(first))).toMatchObject({ status: 422, key: 'approvalNotInitiated' })

      const second = await standard()
      await becomesBase(second)
      beforeWrite(() => approve(second, 'initiate'))
      expect(await refusal(change(second, false))).toMatchObject(inUse)

      for (const id of [eu, first, second]) await becomesBase(id, false)
      h.clock.advance(61)
      const [third, fourth] = [await standard(), await standard()]
      beforeWrite(() => change(third, true))
      expect(await refusal(change(fourth, true))).toMatchObject({ status: 409, key: 'duplicate' })
      // Deleted it leaves the place to another one.
      await h.as('admin').call(disable, { id: third })
      expect((await change(fourth, true)).data).toMatchObject({ baseApproval: true })
      expect(await refusal(h.as('admin').call(restore, { id: third }))).toMatchObject({
        key: 'baseStandardExists',
      })
    } finally {
      put.mockRestore()
    }
  })
})

test('extending all lists leaves those alone that the actor does not see', async () => {
  const { neem } = ids.product
  const account = (await h.ports.entities.get(ids.account.national))!
  const staticData = { ...(account.data['staticData'] as object), hasApprovalRight: true }
  await h.ports.entities.put(
    { ...account, data: { ...account.data, staticData } },
    { expectRev: account.rev },
  )
  const product = (await h.ports.entities.get('product', neem))!
  const given = {
    active: true,
    hasEverBeenApproved: true,
    begin: '2026-01-01T04:00:00.000Z',
    end: '2027-01-01T04:00:00.000Z',
    approvalInitiatorAccountId: ids.account.core,
    finalApprovalAccountId: ids.account.core2,
  }
  const { listData } = product.data
  const inBase = { ...listData[base]!, _approval: { [eu]: given } }
  const data = { ...product.data, listData: { ...listData, [base]: inBase, [ch]: inBase } }
  await h.ports.entities.put({ ...product, data }, { expectRev: product.rev })
  h.clock.advance(61)
  await act('national', neem, { list: base, action: 'extend', allLists: true })
  const view = await h.as('admin').call(load, { id: neem })
  expect([row(view, base)?.end, row(view, ch)?.end]).toEqual(['2028-01-01T04:00:00.000Z', given.end])
})

test('a row keeps what a later version noted in it, whoever saves and acts on it', async () => {
  const { id, rev, data } = (await h.ports.entities.get('product', compost))!
  const list = data.listData[base]!
  const noted = { ...list._approval[eu]!, notedByALaterVersion: 7 }
  const listData = { ...data.listData, [base]: { ...list, _approval: { ...list._approval, [eu]: noted } } }
  const stored = await h.ports.entities.get(id)
  await h.ports.entities.put(
    { ...stored!, rev: rev + 1, data: { ...stored!.data, listData } },
    { expectRev: rev },
  )
  const rowNow = async () =>
    (await h.ports.entities.get('product', compost))!.data.listData[base]!._approval[eu]
  const patch = [{ op: 'add' as const, path: `/listData/${base}/basis-f5`, value: { textValue: 'saved' } }]
  await h.as('core').call(save, { id, rev: rev + 1, patch })
  expect(await rowNow()).toEqual(noted)
  await act('core', id, start('annotate', { comment: 'seen' }))
  expect(await rowNow()).toMatchObject({ notedByALaterVersion: 7, comment: 'seen' })
})
