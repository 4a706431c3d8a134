/** Who is billed, and the runs that make the drafts. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { run as runSchedule } from '../../shared/calls/batch/schedule/run.ts'
import { createFromProducts } from '../../shared/calls/bml/invoice/createFromProducts.ts'
import { preview } from '../../shared/calls/bml/invoice/preview.ts'
import { runresult } from '../../shared/calls/bml/invoice/runresult.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { failureOf, type Harness, ids, refusal, startHarness } from './harness.ts'
import { aare, belmont, invoices, makeProduct, makeSchedule, nordhain, run } from './invoice.world.ts'

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(() => h.close())

const onlyAare = { institutions: [aare] }
const billsOf = async (jobId: string) => (await h.as('admin').call(runresult, { jobId })).list

describe('a run', () => {
  it('makes one draft for each company, with a line for each product', async () => {
    await makeSchedule(h)
    const first = await makeProduct(h, { company: belmont })
    const second = await makeProduct(h, { company: belmont })
    const job = await run(h, { ...onlyAare, companies: [belmont] })
    expect(job.data).toMatchObject({ status: 'complete', failed: 0, result: { new: 1 } })
    const [draft, ...others] = await invoices(h)
    expect(others).toEqual([])
    expect(draft!.data).toMatchObject({
      type: 'yearly',
      institution: aare,
      companyId: belmont,
      targetYear: 2026,
      invoiceDate: '2026-03-10T04:00:00.000Z',
      currency: 'CHF',
      totals: { net: 240, vatPercent: 8.1, vat: 19.44, gross: 259.44 },
    })
    expect(new Set(draft!.data.sums.map(({ productId }) => productId))).toEqual(new Set([first, second]))
    expect(draft!.data.sums[0]).toMatchObject({ rule: 'eu_base', count: 1, price: 120, amount: 120 })
  })

  it('says which of the companies that were named there are not, and bills the others; an institution that is none is refused', async () => {
    await makeSchedule(h)
    await makeProduct(h, { company: belmont })
    for (const dryRun of [true, false]) {
      const companies = [ids.nothing, belmont, aare]
      const job = await run(h, { ...onlyAare, companies, dryRun })
      expect(job.data).toMatchObject({ total: 3, failed: 2, result: { new: 1 } })
      const { errors } = await h.as('admin').call(checkstatus, { id: job.id })
      const missing = errors.filter(({ text }) => text?.key === 'entityNotFound')
      expect(missing.map(({ unit }) => unit)).toEqual([ids.nothing, aare])
    }
    const asked = h.as('admin').call(createFromProducts, { institutions: [aare, ids.nothing] })
    expect(await failureOf(asked)).toMatchObject({
      status: 400,
      details: { issues: [{ path: '/institutions/1', key: 'idNotFound' }] },
    })
  })

  it('changes nothing a second time, also where two run at once, and makes a draft anew where its products changed', async () => {
    await makeSchedule(h)
    await makeProduct(h, { company: belmont })
    const order = { ...onlyAare, companies: [belmont] }
    await Promise.all([
      h.as('admin').call(createFromProducts, order),
      h.as('admin').call(createFromProducts, order),
    ])
    await h.worked()
    const [draft, ...others] = await invoices(h)
    expect(others).toEqual([])
    expect((await run(h, order)).data.result).toEqual({ same: 1 })
    expect(await invoices(h)).toEqual([draft])
    await makeProduct(h, { company: belmont })
    expect((await run(h, order)).data.result).toEqual({ changed: 1 })
    expect((await invoices(h)).map(({ id, data }) => [id, data.totals.net])).toEqual([[draft!.id, 240]])
  })

  it('says in a dry run what it would bill, with the difference to the year before by cause, and writes nothing', async () => {
    await makeSchedule(h, { year: 2025 })
    await makeSchedule(h, { eu: { base: 125 } })
    const stays = await makeProduct(h, { company: belmont })
    const goes = await makeProduct(h, { company: belmont, end: '2025-12-31T04:00:00.000Z' })
    await run(h, { ...onlyAare, companies: [belmont], targetYear: 2025 })
    const comes = await makeProduct(h, { company: belmont, activatedOn: '2026-01-05T04:00:00.000Z' })
    const job = await run(h, { ...onlyAare, companies: [belmont], dryRun: true })
    expect(await invoices(h)).toHaveLength(1)
    // Which companies, or what finds them, is not told.
    const { about } = await h.as('admin').call(checkstatus, { id: job.id })
    expect(about).toEqual({
      isDryRun: true,
      run: { type: 'yearly', year: 2026, institutions: [aare], isPart: true },
      title: expect.objectContaining({ de_DE: 'Prüfinstitut Aaretal' }),
    })
    const [bill, ...others] = await billsOf(job.id)
    expect(others).toEqual([])
    expect(bill).toMatchObject({
      outcome: 'new',
      totals: { net: 250 },
      before: { totals: { net: 240 } },
      difference: { net: 10, came: 125, went: -120, price: 5, category: 0, special: 0 },
      notBilled: [{ productId: goes, key: 'invoiceNoApproval' }],
    })
    const { list } = await h.as('admin').call(preview, { companyId: belmont, ...onlyAare })
    expect(list[0]!.sums!.map(({ productId }) => productId)).toEqual([stays, comes])
  })

  it('of a schedule is of the institutions that are switched on, which makes nobody’s drafts beside theirs', async () => {
    const { jobId } = await h.as('admin').call(runSchedule, { schedule: 'yearly-invoices', dryRun: true })
    await h.worked()
    const { about } = await h.as('admin').call(checkstatus, { id: jobId })
    expect(about).toMatchObject({ schedule: 'yearly-invoices', isDryRun: true, run: { isPart: true } })
  })

  it('is for companies that are named, or for those that a filter finds, never for either at will', async () => {
    const attributeFilter = { field: 'name', comparison: 'eq' as const, value: 'nobody' }
    const both = { companies: [belmont], attributeFilter }
    expect(await refusal(h.as('admin').call(createFromProducts, both))).toMatchObject({ status: 400 })
  })

  it('bills nobody without a fee schedule, says for which year, and bills the others', async () => {
    await makeProduct(h, { company: belmont })
    const job = await run(h, { ...onlyAare, companies: [belmont] })
    expect(job.data).toMatchObject({ failed: 1, result: { noSchedule: 1 } })
    const { errors } = await h.as('admin').call(checkstatus, { id: job.id })
    expect(errors[0]!.text).toMatchObject({ key: 'feeScheduleMissing', params: { year: 2026 } })
    expect(await invoices(h)).toEqual([])
  })

  it('says why a product is not billed', async () => {
    await makeSchedule(h)
    const of = async (more: Record<string, unknown>) => makeProduct(h, { company: belmont, ...more })
    const reasons = {
      [await of({ _active: false })]: 'invoiceNotActive',
      [await of({ _archived: true })]: 'invoiceArchived',
      [await of({ end: '2025-12-31T04:00:00.000Z' })]: 'invoiceNoApproval',
      [await of({ activatedOn: '2027-01-05T04:00:00.000Z' })]: 'invoiceNotActive',
    }
    const { list } = await h.as('admin').call(preview, { companyId: belmont, ...onlyAare })
    const told = list[0]!.notBilled.map(({ productId, key }) => [productId, key])
    expect(Object.fromEntries(told)).toEqual(reasons)
    expect(list[0]!.outcome).toBe('nothing')
  })

  it('counts an approval that is valid on the first or the last day alone', async () => {
    await makeSchedule(h)
    await makeProduct(h, { company: belmont, end: '2026-01-01T04:00:00.000Z' })
    const { list } = await h.as('admin').call(preview, { companyId: belmont, ...onlyAare })
    expect(list[0]!.totals!.net).toBe(120)
  })

  it('bills initially from the month of the activation, once, and not again in the yearly invoice', async () => {
    await makeSchedule(h)
    await makeProduct(h, { company: belmont })
    const added = await makeProduct(h, { company: belmont, activatedOn: '2026-02-15T04:00:00.000Z' })
    const order = { ...onlyAare, companies: [belmont] }
    await run(h, { ...order, type: 'initial' })
    const [initial] = await invoices(h)
    expect(initial!.data.sums.map(({ rule, count, productId }) => [rule, count, productId])).toEqual([
      ['eu_restBase', 1, added],
      ['eu_restMonthly', 11, added],
    ])
    const { list } = await h.as('admin').call(preview, { companyId: belmont, ...onlyAare })
    expect(list[0]!.notBilled).toMatchObject([{ productId: added, key: 'invoiceBilledBefore' }])
    expect(list[0]!.totals!.net).toBe(120)
  })

  it('bills special items of the year once, equal ones in one line', async () => {
    await makeSchedule(h)
    const item = { institution: aare, year: 2026, text: 'Label', amount: 15.25 }
    const old = { ...item, year: 2025 }
    await makeProduct(h, { company: belmont, _invoiceSpecialItems: { a: item, b: item, c: old } })
    await makeProduct(h, { company: belmont, _active: false, _invoiceSpecialItems: { a: item } })
    await run(h, { ...onlyAare, companies: [belmont] })
    const [draft] = await invoices(h)
    expect(draft!.data.sums[1]).toMatchObject({ count: 3, price: 15.25, amount: 45.75, text: 'Label' })
    expect(draft!.data.sums[1]!.rule).toMatch(/^[0-9a-f]{40}$/)
    expect(draft!.data.totals.net).toBe(165.75)
  })

  it('deletes a draft that bills nothing any more, and makes one again when it does', async () => {
    await makeSchedule(h)
    const product = await makeProduct(h, { company: belmont })
    const order = { ...onlyAare, companies: [belmont] }
    await run(h, order)
    const set = async (_active: boolean) => {
      const before = (await h.ports.entities.get('product', product))!
      const [list] = Object.keys(before.data.listData)
      const listData = { [list!]: { ...before.data.listData[list!]!, _active } }
      await h.ports.entities.put(
        { ...before, rev: before.rev + 1, data: { ...before.data, listData } },
        { expectRev: before.rev },
      )
    }
    await set(false)
    expect((await run(h, order)).data.result).toEqual({ emptied: 1 })
    expect(await invoices(h)).toEqual([])
    await set(true)
    expect((await run(h, order)).data.result).toEqual({ new: 1 })
  })

  it('goes over every company without a filter, and over those that a filter finds', async () => {
    await makeSchedule(h)
    await makeProduct(h, { company: belmont })
    await makeProduct(h, { company: nordhain })
    await h.indexed()
    const name = (await h.ports.entities.get('company', belmont))!.data.baseData.name
    const attributeFilter = { field: 'name', comparison: 'eq' as const, value: name }
    await run(h, { ...onlyAare, attributeFilter })
    expect((await invoices(h)).map(({ data }) => data.companyId)).toEqual([belmont])
    await run(h, onlyAare)
    expect((await invoices(h)).map(({ data }) => data.companyId).sort()).toEqual([belmont, nordhain].sort())
  })

  it('is for administrators, of years that there are, and of fields that there are', async () => {
    expect(await refusal(h.as('core').call(createFromProducts, {}))).toMatchObject({ status: 403 })
    for (const targetYear of [1999, 2101])
      expect(await refusal(h.as('admin').call(createFromProducts, { targetYear }))).toMatchObject({
        status: 400,
      })
    const attributeFilter = { field: 'nothing', comparison: 'eq' as const, value: 'x' }
    expect(await refusal(h.as('admin').call(createFromProducts, { attributeFilter }))).toMatchObject({
      status: 400,
    })
  })

  it('keeps what is done when it is stopped', async () => {
    await makeSchedule(h)
    await makeProduct(h, { company: belmont })
    const { jobId } = await h.as('admin').call(createFromProducts, { ...onlyAare, companies: [belmont] })
    await h.as('admin').call(abort, { id: jobId })
    await h.worked()
    expect((await h.ports.entities.get('batchjob', jobId))!.data.status).toBe('aborted')
    expect((await run(h, { ...onlyAare, companies: [belmont] })).data.status).toBe('complete')
    expect(await invoices(h)).toHaveLength(1)
  })
})

describe('a draft', () => {
  const made = async () => {
    await makeSchedule(h)
    await makeProduct(h, { company: belmont })
    await run(h, { ...onlyAare, companies: [belmont] })
    return (await invoices(h))[0]!
  }
  const patch = (draft: { id: string; rev: number }, path: string, value: unknown) =>
    h.as('admin').call(updatefrompatch, {
      id: draft.id,
      rev: draft.rev,
      mode: 'patch',
      patch: [{ op: 'add', path, value }],
    })

  it('takes entries by hand, which are counted, and stay in it when it is made anew', async () => {
    const draft = await made()
    const after = await patch(draft, '/customEntries/one', { text: 'Visit', amount: -19.99 })
    expect(after.data).toMatchObject({ totals: { net: 100.01, vat: 8.1, gross: 108.11 } })
    await makeProduct(h, { company: belmont })
    await run(h, { ...onlyAare, companies: [belmont] })
    expect((await invoices(h))[0]!.data).toMatchObject({
      customEntries: { one: { text: 'Visit' } },
      totals: { net: 220.01 },
    })
  })
  it('changes in nothing else by the generic calls, which neither make nor delete one', async () => {
    const draft = await made()
    for (const [path, value] of [
      ['/number', 'aare-2026-000001'],
      ['/sendDate', '2026-03-10T04:00:00.000Z'],
      ['/sums/0/price', 1],
      ['/companyId', nordhain],
      ['/slot', 'x'],
    ] as const)
      expect(await refusal(patch(draft, path, value))).toMatchObject({ status: 422, key: 'invoiceFixed' })
    const { entityclass, data } = draft
    const made2 = failureOf(h.as('admin').call(create, { entityclass, data: data as never }))
    expect((await made2).status).toBe(403)
    expect((await failureOf(h.as('admin').call(disable, { id: draft.id }))).status).toBe(403)
    expect(
      (await failureOf(patch({ ...draft, id: draft.id }, '/customEntries/x', { text: '', amount: 1 })))
        .status,
    ).toBe(400)
  })
  it('has amounts of hundredths alone', async () => {
    const draft = await made()
    expect(await refusal(patch(draft, '/customEntries/x', { text: 'x', amount: 0.005 }))).toMatchObject({
      status: 400,
    })
  })
})

describe('a fee schedule', () => {
  it('is one for each institution and year', async () => {
    await makeSchedule(h)
    expect(await refusal(makeSchedule(h))).toMatchObject({ status: 409 })
    await makeSchedule(h, { year: 2027 })
    await makeSchedule(h, { institution: ids.institution.rhine })
  })
  it('is for years that there are, and for institutions that there are', async () => {
    expect(await refusal(makeSchedule(h, { year: 1999 }))).toMatchObject({ status: 400 })
    expect(await refusal(makeSchedule(h, { year: 2101 }))).toMatchObject({ status: 400 })
    expect((await failureOf(makeSchedule(h, { institution: ids.nothing }))).status).toBe(400)
  })
})
