/** What is marked as no longer to be billed is deactivated on 1 January, by itself. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deleteInvoices } from '../../shared/calls/bml/invoice/deleteInvoices.ts'
import { markforunindex } from '../../shared/calls/bml/invoice/markforunindex.ts'
import { preview } from '../../shared/calls/bml/invoice/preview.ts'
import { activatelist } from '../../shared/calls/bml/product/activatelist.ts'
import { fixedIds } from '../../shared/constants.ts'
import { dueMessage } from '../../shared/jobs/due-times.ts'
import { scheduleRules } from '../../shared/jobs/schedules.ts'
import type { AccountData } from '../../shared/model/actor.ts'
import type { BatchJob } from '../../shared/model/administration.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { change } from './confirmations.world.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { aare, belmont, invoices, makeProduct, makeSchedule, run } from './invoice.world.ts'

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(() => h.close())

const { base } = ids.list
const rule = scheduleRules.find(({ kind }) => kind === 'unindex')!
const day = 24 * 3600
const only = { institutions: [aare], companies: [belmont] }

/** Its schedule is due now, as often as it says. */
async function due(times = 1): Promise<BatchJob[]> {
  for (let n = 0; n < times; n++) await h.ports.jobs.send([dueMessage(rule, h.clock.millis())])
  await h.worked()
  const { list } = await h.ports.entities.listByClass('batchjob', { limit: 500 })
  const jobs = list.toSorted((a, b) => (a.created < b.created ? -1 : 1)).map(({ data }) => data as BatchJob)
  return jobs.filter(({ kind }) => kind === 'unindex')
}
const dataOf = async (id: string) => (await h.ports.entities.get(id))!.data as ProductData
const isActive = async (id: string) => (await dataOf(id)).listData[base]!._active
const mark = (productId: string) =>
  h.as('admin').call(markforunindex, { productId, listId: base, institutionId: aare })
/** Two billed products of belmont, of which the first is marked. */
async function marked() {
  await makeSchedule(h)
  const [goes, stays] = [
    await makeProduct(h, { company: belmont }),
    await makeProduct(h, { company: belmont }),
  ]
  await run(h, only)
  await h.indexed()
  await mark(goes)
  return { goes, stays }
}

it('deactivates what was marked in the year before, once, and says so in the timeline and to the institution', async () => {
  const { goes, stays } = await marked()
  await change<AccountData>(h, ids.account.core, ({ userData }) =>
    Object.assign(userData, { email: 'core@mail.example', selectedUiLanguage: 'de_DE' }),
  )
  // Not before its 1 January.
  expect(await due()).toMatchObject([{ status: 'complete', total: 0 }])
  expect(await isActive(goes)).toBe(true)
  h.clock.advance(300 * day)
  const [, job, ...others] = await due(2)
  expect(others).toEqual([])
  expect(job).toMatchObject({
    status: 'complete',
    startedBy: fixedIds.account.system,
    failed: 0,
    result: { deactivated: 1, unchanged: 0 },
  })
  expect([await isActive(goes), await isActive(stays)]).toEqual([false, true])
  const { revisions } = await h.ports.entities.history(goes, { start: 0, limit: 10 })
  expect(revisions[0]!.events).toMatchObject([{ kind: 'deactivated', list: base, job: expect.any(String) }])
  const [mail, ...more] = h.mails.filter(({ to }) => to[0] === 'core@mail.example')
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Deaktivierte Listen: 1')
  expect(mail!.text).toContain(`/product/${goes}/${base}`)
  expect(mail!.text).not.toContain(stays)
})

it('leaves what somebody has activated since, which is billed again', async () => {
  const { goes } = await marked()
  await makeSchedule(h, { year: 2027 })
  h.clock.advance(300 * day)
  const whyNot = async () => {
    const { list } = await h
      .as('admin')
      .call(preview, { companyId: belmont, targetYear: 2027, institutions: [aare] })
    return list[0]!.notBilled.find(({ productId }) => productId === goes)?.key
  }
  expect(await whyNot()).toBe('invoiceUnindexed')
  await due()
  const rev = await h.revOf(goes)
  await h.as('admin').call(activatelist, { id: goes, rev, list: base, active: true })
  expect(await whyNot()).toBeUndefined()
  h.clock.advance(365 * day)
  const jobs = await due()
  expect(jobs.at(-1)).toMatchObject({ result: { deactivated: 0, unchanged: 1 } })
  expect(await isActive(goes)).toBe(true)
})

it('touches nothing that is deleted, archived or another institution’s now, and nothing whose mark was taken away', async () => {
  const { goes, stays } = await marked()
  await mark(stays)
  await h.as('admin').call(markforunindex, {
    productId: stays,
    listId: base,
    institutionId: aare,
    marked: false,
  })
  await change<ProductData>(h, goes, ({ listData }) => {
    listData[base]!._responsible = { institution: ids.institution.rhine }
  })
  const before = [await h.revOf(goes), await h.revOf(stays)]
  h.clock.advance(300 * day)
  expect(await due()).toMatchObject([{ failed: 0, result: { deactivated: 0, unchanged: 1 } }])
  expect([await h.revOf(goes), await h.revOf(stays)]).toEqual(before)
  expect(h.mails).toEqual([])
})

it('stays marked where its invoice is made anew', async () => {
  const { goes, stays } = await marked()
  const [draft] = await invoices(h)
  await h.as('admin').call(deleteInvoices, { ids: [draft!.id] })
  await h.worked()
  await run(h, only)
  await makeSchedule(h, { year: 2027 })
  const { list } = await h
    .as('admin')
    .call(preview, { companyId: belmont, institutions: [aare], targetYear: 2027 })
  expect(list[0]!.notBilled).toMatchObject([{ productId: goes, key: 'invoiceUnindexed' }])
  expect(list[0]!.sums!.map(({ productId }) => productId)).toEqual([stays])
})
