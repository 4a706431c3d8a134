/** Which revision an approval releases, and who cannot be the one to release it. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { run } from '../../shared/calls/bml/import/run.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { archivelist } from '../../shared/calls/bml/product/archivelist.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { deleteproduct } from '../../shared/calls/bml/product/deleteproduct.ts'
import { getapprovals } from '../../shared/calls/bml/product/getapprovals.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { movelist } from '../../shared/calls/bml/product/movelist.ts'
import { restore } from '../../shared/calls/bml/product/restore.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { setderived } from '../../shared/calls/bml/product/setderived.ts'
import { unarchivelist } from '../../shared/calls/bml/product/unarchivelist.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import type { ApprovalRow, ProductData } from '../../shared/model/product.ts'
import { CallFailure, failureOf, type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  const institution = (await h.ports.entities.get(ids.institution.aare))!
  const users = [...(institution.data['users'] as string[]), ids.account.coreRhine]
  await h.ports.entities.put(
    { ...institution, data: { ...institution.data, users } },
    { expectRev: institution.rev },
  )
})
afterAll(() => h.close())

const { base, ch } = ids.list
const { eu, ch: swiss } = ids.standard
type Who = DemoUser | { user: DemoUser; account: string }
type Action =
  | 'initiate'
  | 'confirm'
  | 'grantyear'
  | 'setdates'
  | 'extend'
  | 'reset'
  | 'annotate'
  | 'removedates'
  | 'activate'
  | 'deactivate'
  | 'release'
const caller = (who: Who) => (typeof who === 'string' ? h.as(who) : h.as(who.user, who.account))
const revOf = async (id: string) => (await h.ports.entities.get(id))!.rev
const dataOf = async (id: string) => (await h.ports.entities.get('product', id))!.data
const rowOf = async (id: string, list: string = base, standard: string = eu): Promise<ApprovalRow> =>
  (await dataOf(id)).listData[list]!._approval[standard]!
const set = (key: string, value: unknown, list: string = base): JsonPatch[number] => ({
  op: 'add',
  path: `/listData/${list}/${key}`,
  value,
})
const text = (textValue: string) => ({ textValue })
const patch = async (id: string, operations: JsonPatch, who: Who = 'core') =>
  caller(who).call(save, { id, rev: await revOf(id), patch: operations })
const act = async (
  who: Who,
  id: string,
  action: Action,
  list: string = base,
  standard: string = eu,
  dates: { begin?: string; end?: string } = {},
) => {
  const { rev, parentRevs } = await caller(who).call(load, { id })
  return caller(who).call(approvals, { id, rev, parentRevs, list, standard, action, ...dates })
}
async function refusedAs(made: Promise<unknown>) {
  const e = await made.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(e instanceof CallFailure)) throw new Error('expected a refusal')
  return [e.status, e.details.key]
}
const own = [403, 'approvalOwnChanges']
const company = { company: ids.company.nordhain, role: 'distributor' }
/** Made by `core`, with everything that an approval needs. */
async function made(name = 'Made'): Promise<string> {
  const { id } = await h.as('core').call(create, {})
  await patch(id, [
    set('basis-f1', text(name)),
    set('_category', ids.category.compost),
    set('_companies/r1', company),
  ])
  return id
}
/** The same, released in the base list by `core2`. */
async function released(): Promise<string> {
  const id = await made()
  await act('core', id, 'initiate')
  await act('core2', id, 'confirm')
  return id
}
/** Initiated anew, so that somebody can confirm it. */
async function initiatedBy(who: Who, id: string, list: string = base) {
  await act('admin', id, 'reset', list)
  await act(who, id, 'initiate', list)
}

async function checklistEntry(title: string) {
  const data = {
    title: { de_DE: title },
    active: true,
    modus: 'default',
    mandatory: true,
    options: [{ id: 'yes', title: { de_DE: 'Ja' }, okay: true, warning: false, sorting: 1 }],
  }
  const { id } = await h.as('admin').call(createEntity, { entityclass: 'checklist', data })
  h.clock.advance(61)
  return id
}
/** Writes past the rules, as reference data that changed meanwhile would leave it. */
async function storePastRules(id: string, change: (list: Record<string, unknown>) => void) {
  const entity = (await h.ports.entities.get('product', id))!
  const data = structuredClone(entity.data)
  change(data.listData[base]!)
  await h.ports.entities.put({ ...entity, data }, { expectRev: entity.rev })
}

describe('an approval names the revision that it released', () => {
  test('the one that the confirming person saw; extending does not change it, a reset takes it away', async () => {
    const id = await made()
    await act('core', id, 'initiate')
    const seen = await revOf(id)
    await act('core2', id, 'confirm')
    expect((await rowOf(id)).releasedRev).toBe(seen)
    await act('core', id, 'extend')
    expect((await rowOf(id)).releasedRev).toBe(seen)
    await act('core', id, 'reset')
    expect(await rowOf(id)).not.toHaveProperty('releasedRev')
  })

  test('never one that nobody saw, however edits and confirmations meet', async () => {
    type Step = 'edit' | 'confirm' | 'release' | 'look'
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Step>('edit', 'confirm', 'release', 'look'), { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        async (steps, atOnce) => {
          const id = await made()
          await act('core', id, 'initiate')
          const seen = new Map<number, unknown>()
          let rev = 0
          const look = async () => {
            const view = await h.as('core2').call(load, { id })
            rev = view.rev
            seen.set(rev, (view.data as unknown as ProductData).listData[base]!['basis-f5'])
          }
          await look()
          const one = async (step: Step, n: number) => {
            if (step === 'look') await look()
            else if (step === 'edit') await patch(id, [set('basis-f5', text(`edit ${n}`))])
            else await h.as('core2').call(approvals, { id, rev, list: base, standard: eu, action: step })
          }
          if (atOnce) await Promise.allSettled(steps.map(one))
          else for (const [n, step] of steps.entries()) await one(step, n).catch(() => undefined)
          const { releasedRev } = await rowOf(id)
          if (releasedRev === undefined) return
          expect(seen.has(releasedRev)).toBe(true)
          const then = await h.ports.entities.getRevision(id, releasedRev)
          expect(seen.get(releasedRev)).toEqual(
            (then!.entity.data as unknown as ProductData).listData[base]!['basis-f5'],
          )
          // The release itself changed nothing of it.
          const after = await h.ports.entities.getRevision(id, releasedRev + 1)
          expect((after!.entity.data as unknown as ProductData).listData[base]!['basis-f5']).toEqual(
            seen.get(releasedRev),
          )
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('who changed data of the list since its last release does not release it', () => {
  test('from the beginning, whoever initiated it', async () => {
    const id = await made()
    await act('core2', id, 'initiate')
    expect(await refusedAs(act('core', id, 'confirm'))).toEqual(own)
    // Nor with another account of the same person.
    const same = { user: 'core' as const, account: ids.account.coreRhine }
    expect(await refusedAs(act(same, id, 'confirm'))).toEqual(own)
    await act('admin', id, 'confirm')
    // What another person released, they saw.
    await initiatedBy('core2', id)
    expect(await refusedAs(act('core', id, 'confirm'))).toEqual(own)
  })

  test('once somebody else has released it, they may, until they change something again', async () => {
    const id = await released()
    await act('core2', id, 'removedates')
    await act('core2', id, 'initiate')
    await act('core', id, 'confirm')
    // Their own release counts too: what it was about had been seen by two.
    await act('core2', id, 'removedates')
    await act('core2', id, 'initiate')
    await act('core', id, 'confirm')
    await patch(id, [set('basis-f5', text('changed'))])
    await act('core2', id, 'removedates')
    await act('core2', id, 'initiate')
    expect(await refusedAs(act('core', id, 'confirm'))).toEqual(own)
  })

  const ways: [string, (id: string) => Promise<unknown>][] = [
    ['a field', (id) => patch(id, [set('basis-f5', text('x'))])],
    [
      'a component',
      (id) =>
        patch(id, [
          set('_components/base/n', { component: ids.component.horn, secrecy: 'public', amount: 1 }),
        ]),
    ],
    ['a company', (id) => patch(id, [set('_companies/r9', { ...company, role: 'manufacturer' })])],
    [
      'the checklist',
      async (id) => patch(id, [set(`_checklist/${await checklistEntry('Prüfung')}`, { status: 'yes' })]),
    ],
    [
      'the general call',
      async (id) =>
        h.as('core').call(updatefrompatch, {
          id,
          rev: await revOf(id),
          patch: [set('basis-f5', text('general'))],
        }),
    ],
    [
      'a revert to what another person wrote',
      async (id) => {
        await patch(id, [set('basis-f5', text('of admin'))], 'admin')
        const before = await revOf(id)
        await patch(id, [set('basis-f5', text('of core2'))], 'core2')
        return h.as('core').call(revert, { id, rev: await revOf(id), toRev: before })
      },
    ],
    [
      'a change, then deletion and return',
      async (id) => {
        await patch(id, [set('basis-f5', text('y'))])
        await h.as('admin').call(deleteproduct, { id, rev: await revOf(id) })
        return h.as('admin').call(restore, { id, rev: await revOf(id) })
      },
    ],
    [
      'a value of the derived parent',
      async (id) => {
        const parent = await made('Parent')
        await h.as('admin').call(setderived, { id, rev: await revOf(id), parent })
        await patch(
          id,
          [{ op: 'remove', path: `/listData/${base}/basis-f1` }, set('_linked/basis-f1', 'derived')],
          'admin',
        )
        await act('admin', id, 'reset')
        await act('admin', id, 'initiate')
        await act('core2', id, 'confirm')
        return patch(parent, [set('basis-f1', text('Parent renamed'))])
      },
    ],
  ]
  test.each(ways)('%s', async (_, change) => {
    const id = await released()
    await change(id)
    await act('core2', id, 'removedates')
    await act('core2', id, 'initiate')
    expect(await refusedAs(act('core', id, 'confirm'))).toEqual(own)
  })

  test('an import', async () => {
    const named = (name: string) => ({
      kind: 'product' as const,
      key: 'released',
      data: {
        listData: {
          [base]: {
            _responsible: { institution: ids.institution.aare },
            _category: ids.category.compost,
            'basis-f1': text(name),
            _companies: { r1: company },
          },
        },
      },
    })
    const take = async (name: string) => {
      await h.as('admin').call(run, { source: 'tiny', items: [named(name)] })
      await h.worked()
    }
    await take('A')
    const id = (await h.ports.entities.findUnique('product#/importKey#tiny:released'))!
    await act('core', id, 'initiate')
    expect(await refusedAs(act('admin', id, 'confirm'))).toEqual(own)
    await act('core2', id, 'confirm')
    await act('core', id, 'removedates')
    await take('B')
    await act('core', id, 'initiate')
    expect(await refusedAs(act('admin', id, 'confirm'))).toEqual(own)
  })

  test('what a list reads from the base list, and what came with it from another product', async () => {
    const [id, target] = [await released(), await made('Target')]
    await h.as('admin').call(addlist, { id, rev: await revOf(id), list: ch })
    await act('core2', id, 'initiate', ch)
    expect(await refusedAs(act('admin', id, 'confirm', ch))).toEqual(own)
    await act('core', id, 'confirm', ch)
    await patch(id, [set('basis-f1', text('Renamed'))])
    await act('core2', id, 'removedates', ch)
    await act('core2', id, 'initiate', ch)
    expect(await refusedAs(act('core', id, 'confirm', ch))).toEqual(own)
    await h.as('admin').call(movelist, { id, rev: await revOf(id), list: ch, target })
    await act('core2', target, 'initiate', ch)
    expect(await refusedAs(act('core', target, 'confirm', ch))).toEqual(own)
    // Nor who moved it.
    expect(await refusedAs(act('admin', target, 'confirm', ch))).toEqual(own)
  })

  test('what is not evaluated counts for nothing: notes, display, archiving, another list', async () => {
    const id = await released()
    await h.as('admin').call(addlist, { id, rev: await revOf(id), list: ch })
    await patch(id, [set('_display', { standards: { [eu]: { order: 3 } } })])
    await patch(id, [
      { op: 'remove', path: `/listData/${ch}/_linked/basis-f5` },
      set('basis-f5', text('of Switzerland'), ch),
    ])
    await h.as('core').call(archivelist, { id, rev: await revOf(id), list: ch })
    await h.as('core').call(unarchivelist, { id, rev: await revOf(id), list: ch })
    await act('core2', id, 'removedates')
    await act('core2', id, 'initiate')
    expect((await act('core', id, 'confirm')).rev).toBeGreaterThan(1)
  })

  test('a standard that one person approves: by none of the ways that give it, but its dates move', async () => {
    const id = await released()
    await h.as('core').call(addlist, { id, rev: await revOf(id), list: ch })
    for (const action of ['grantyear', 'setdates'] as const)
      expect([action, await refusedAs(act('core', id, action, ch, swiss))]).toEqual([action, own])
    await h.as('core').call(approvals, {
      id,
      rev: await revOf(id),
      list: ch,
      standard: swiss,
      action: 'activate',
    })
    expect(await refusedAs(act('core', id, 'confirm', ch, swiss))).toEqual(own)
    const seen = await revOf(id)
    await act('core2', id, 'grantyear', ch, swiss)
    expect(await rowOf(id, ch, swiss)).toMatchObject({ releasedRev: seen })
    await patch(id, [set('_companies/r9', { ...company, role: 'manufacturer' }, ch)])
    await act('core', id, 'extend', ch, swiss)
    expect(await rowOf(id, ch, swiss)).toMatchObject({ releasedRev: seen })
  })

  test('new dates for a base approval that has not begun are a release, and keep its two people', async () => {
    const day = (on: string) => `${on}T04:00:00.000Z`
    const id = await released()
    const given = await rowOf(id)
    await act('core2', id, 'setdates', base, eu, { begin: day('2027-01-01'), end: day('2030-01-01') })
    // It was valid until now: what was released stays what it is.
    expect(await rowOf(id)).toMatchObject({ releasedRev: given.releasedRev })
    await patch(id, [set('basis-f5', text('changed ahead of its beginning'))])
    const seen = await revOf(id)
    await act('core2', id, 'setdates', base, eu, { begin: day('2026-01-01'), end: day('2030-01-01') })
    const people = ({
      approvalInitiatorAccountId,
      finalApprovalAccountId,
      finalApprovalDate,
    }: ApprovalRow) => ({
      approvalInitiatorAccountId,
      finalApprovalAccountId,
      finalApprovalDate,
    })
    expect(people(await rowOf(id))).toEqual(people(given))
    expect(await rowOf(id)).toMatchObject({ releasedRev: seen, begin: day('2026-01-01') })
  })

  test('what has ended or was switched off comes back by nobody who changed the data meanwhile', async () => {
    const id = await released()
    await h.as('core').call(addlist, { id, rev: await revOf(id), list: ch })
    await act('core2', id, 'grantyear', ch, swiss)
    const day = (on: string) => `${on}T04:00:00.000Z`
    const dates = (who: Who, begin: string, end: string) =>
      act(who, id, 'setdates', ch, swiss, { begin: day(begin), end: day(end) })
    await dates('core2', '2024-01-01', '2025-01-01')
    await patch(id, [set('basis-f5', text('changed'))])
    const longer = ['2024-01-01', '2030-01-01'] as const
    expect(await refusedAs(dates('core', ...longer))).toEqual(own)
    const seen = await revOf(id)
    await dates('core2', ...longer)
    expect(await rowOf(id, ch, swiss)).toMatchObject({ releasedRev: seen, end: day('2030-01-01') })
    // One that has not begun.
    await dates('core2', '2027-01-01', '2030-01-01')
    await patch(id, [set('basis-f5', text('changed again'))])
    expect(await refusedAs(dates('core', ...longer))).toEqual(own)
    await dates('core2', ...longer)

    await act('admin', id, 'deactivate')
    await act('admin', id, 'deactivate', ch, swiss)
    await patch(id, [set('basis-f5', text('and again'))])
    expect(await refusedAs(act('core', id, 'activate'))).toEqual(own)
    expect(await refusedAs(act('core', id, 'activate', ch, swiss))).toEqual(own)
    const before = await rowOf(id)
    await act('core2', id, 'activate')
    await act('core2', id, 'activate', ch, swiss)
    // What two people gave is what comes back: nobody releases what changed since.
    expect((await rowOf(id)).releasedRev).toBe(before.releasedRev)
    // Without dates there is nothing to come back.
    await act('core', id, 'removedates')
    await act('core', id, 'deactivate')
    await act('core', id, 'activate')
  })
})

describe('what has changed under an approval that goes on is confirmed again', () => {
  const day = (on: string) => `${on}T04:00:00.000Z`
  const change = (id: string, who: Who = 'core', value = 'changed') =>
    patch(id, [set('basis-f5', text(value))], who)
  const stayed = ({ releasedRev: _, releasedParents: __, updatedBy: ___, ...row }: ApprovalRow) => row

  test('by another person; the days and the two people stay, the history says it', async () => {
    const id = await released()
    const given = await rowOf(id)
    await change(id)
    expect(await refusedAs(act('core', id, 'release'))).toEqual(own)
    const same = { user: 'core' as const, account: ids.account.coreRhine }
    expect(await refusedAs(act(same, id, 'release'))).toEqual(own)
    const seen = await revOf(id)
    await act('core2', id, 'release')
    expect(stayed(await rowOf(id))).toEqual(stayed(given))
    expect(await rowOf(id)).toMatchObject({ releasedRev: seen })
    const { list } = await h.as('core').call(gettimeline, { id, kinds: ['approvalReleased'] })
    expect(list).toMatchObject([
      { kind: 'approvalReleased', list: base, standard: eu, by: ids.account.core2, rev: seen + 1 },
    ])
    // It was a release: what it was about has been seen by two, so who changed it may do the next one.
    await change(id, 'core2', 'changed by the other')
    await act('core', id, 'release')
  })

  test('under a standard that one person approves: it notes who and when', async () => {
    const id = await released()
    await h.as('core').call(addlist, { id, rev: await revOf(id), list: ch })
    await act('core2', id, 'grantyear', ch, swiss)
    const given = await rowOf(id, ch, swiss)
    await patch(id, [set('_companies/r9', { ...company, role: 'manufacturer' }, ch)])
    expect(await refusedAs(act('core', id, 'release', ch, swiss))).toEqual(own)
    h.clock.advance(3600)
    await act('admin', id, 'release', ch, swiss)
    const { finalApprovalDate, finalApprovalAccountId, begin, end } = await rowOf(id, ch, swiss)
    expect({ begin, end }).toEqual({ begin: given.begin, end: given.end })
    expect(finalApprovalAccountId).toBe(ids.account.admin)
    expect(finalApprovalDate! > given.finalApprovalDate!).toBe(true)
  })

  test('not where nothing has changed, or what has changed was taken back, nor where it is not valid', async () => {
    const id = await released()
    const unchanged = [422, 'approvalUnchanged']
    expect(await refusedAs(act('core', id, 'release'))).toEqual(unchanged)
    await change(id)
    await patch(id, [{ op: 'remove', path: `/listData/${base}/basis-f5` }])
    expect(await refusedAs(act('core2', id, 'release'))).toEqual(unchanged)
    await change(id)
    await act('core2', id, 'deactivate')
    expect(await refusedAs(act('core2', id, 'release'))).toEqual([422, 'approvalInactive'])
    await act('core2', id, 'activate')
    await act('core2', id, 'setdates', base, eu, { begin: day('2027-01-01'), end: day('2030-01-01') })
    expect(await refusedAs(act('core2', id, 'release'))).toEqual([422, 'approvalNotValidToday'])
    await act('core', id, 'removedates')
    expect(await refusedAs(act('core2', id, 'release'))).toEqual([422, 'approvalNotValidToday'])
  })

  test('not of a revision or a parent that nobody saw, whatever else was saved meanwhile', async () => {
    const [id, parent] = [await released(), await made('Parent')]
    await h.as('admin').call(setderived, { id, rev: await revOf(id), parent })
    await patch(
      id,
      [{ op: 'remove', path: `/listData/${base}/basis-f1` }, set('_linked/basis-f1', 'derived')],
      'admin',
    )
    const of = { id, list: base, standard: eu, action: 'release' as const }
    const { rev, parentRevs } = await h.as('core2').call(load, { id })
    await change(id)
    expect(await failureOf(h.as('core2').call(approvals, { ...of, rev, parentRevs }))).toMatchObject({
      status: 409,
    })
    const seen = await h.as('core2').call(load, { id })
    await patch(parent, [set('basis-f1', text('Parent renamed'))], 'admin')
    for (const parents of [seen.parentRevs, undefined])
      expect(
        await failureOf(h.as('core2').call(approvals, { ...of, rev: seen.rev, parentRevs: parents })),
      ).toMatchObject({ status: 409 })
    await act('core2', id, 'release')
    expect(await rowOf(id)).toMatchObject({ releasedParents: [await revOf(parent)] })
  })

  test('also by nobody who lacks the right, the distributor or the approval that it depends on', async () => {
    const id = await released()
    await h.as('core').call(addlist, { id, rev: await revOf(id), list: ch })
    await act('core2', id, 'grantyear', ch, swiss)
    await change(id)
    for (const who of ['national', 'company'] as const)
      expect((await failureOf(act(who, id, 'release'))).status, who).toBeGreaterThanOrEqual(403)
    await patch(id, [{ op: 'replace', path: `/listData/${ch}/_companies/r1/role`, value: 'manufacturer' }])
    expect(await refusedAs(act('core2', id, 'release', ch, swiss))).toEqual([422, 'approvalDistributor'])
    await act('core2', id, 'deactivate')
    expect(await refusedAs(act('core2', id, 'release', ch, swiss))).toEqual([422, 'approvalDependency'])
  })
})

describe('what an approval released, and what it lacks', () => {
  const statusOf = async (id: string, who: Who = 'core', list: string = base) => {
    const { lists } = await caller(who).call(getapprovals, { id })
    return lists.find((one) => one.list === list)!
  }
  const under = async (id: string, who: Who = 'core', list: string = base, standard: string = eu) =>
    (await statusOf(id, who, list)).approvals.find((one) => one.standard === standard)!

  test('the released revision, and what has changed since by its keys; a value that is as it was has not', async () => {
    const id = await released()
    const { releasedRev } = await rowOf(id)
    expect(await under(id)).toEqual({ standard: eu, missing: [], releasedRev, changed: [] })
    await patch(id, [
      set('basis-f5', text('x')),
      set('_components/base/n', { component: ids.component.horn, secrecy: 'public', amount: 1 }),
      set('_notes/n1', { text: 'n', read: false, at: h.clock.now(), by: ids.account.core }),
    ])
    expect((await under(id)).changed?.sort()).toEqual(['_components', 'basis-f5'])
    await patch(id, [
      { op: 'remove', path: `/listData/${base}/basis-f5` },
      { op: 'remove', path: `/listData/${base}/_components/base/n` },
    ])
    expect((await under(id)).changed).toEqual([])
  })

  test('one of before it was noted is found by its date; one of an import is said to be one', async () => {
    const { compost } = ids.product
    expect(await under(compost)).toMatchObject({ releasedRev: 1, changed: [] })
    await patch(compost, [set('basis-f5', text('later'))])
    expect(await under(compost)).toMatchObject({ releasedRev: 1, changed: ['basis-f5'] })
  })

  test('a list tells it of what it reads from the base list and from a derived parent of then', async () => {
    const [id, parent] = [await released(), await made('Parent')]
    const admin = h.as('admin')
    await admin.call(addlist, { id, rev: await revOf(id), list: ch })
    await admin.call(setderived, { id, rev: await revOf(id), parent })
    await patch(
      id,
      [{ op: 'remove', path: `/listData/${ch}/_linked/basis-f1` }, set('_linked/basis-f1', 'derived', ch)],
      'admin',
    )
    await act('core2', id, 'initiate', ch)
    await act('core', id, 'confirm', ch).catch(async () => {
      // The parent is theirs.
      await act('core2', id, 'removedates', ch)
      await act('core', id, 'initiate', ch)
      await act('core2', id, 'confirm', ch)
    })
    expect((await under(id, 'core', ch)).changed).toEqual([])
    await patch(parent, [set('basis-f1', text('Parent renamed'))])
    expect((await under(id, 'core', ch)).changed).toEqual(['basis-f1'])
    await patch(id, [set('basis-f5', text('base'))])
    expect((await under(id, 'core', ch)).changed?.sort()).toEqual(['basis-f1', 'basis-f5'])
  })

  test('nothing is told of what the viewer does not see', async () => {
    const id = ids.product.neem
    const secret = { component: ids.component.secret, secrecy: 'base-data-responsible', amount: 2 }
    await patch(id, [set('_components/base/hidden', secret)], 'admin')
    expect((await under(id, 'admin')).changed).toEqual(['_components'])
    expect((await under(id, 'core')).changed).toEqual([])
    expect((await h.as('company').call(getapprovals, { id: ids.product.compost })).lists).toEqual([])
  })

  test('who has changed something is told so, in the lists that they may approve in', async () => {
    const id = await made()
    expect((await statusOf(id, 'core')).hasOwnChanges).toBe(true)
    expect((await statusOf(id, 'core2')).hasOwnChanges).toBe(false)
  })

  test('what is missing leads to its place: a company, a value, a checklist entry, another approval', async () => {
    const check = await checklistEntry('Laborbericht')
    const { id } = await h.as('core').call(create, {})
    await patch(id, [set('basis-f1', text('Bare')), set('_category', ids.category.compost)])
    await h.as('admin').call(addlist, { id, rev: await revOf(id), list: ch })
    const keys = async (list: string) =>
      (await statusOf(id, 'core', list)).missing
        .map(({ key, path }) => [key, path])
        // Not the entry of the test above.
        .filter(([key, path]) => key !== 'checklistUnmet' || path?.endsWith(check))
    const place = (list: string, key: string) => `/listData/${list}/${key}`
    expect(await keys(base)).toEqual([
      ['approvalCompany', place(base, '_companies')],
      ['checklistUnmet', place(base, `_checklist/${check}`)],
    ])
    expect(await keys(ch)).toContainEqual(['approvalDistributor', place(ch, '_companies')])
    expect((await under(id, 'core', ch, swiss)).missing).toEqual([
      { key: 'approvalDependency', path: place(ch, `_approval/${eu}`), standard: eu },
    ])
    await patch(id, [set(`_checklist/${check}`, { status: 'yes' }), set('_companies/r1', company)])
    expect(await keys(base)).toEqual([])
    await storePastRules(id, (list) => {
      list['_category'] = ids.category.closed
    })
    expect(await keys(base)).toEqual([['categoryDisabled', place(base, '_category')]])
  })
})
