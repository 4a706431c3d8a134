/** What is too much for an invoice is refused where it is entered or billed, so that none is stored that nobody can open. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { copyfeeschedule } from '../../shared/calls/bml/invoice/copyfeeschedule.ts'
import { createFromProducts } from '../../shared/calls/bml/invoice/createFromProducts.ts'
import { deleteInvoices } from '../../shared/calls/bml/invoice/deleteInvoices.ts'
import { load } from '../../shared/calls/bml/invoice/load.ts'
import { preview } from '../../shared/calls/bml/invoice/preview.ts'
import { runresult } from '../../shared/calls/bml/invoice/runresult.ts'
import { sendInvoices } from '../../shared/calls/bml/invoice/sendInvoices.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { CompanyData } from '../../shared/model/company.ts'
import type { Invoice } from '../../shared/model/invoice.ts'
import { change } from './confirmations.world.ts'
import { failureOf, type Harness, refusal, startHarness } from './harness.ts'
import {
  aare,
  asHtml,
  belmont,
  invoices,
  makeDraft,
  makeProduct,
  makeSchedule,
  makeSendable,
  nordhain,
  run,
  stored,
} from './invoice.world.ts'

let h: Harness
beforeEach(async () => {
  h = await startHarness({ ports: { pdf: asHtml } })
})
afterEach(() => h.close())

const order = { institutions: [aare], companies: [belmont] }

describe('an invoice that is too large', () => {
  it('is told by the run and its preview, and is not made; the draft that was there stays', async () => {
    await makeSchedule(h)
    await makeProduct(h, { company: belmont })
    await run(h, order)
    const [draft] = await invoices(h)
    const item = { institution: aare, year: 2026, text: 'Label', amount: 600_000_000 }
    await makeProduct(h, {
      company: belmont,
      _invoiceSpecialItems: { a: item, b: { ...item, text: 'Other' } },
    })
    const told = { outcome: 'tooLarge', problems: [{ key: 'invoiceTooLarge' }] }
    expect(
      (await h.as('admin').call(preview, { companyId: belmont, institutions: [aare] })).list,
    ).toMatchObject([told])
    const job = await run(h, order)
    expect(job.data).toMatchObject({ failed: 1, result: { tooLarge: 1 } })
    const { errors } = await h.as('admin').call(checkstatus, { id: job.id })
    expect(errors.map(({ text }) => text?.key)).toEqual(['invoiceTooLarge'])
    expect((await h.as('admin').call(runresult, { jobId: job.id })).list).toMatchObject([told])
    expect(await invoices(h)).toEqual([draft])
  })

  it('does not come by entries that are added by hand', async () => {
    const id = await makeDraft(h)
    const entry = { text: 'Visite', amount: 600_000_000 }
    const patch = [{ op: 'add' as const, path: '/customEntries', value: { a: entry, b: entry } }]
    const made = h.as('admin').call(updatefrompatch, { id, rev: 1, patch })
    expect((await refusal(made)).key).toBe('invoiceTooLarge')
    expect((await h.as('admin').call(load, { id })).rev).toBe(1)
  })

  it('has no day of another age', async () => {
    for (const invoiceDate of ['0001-01-01', '9999-12-31'])
      expect((await failureOf(h.as('admin').call(createFromProducts, { ...order, invoiceDate }))).code).toBe(
        'invalid_input',
      )
  })
})

it('a fee that a raise brings beyond what there is refuses the copy of the schedule', async () => {
  const eu = { base: 900_000 }
  const { id } = await makeSchedule(h, { eu })
  const copy = (raisePercent: number) =>
    failureOf(h.as('admin').call(copyfeeschedule, { id, year: 2027, raisePercent }))
  expect(await copy(20)).toMatchObject({
    code: 'invalid_input',
    details: { issues: [{ path: '/eu/base' }] },
  })
  const { data } = await h.as('admin').call(copyfeeschedule, { id, year: 2027, raisePercent: 10 })
  expect(data.eu.base).toBe(990_000)
})

it('what an address of two long parts makes is sent, and can be opened', async () => {
  await makeSchedule(h)
  await makeSendable(h)
  const [zip, city] = ['1'.repeat(400), 'C'.repeat(400)]
  await change<CompanyData>(h, belmont, ({ addresses }) => Object.assign(addresses['a1']!, { zip, city }))
  await makeProduct(h, { company: belmont })
  await run(h, order)
  const { id } = (await invoices(h))[0]!
  await h.as('admin').call(sendInvoices, { ids: [id] })
  await h.worked()
  expect((await stored(h, id)).sendDate).toBeDefined()
  const { data } = await h.as('admin').call(load, { id })
  expect(data.sealed!.company.address).toContain(`${zip} ${city}`)
})

it('nobody means all invoices by saying nothing, in whatever words', async () => {
  for (const nothing of [{ name: ' ' }, { attributeFilter: { $and: [{ $or: [] }] } }, { except: [] }])
    expect((await failureOf(h.as('admin').call(deleteInvoices, nothing))).code).toBe('invalid_input')
})

it('a company is not told when its invoice was a draft', async () => {
  const id = await makeDraft(h, { companyId: nordhain })
  await change<Invoice>(h, id, (data) => Object.assign(data, { number: 'aare-2026-000001' }))
  await change<Invoice>(h, id, (data) => Object.assign(data, { sendDate: '2026-03-10T09:00:00.000Z' }))
  const revs = async (who: 'admin' | 'company') =>
    (await h.as(who).call(history, { id })).list.map(({ rev }) => rev)
  expect(await revs('admin')).toEqual([3, 2, 1])
  expect(await revs('company')).toEqual([3])
})
