/** Invoices of a company that is merged into another one. */
import { beforeEach, expect, it } from 'vitest'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { merge } from '../../shared/calls/bml/company/merge.ts'
import { deleteInvoices } from '../../shared/calls/bml/invoice/deleteInvoices.ts'
import { preview } from '../../shared/calls/bml/invoice/preview.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { Invoice } from '../../shared/model/invoice.ts'
import { goes, merging, orderOf, seedMerge, stays } from './company-merge.world.ts'
import { change } from './confirmations.world.ts'
import { type Harness, startHarness } from './harness.ts'
import { aare, invoices, makeDraft, makeProduct, makeSchedule, run, stored } from './invoice.world.ts'

let h: Harness
beforeEach(async () => {
  h = await startHarness()
  await seedMerge(h)
  await makeSchedule(h)
  return () => h.close()
})

const only = { institutions: [aare], companies: [stays, goes] }
const products = (company: string) => makeProduct(h, { company })
const enter = ({ id, rev }: { id: string; rev: number }, text: string) => {
  const patch = [{ op: 'add' as const, path: '/customEntries/one', value: { text, amount: 10 } }]
  return h.as('admin').call(updatefrompatch, { id, rev, mode: 'patch', patch })
}
const draftOf = async (company: string) => (await invoices(h)).find(({ data }) => data.companyId === company)
/** A product of the company that goes, and the draft that bills it with a mark as no longer to be billed. */
async function markedDraft(more: Partial<Invoice> = {}) {
  const product = await products(goes)
  await run(h, only)
  const theirs = (await draftOf(goes))!
  const mark = { productId: product, listId: theirs.data.sums[0]!.listId!, on: '2026-03-01T04:00:00.000Z' }
  await change<Invoice>(h, theirs.id, (data) => Object.assign(data, { unindex: [mark], ...more }))
  return { product, theirs, mark }
}
const undone = async (id: string) => {
  const { jobId } = await h.as('admin').call(undo, { id })
  await h.worked()
  return h.as('admin').call(checkstatus, { id: jobId })
}

it('a draft goes to the company that stays, and back', async () => {
  const product = await products(goes)
  await run(h, only)
  const draft = (await draftOf(goes))!
  const sent = await makeDraft(h, {
    companyId: goes,
    targetYear: 2025,
    number: 'aare-2025-000001',
    sendDate: '2025-02-01T04:00:00.000Z',
  })
  const job = await merging(h)
  expect(job).toMatchObject({ status: 'complete', failed: 0 })
  expect(await stored(h, draft.id)).toMatchObject({
    companyId: stays,
    indexData: { company: { name: 'Biohof Muster AG', customerNumber: 2001 } },
    totals: draft.data.totals,
  })
  expect((await stored(h, sent)).companyId).toBe(goes)
  // It holds the place of the year: a run finds it there.
  expect((await run(h, { ...only, companies: [stays] })).data.result).toEqual({ same: 1 })
  expect((await invoices(h)).flatMap(({ data }) => data.sums.map(({ productId }) => productId))).toContain(
    product,
  )
  expect(await undone(job.id)).toMatchObject({ status: 'complete', failed: 0 })
  expect(await stored(h, draft.id)).toEqual(draft.data)
})

it('two drafts of a year become one, with the lines and the entries of both, and two again', async () => {
  await products(stays)
  await products(goes)
  await run(h, only)
  const [own, theirs] = [(await draftOf(stays))!, (await draftOf(goes))!]
  await enter(own, 'Visit')
  await enter(theirs, 'Label')
  const job = await merging(h)
  const [joined, ...others] = await invoices(h)
  expect(others).toEqual([])
  expect(joined!.id).toBe(own.id)
  expect(joined!.data.totals.net).toBe(260)
  // Made anew it is the same, with what people entered.
  await run(h, { ...only, companies: [stays] })
  expect((await stored(h, own.id)).totals.net).toBe(260)
  expect(await undone(job.id)).toMatchObject({ failed: 0 })
  expect(await stored(h, own.id)).toMatchObject({ companyId: stays, totals: { net: 130 } })
  expect(await stored(h, theirs.id)).toMatchObject({ companyId: goes, totals: { net: 130 } })
})

it('what was joined stays billed once where its invoice was sent before the merge was undone', async () => {
  await products(stays)
  await products(goes)
  await run(h, only)
  const [own, theirs] = [(await draftOf(stays))!, (await draftOf(goes))!]
  const job = await merging(h)
  const sent = { number: 'aare-2026-000001', sendDate: '2026-03-01T04:00:00.000Z' }
  await change<Invoice>(h, own.id, (data) => Object.assign(data, sent))
  expect(await undone(job.id)).toMatchObject({ failed: 0 })
  expect((await invoices(h)).map(({ id }) => id)).toEqual([own.id])
  expect((await h.ports.entities.get(theirs.id))!.disabled).toBe(true)
})

it('marks of a draft that is joined stay, and go back with it', async () => {
  await products(stays)
  const { theirs, mark } = await markedDraft()
  const own = (await draftOf(stays))!
  const job = await merging(h)
  expect((await stored(h, own.id)).unindex).toEqual([mark])
  await undone(job.id)
  expect((await stored(h, own.id)).unindex).toEqual([])
  expect((await stored(h, theirs.id)).unindex).toEqual([mark])
})

it('marks of an invoice that was cancelled before the merge stay on the draft that bills its product', async () => {
  const { product, theirs, mark } = await markedDraft({
    number: 'aare-2026-000001',
    sendDate: '2026-03-01T04:00:00.000Z',
    cancellationDate: '2026-03-02T04:00:00.000Z',
  })
  await change<Invoice>(h, theirs.id, (data) => {
    delete data.slot
  })
  await merging(h)
  await run(h, { ...only, companies: [stays] })
  const made = (await draftOf(stays))!
  expect(made.data.sums.map(({ productId }) => productId)).toContain(product)
  expect(made.data.unindex).toEqual([mark])
})

it('a mark that was taken away after the merge does not come back', async () => {
  await products(stays)
  const { mark } = await markedDraft()
  const own = (await draftOf(stays))!
  await merging(h)
  expect((await stored(h, own.id)).unindex).toEqual([mark])
  await change<Invoice>(h, own.id, (data) => Object.assign(data, { unindex: [] }))
  await h.as('admin').call(deleteInvoices, { ids: [own.id] })
  await h.worked()
  await run(h, { ...only, companies: [stays] })
  expect((await draftOf(stays))!.data.unindex).toEqual([])
})

it('a draft stays with its reason where the other one of the year has its number, and nothing that was billed is billed again', async () => {
  await products(stays)
  const billed = await products(goes)
  await run(h, only)
  const [own, theirs] = [(await draftOf(stays))!, (await draftOf(goes))!]
  const sent = { number: 'aare-2026-000001', sendDate: '2026-03-01T04:00:00.000Z' }
  await change<Invoice>(h, own.id, (data) => Object.assign(data, sent))
  const { jobId } = await h.as('admin').call(merge, await orderOf(h))
  await h.worked()
  expect((await h.as('admin').call(checkstatus, { id: jobId })).errors).toMatchObject([
    { text: { key: 'invoiceMergeFixed' } },
  ])
  expect((await stored(h, theirs.id)).companyId).toBe(goes)
  // Had it been sent, its products would be on no invoice of the other company.
  await change<Invoice>(h, theirs.id, (data) => Object.assign(data, { ...sent, number: 'aare-2026-000002' }))
  const { list } = await h.as('admin').call(preview, { companyId: stays, institutions: [aare] })
  expect(list[0]!.notBilled).toContainEqual(
    expect.objectContaining({ productId: billed, key: 'invoiceBilledBefore' }),
  )
})
