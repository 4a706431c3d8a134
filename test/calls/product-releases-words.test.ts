/** Words that confirmations print with an approval are released with it; a merge of companies changes nothing of what was released. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countingRevisions } from '../../functions/services/product/counting-revisions.ts'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { create as createCompany } from '../../shared/calls/bml/company/create.ts'
import { merge } from '../../shared/calls/bml/company/merge.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { getapprovals } from '../../shared/calls/bml/product/getapprovals.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { goes, merging, seedMerge, stays } from './company-merge.world.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'
import { set, text } from './product-data.ts'

const { base, ch } = ids.list
const { eu, ch: swiss } = ids.standard
let h: Harness
/** A standard that one person approves, and that depends on no other. */
let free: string
beforeAll(async () => {
  h = await startHarness()
  const data = { name: { de_DE: 'Allein' }, activeInLists: [base, ch] }
  free = (await h.as('admin').call(createEntity, { entityclass: 'biostandard', data })).id
  h.clock.advance(61)
})
afterAll(() => h.close())

const patch = async (who: DemoUser, id: string, operations: JsonPatch) =>
  h.as(who).call(save, { id, rev: await h.revOf(id), patch: operations })
const act = async (
  who: DemoUser,
  id: string,
  action: 'initiate' | 'confirm' | 'annotate' | 'release' | 'grantyear',
  more: { list?: string; standard?: string; restriction?: string; comment?: string } = {},
) => {
  const { rev, parentRevs } = await h.as(who).call(load, { id })
  return h.as(who).call(approvals, { id, rev, parentRevs, list: base, standard: eu, action, ...more })
}
const key = async (made: Promise<unknown>) => (await refusal(made)).key
const told = async (who: DemoUser, id: string, { list = base, standard = eu } = {}) => {
  const { lists } = await h.as(who).call(getapprovals, { id })
  const of = lists.find((one) => one.list === list)!
  return { ...of, ...of.approvals.find((one) => one.standard === standard)! }
}
/** Of `core`, with a base approval of `admin` and `core2`. */
async function released(company: string = ids.company.nordhain): Promise<string> {
  const { id } = await h.as('core').call(create, {})
  await patch('core', id, [
    set(base, 'basis-f1', text('Made')),
    set(base, '_category', ids.category.compost),
    set(base, '_companies/r1', { company, role: 'distributor' }),
  ])
  await act('admin', id, 'initiate')
  await act('core2', id, 'confirm')
  return id
}
const limit = (list: string, standard: string, words: string): JsonPatch => [
  set(list, '_display', { standards: { [standard]: { limitation: { de_DE: words } } } }),
]

describe('words that are printed with an approval', () => {
  test('a restriction has changed since the release, and somebody else than who wrote it releases it', async () => {
    const id = await released()
    await act('admin', id, 'annotate', { comment: 'a remark is not printed' })
    expect((await told('core', id)).changed).toEqual([])
    await act('core', id, 'annotate', { restriction: 'Only outdoors' })
    expect(await told('core', id)).toMatchObject({
      changed: ['_restriction'],
      ownWords: 'entered',
    })
    expect((await told('admin', id)).ownWords).toBeUndefined()
    expect(await key(act('core', id, 'release'))).toBe('approvalOwnChanges')
    await act('admin', id, 'release')
    expect(await told('core', id)).toMatchObject({ changed: [] })
    // What is as it was released is nobody's.
    await act('admin', id, 'annotate', { restriction: 'Nowhere' })
    await act('admin', id, 'annotate', { restriction: 'Only outdoors' })
    expect(await key(act('admin', id, 'release'))).toBe('approvalUnchanged')
    // Taking it away is a change, too.
    await act('admin', id, 'annotate', { restriction: '' })
    expect((await told('core', id)).changed).toEqual(['_restriction'])
    expect(await key(act('admin', id, 'release'))).toBe('approvalOwnChanges')
    await act('core2', id, 'release')
  })

  test('so have the limits that the list has of its own, which a save changes, and not their order', async () => {
    const id = await released()
    await patch('core', id, [set(base, '_display', { standards: { [eu]: { order: 3 } } })])
    expect((await told('core', id)).changed).toEqual([])
    await patch('core', id, limit(base, eu, '10 kg a hectare'))
    expect(await told('core', id)).toMatchObject({ changed: ['_limitation'], ownWords: 'entered' })
    expect(await key(act('core', id, 'release'))).toBe('approvalOwnChanges')
    await act('core2', id, 'release')
    expect((await told('core', id)).changed).toEqual([])
  })

  test('those of one standard hold back no other, whose release is not about them either', async () => {
    const id = await released()
    await act('admin', id, 'grantyear', { standard: free })
    await act('core2', id, 'annotate', { standard: free, restriction: 'Only outdoors' })
    expect((await told('core2', id)).changed).toEqual([])
    await patch('core', id, [set(base, 'basis-f5', text('changed'))])
    await act('core2', id, 'release')
    expect(await told('core2', id, { standard: free })).toMatchObject({
      hasOwnChanges: false,
      changed: ['basis-f5', '_restriction'],
      ownWords: 'entered',
    })
    expect(await key(act('core2', id, 'release', { standard: free }))).toBe('approvalOwnChanges')
    await act('core', id, 'release', { standard: free })
  })

  test('who wrote them does not give the approval for the first time either', async () => {
    const id = await released()
    await act('core2', id, 'annotate', { standard: free, restriction: 'Only outdoors' })
    expect((await told('core2', id, { standard: free })).ownWords).toBe('entered')
    expect(await key(act('core2', id, 'grantyear', { standard: free }))).toBe('approvalOwnChanges')
    await act('admin', id, 'grantyear', { standard: free })
    // A base approval has two people anyway: who initiates it may say under what.
    const other = await released()
    await h.as('core').call(addlist, { id: other, rev: await h.revOf(other), list: ch })
    await act('admin', other, 'initiate', { list: ch })
    await act('admin', other, 'annotate', { list: ch, restriction: 'Only outdoors' })
    await act('core2', other, 'confirm', { list: ch })
  })

  test('limits that came along from the base list are of who wrote them there, and of who added the list', async () => {
    const id = await released()
    await patch('core2', id, limit(base, swiss, '10 kg a hectare'))
    await h.as('core').call(addlist, { id, rev: await h.revOf(id), list: ch })
    for (const who of ['core', 'core2'] as const)
      expect(await key(act(who, id, 'grantyear', { list: ch, standard: swiss })), who).toBe(
        'approvalOwnChanges',
      )
    await act('admin', id, 'grantyear', { list: ch, standard: swiss })
  })
})

describe('a merge of companies', () => {
  test('changes nothing of what was released, and makes nobody who entered it but who entered the company', async () => {
    await seedMerge(h, 0)
    const id = await released(goes)
    const entered = await released(goes)
    const more = set(base, '_companies/r2', { company: goes, role: 'contract-manufacturer', amount: 60 })
    const own = set(base, '_companies/r3', { company: stays, role: 'contract-manufacturer', amount: 40 })
    await patch('core2', entered, [own])
    await act('core', entered, 'release')
    await patch('core2', entered, [more])
    await merging(h)
    expect((await told('core', id)).changed).toEqual([])
    expect(await told('admin', id)).toMatchObject({ changed: [], hasOwnChanges: false })
    expect(await key(act('core', id, 'release'))).toBe('approvalUnchanged')
    // Their rows are one now: what the other one had is still what one person entered.
    expect(await told('admin', entered)).toMatchObject({ changed: ['_companies'], hasOwnChanges: false })
    expect(await told('core2', entered)).toMatchObject({ changed: ['_companies'], hasOwnChanges: true })
    expect(await key(act('core2', entered, 'release'))).toBe('approvalOwnChanges')
    await act('admin', entered, 'release')
    // A change beside the merge is one all the same.
    await patch('core', id, [set(base, '_companies/r1/role', 'manufacturer')])
    expect((await told('core2', id)).changed).toEqual(['_companies'])
  })
})

test('a company that somebody entered is theirs also while it is merged with the one before it: the merge can be taken back', async () => {
  const [former, next] = await Promise.all(
    ['Former', 'Next'].map((name) => h.as('admin').call(createCompany, { name })),
  )
  const id = await released(former!.id)
  await act('admin', id, 'grantyear', { standard: free })
  await patch('admin', id, [set(base, '_companies/r1/company', next!.id)])
  const companies = await Promise.all(
    [former!, next!].map(async (one) => ({ id: one.id, rev: await h.revOf(one.id) })),
  )
  const { jobId } = await h.as('admin').call(merge, { companies, survivor: next!.id })
  await h.worked()
  // Beside what a colleague changed they would release it, too.
  await patch('core', id, [set(base, 'basis-f5', text('changed'))])
  expect(await told('admin', id)).toMatchObject({ changed: ['basis-f5'], hasOwnChanges: true })
  for (const standard of [eu, free])
    expect(await key(act('admin', id, 'release', { standard })), standard).toBe('approvalOwnChanges')
  // Who entered nothing of it may.
  await act('core2', id, 'release')
  expect(await told('admin', id)).toMatchObject({ changed: [], hasOwnChanges: false })
  await h.as('admin').call(undo, { id: jobId })
  await h.worked()
  const { data } = (await h.ports.entities.get('product', id))!
  expect(data.listData[base]!._companies['r1']?.company).toBe(next!.id)
  expect(await told('core', id)).toMatchObject({ changed: [] })
})

test('what counts as released of before it was noted is found in one walk, whatever was said of it since', async () => {
  const { entities } = h.ports
  const { id } = await h.as('core').call(create, {})
  const standards = Array.from({ length: 30 }, (_, n) => `standard-${n}`)
  const first = (await entities.get('product', id))!
  let last = first
  const write = async (rows: object, events: Parameters<typeof entities.put>[1]['events']) => {
    const data = structuredClone(last.data)
    Object.assign(data.listData[base]!._approval, rows)
    last = { ...last, rev: last.rev + 1, data }
    await entities.put(last, { expectRev: last.rev - 1, ...(events && { events }) })
  }
  const saved = { kind: 'saved' as const, list: base }
  const row = { active: true, hasEverBeenApproved: true, begin: '2026-01-01T04:00:00.000Z' }
  const gave = new Map<string, number>()
  for (const [n, standard] of standards.entries()) {
    for (let m = 0; m < 3; m++) await write({}, [saved])
    // One that nobody told of: an older version wrote it.
    const events = n === 7 ? undefined : [{ kind: 'approvalConfirmed' as const, list: base, standard }]
    await write({ [standard]: { ...row, finalApprovalDate: `2026-01-01T04:00:${10 + n}.000Z` } }, events)
    gave.set(standard, last.rev)
  }
  const noted = { ...last.data.listData[base]!._approval[standards[0]!]!, comment: 'said later' }
  await write({ [standards[0]!]: noted }, [{ kind: 'approvalChanged', list: base, standard: standards[0]! }])
  const given = standards.map((standard) => ({
    list: base,
    standard,
    row: last.data.listData[base]!._approval[standard]!,
  }))
  let states = 0
  const reads = {
    get: (of: string) => entities.get(of),
    getMany: (of: string[]) => entities.getMany(of),
    history: entities.history.bind(entities),
    getRevision: (of: string, rev: number) => {
      states++
      return entities.getRevision(of, rev)
    },
  }
  const found = await countingRevisions(reads, last, given)
  expect(new Map(found.map(({ standard, rev }) => [standard, rev]))).toEqual(gave)
  expect(states).toBeLessThanOrEqual(standards.length + 1)
})
