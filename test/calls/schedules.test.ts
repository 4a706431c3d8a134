/** What starts by itself: told, switched and started by hand by administrators. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { list as listJobs } from '../../shared/calls/batch/job/list.ts'
import { list } from '../../shared/calls/batch/schedule/list.ts'
import { run as runNow } from '../../shared/calls/batch/schedule/run.ts'
import { set } from '../../shared/calls/batch/schedule/set.ts'
import { markforunindex } from '../../shared/calls/bml/invoice/markforunindex.ts'
import { runresult } from '../../shared/calls/bml/invoice/runresult.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { Contract } from '../../shared/contract.ts'
import { dueMessage } from '../../shared/jobs/due-times.ts'
import { type ScheduleName, scheduleRules } from '../../shared/jobs/schedules.ts'
import type { Institution } from '../../shared/model/administration.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { change } from './confirmations.world.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { aare, belmont, makeProduct, makeSchedule, run } from './invoice.world.ts'

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(() => h.close())

const { base } = ids.list
const day = 24 * 3600
const admin = () => h.as('admin')
const of = async (name: ScheduleName) => (await admin().call(list, {})).list.find((one) => one.name === name)!
async function started(name: ScheduleName, dryRun: boolean) {
  const { jobId } = await admin().call(runNow, { schedule: name, dryRun })
  await h.worked()
  return admin().call(checkstatus, { id: jobId })
}

it('tells of each schedule whether it is on and when it is due, and of administrators alone', async () => {
  const { list: all } = await admin().call(list, {})
  expect(all.map(({ name, isOn }) => [name, isOn])).toEqual([
    ['yearly-invoices', false],
    ['yearly-unindex', true],
    ['expired-searches', true],
  ])
  for (const { nextDue } of all) expect(Date.parse(nextDue!)).toBeGreaterThan(h.clock.millis())
  const asked: [Contract, Record<string, unknown>][] = [
    [list, {}],
    [set, { schedule: 'yearly-invoices', isOn: true }],
    [runNow, { schedule: 'yearly-unindex', dryRun: true }],
  ]
  for (const who of ['core', 'national', 'registered', 'company'] as const)
    for (const [contract, input] of asked)
      await expect(h.as(who).call(contract, input)).rejects.toMatchObject({ code: 'forbidden' })
  expect((await of('yearly-invoices')).isOn).toBe(false)
})

it('is switched by its name, and no other', async () => {
  const { list: after } = await admin().call(set, { schedule: 'yearly-invoices', isOn: true })
  expect(after.map(({ isOn }) => isOn)).toEqual([true, true, true])
  expect((await of('yearly-invoices')).isOn).toBe(true)
  await admin().call(set, { schedule: 'yearly-invoices', isOn: false })
  expect((await of('yearly-invoices')).isOn).toBe(false)
  await expect(admin().call(set, { schedule: 'nightly' as ScheduleName, isOn: true })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

it('tells what became of it when it was due last', async () => {
  const rule = scheduleRules.find(({ name }) => name === 'expired-searches')!
  const { lastDue, lastJob } = await of(rule.name)
  expect(lastJob).toBeUndefined()
  await h.ports.jobs.send([dueMessage(rule, Date.parse(lastDue!))])
  await h.worked()
  expect((await of(rule.name)).lastJob).toMatchObject({ kind: 'expiry', status: 'complete', canUndo: false })
})

it('tells of its own last run by hand, however long ago and however many jobs came since; a preview is none', async () => {
  expect((await of('yearly-unindex')).lastByHand).toBeUndefined()
  await started('yearly-unindex', false)
  const [one, other] = await Promise.all([
    admin().call(runNow, { schedule: 'yearly-unindex', dryRun: false }),
    admin().call(runNow, { schedule: 'yearly-unindex', dryRun: false }),
  ])
  await started('yearly-unindex', true)
  await h.worked()
  h.clock.advance(200 * day)
  const { lastByHand } = await of('yearly-unindex')
  expect([one.jobId, other.jobId]).toContain(lastByHand?.id)
  expect(lastByHand).toMatchObject({ status: 'complete', startedBy: ids.account.admin })
  expect((await of('expired-searches')).lastByHand).toBeUndefined()
})

it('lists that are marked are deactivated by hand too, once somebody has seen how many', async () => {
  await makeSchedule(h)
  const goes = await makeProduct(h, { company: belmont })
  await run(h, { institutions: [aare], companies: [belmont] })
  await h.indexed()
  await admin().call(markforunindex, { productId: goes, listId: base, institutionId: aare })
  h.clock.advance(300 * day)
  const isActive = async () =>
    ((await h.ports.entities.get(goes))!.data as ProductData).listData[base]!._active
  const told = await started('yearly-unindex', true)
  expect(told).toMatchObject({ status: 'complete', about: { isDryRun: true }, result: { deactivated: 1 } })
  expect(await isActive()).toBe(true)
  expect(h.mails).toEqual([])
  const done = await started('yearly-unindex', false)
  expect(done).toMatchObject({ status: 'complete', about: {}, result: { deactivated: 1, unchanged: 0 } })
  expect(await isActive()).toBe(false)
  // Another one has nothing left to do, and tells nobody that it did.
  for (const dryRun of [true, false])
    expect(await started('yearly-unindex', dryRun)).toMatchObject({
      result: { deactivated: 0, unchanged: 1 },
    })
})

it('expired searches are counted before they are removed, and the jobs that do so by hand are listed', async () => {
  const { id } = await h.as('core').call(create, {
    entityclass: 'savedsearch',
    data: { title: 'Link', isTemporary: true, tree: { type: 'nop' } },
  })
  h.clock.advance(400 * day)
  const isThere = async () => (await h.ports.entities.get(id)) !== undefined
  expect(await started('expired-searches', true)).toMatchObject({ result: { removed: 1 } })
  expect(await isThere()).toBe(true)
  const done = await started('expired-searches', false)
  expect(done).toMatchObject({ result: { removed: 1 } })
  expect(await isThere()).toBe(false)
  await h.indexed()
  const { list: jobs } = await admin().call(listJobs, { of: 'all' })
  expect(jobs.map((job) => job.id)).toContain(done.id)
})

it('yearly invoices are tried and made by hand, for the institutions that have them switched on', async () => {
  await makeSchedule(h)
  // Tried is the run that comes next, done is the one of now.
  await makeSchedule(h, { year: 2027 })
  await makeProduct(h, { company: belmont })
  await h.indexed()
  const count = async () => {
    await h.indexed()
    return (await admin().call(execute, { entityClass: 'invoice' })).count
  }
  await started('yearly-invoices', false)
  expect(await count()).toBe(0)
  await change<Institution>(h, aare, (data) => {
    data.yearlyInvoiceRun = true
  })
  const told = await started('yearly-invoices', true)
  const { list: bills, isDryRun } = await admin().call(runresult, { jobId: told.id, start: 0 })
  expect(isDryRun).toBe(true)
  expect(bills.filter(({ totals }) => totals).map(({ companyId }) => companyId)).toContain(belmont)
  expect(await count()).toBe(0)
  await started('yearly-invoices', false)
  expect(await count()).toBeGreaterThan(0)
})
