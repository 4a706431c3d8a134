/** Invoices that are sent, cancelled, deleted or marked: by jobs, as people order them. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentKey } from '../../functions/domain/invoice/sealed.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { cancelinvoices } from '../../shared/calls/bml/invoice/cancelinvoices.ts'
import { createinvoicepdf } from '../../shared/calls/bml/invoice/createinvoicepdf.ts'
import { deleteInvoices } from '../../shared/calls/bml/invoice/deleteInvoices.ts'
import { load } from '../../shared/calls/bml/invoice/load.ts'
import { markinvoicesaspseudosent } from '../../shared/calls/bml/invoice/markinvoicesaspseudosent.ts'
import { sendInvoices } from '../../shared/calls/bml/invoice/sendInvoices.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { CompanyData } from '../../shared/model/company.ts'
import { invoiceState } from '../../shared/model/invoice.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { change } from './confirmations.world.ts'
import { failureOf, type Harness, ids, refusal, startHarness } from './harness.ts'
import {
  aare,
  asHtml,
  belmont,
  invoices,
  makeDraft,
  makeProduct,
  makeSchedule,
  makeSendable,
  run,
  stored,
} from './invoice.world.ts'

let h: Harness
/** Mails that are refused from now on. */
let refusedMails = 0
const mails: {
  to: string[]
  cc?: string[]
  bcc?: string[]
  subject: string
  attachments?: { body: Uint8Array }[]
}[] = []
const mailer = {
  async send(mail: (typeof mails)[number]) {
    if (refusedMails-- > 0) throw new Error('the mail server is away')
    mails.push(mail)
    return { messageId: String(mails.length) }
  },
}
beforeAll(async () => {
  h = await startHarness({ ports: { pdf: asHtml, mailer } })
  await makeSendable(h)
})
afterAll(() => h.close())

type Order = Parameters<typeof sendInvoices.input.parse>[0] & object
/** Does it to its end. */
async function done(contract: typeof sendInvoices | typeof deleteInvoices, order: Order) {
  const { jobId } = await h.as('admin').call(contract, order as never)
  await h.worked()
  const { data } = (await h.ports.entities.get('batchjob', jobId))!
  const { errors, about } = await h.as('admin').call(checkstatus, { id: jobId })
  return { ...data, about, keys: errors.map(({ text }) => text?.key) }
}
const send = (...chosen: string[]) => done(sendInvoices, { ids: chosen })
const cancel = (...chosen: string[]) => done(cancelinvoices, { ids: chosen })
const mark = (chosen: string[], marked = true) =>
  done(markinvoicesaspseudosent, { ids: chosen, marked } as Order)
const sha256 = (body: Uint8Array) => createHash('sha256').update(body).digest('hex')

describe('an invoice that is sent', () => {
  it('has its number, its document for good, and is mailed in the language of its company', async () => {
    mails.length = 0
    const id = await makeDraft(h, { cc: ['chef@belmont.example'] })
    const { recipients } = await h.as('admin').call(load, { id })
    expect(await send(id)).toMatchObject({ status: 'complete', failed: 0 })
    const { number, sendDate, sendJob, failure, fileHash, sentTo, sealed } = await stored(h, id)
    expect(number).toBe('aare-2026-000001')
    expect([sendJob, failure]).toEqual([undefined, undefined])
    expect(sendDate).toMatch(/^2026-03-10T/)
    expect(sealed).toMatchObject({
      language: 'fr_FR',
      issued: '2026-03-10',
      due: '2026-04-09',
      company: { name: 'Belmont Végétal SA', address: ['Rue du Port 3', '69001 Lyon', 'France'] },
      sender: ['Aarestrasse 1', '5000 Aarau'],
      payment: { iban: 'CH9300762011623852957', debtor: { country: 'FR' } },
    })
    const [mail, ...others] = mails
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: ['compta@belmont.example'],
      cc: ['chef@belmont.example', 'copie@belmont.example'],
      bcc: ['buchhaltung@aare.example'],
      subject: 'Facture aare-2026-000001',
    })
    expect(sentTo).toEqual(['compta@belmont.example', 'chef@belmont.example', 'copie@belmont.example'])
    // Was told before, to who sends it.
    expect(recipients).toEqual(sentTo)
    const kept = (await h.ports.files.get(documentKey(id, fileHash!))).body
    expect([sha256(kept), sha256(mail!.attachments![0]!.body)]).toEqual([fileHash, fileHash])
    const page = new TextDecoder().decode(kept)
    expect(page).toContain('Rue du Port 3')
    expect(page).toContain('CHF\u00a0108,10')
    expect(page).not.toContain('class="preview"')
    expect((await h.as('admin').call(createinvoicepdf, { invoiceId: id })).result).toBeDefined()
  })
  it('stays as it is: nothing of it changes, it is not deleted, and sending it again does nothing', async () => {
    const id = await makeDraft(h)
    await send(id)
    const entity = (await h.ports.entities.get(id))!
    mails.length = 0
    expect(await send(id)).toMatchObject({ failed: 0 })
    expect(mails).toEqual([])
    expect((await h.ports.entities.get(id))!.rev).toBe(entity.rev)
    const patch = [{ op: 'add' as const, path: '/customEntries/x', value: { text: 'x', amount: 1 } }]
    const changing = h.as('admin').call(updatefrompatch, { id, rev: entity.rev, patch })
    expect(await refusal(changing)).toMatchObject({ status: 422, key: 'invoiceSent' })
    expect(await done(deleteInvoices, { ids: [id] })).toMatchObject({ failed: 1, keys: ['invoiceSent'] })
    expect(await mark([id])).toMatchObject({ failed: 1, keys: ['invoiceSent'] })
  })
  it('is not what was only marked as sent: sending that says so, and how it can be sent', async () => {
    const id = await makeDraft(h)
    await mark([id])
    const before = await stored(h, id)
    mails.length = 0
    for (const again of [false, true])
      expect(await done(sendInvoices, { ids: [id], again })).toMatchObject({
        failed: 1,
        keys: ['invoicePseudoSent'],
      })
    expect(mails).toEqual([])
    expect(await stored(h, id)).toEqual(before)
  })
  it('is mailed once more, as it was, where that is asked for', async () => {
    const id = await makeDraft(h)
    await send(id)
    const before = await stored(h, id)
    mails.length = 0
    expect(await done(sendInvoices, { ids: [id], again: true })).toMatchObject({ failed: 0 })
    const after = await stored(h, id)
    expect(after.mailedAgain).toMatchObject({ date: expect.any(String) })
    expect({ ...after, mailedAgain: undefined }).toEqual({ ...before, mailedAgain: undefined })
    expect(mails.map(({ attachments }) => sha256(attachments![0]!.body))).toEqual([before.fileHash])
  })
  it('is not mailed once more when it is cancelled; its cancellation is', async () => {
    const id = await makeDraft(h)
    expect((await send(id)).about).toEqual({ invoice: 'Belmont Végétal SA' })
    const { number } = await stored(h, id)
    expect((await cancel(id)).about).toEqual({ action: 'cancel', invoice: number })
    const { cancelledBy } = await stored(h, id)
    mails.length = 0
    expect(await done(sendInvoices, { ids: [id], again: true })).toMatchObject({ keys: ['invoiceCancelled'] })
    expect(mails).toEqual([])
    expect(await done(sendInvoices, { ids: [cancelledBy!], again: true })).toMatchObject({ failed: 0 })
    expect(mails).toHaveLength(1)
  })
  it('is mailed to nobody where the company has it by post', async () => {
    const id = await makeDraft(h, { companyId: ids.company.nordhain })
    expect(await send(id)).toMatchObject({ failed: 1, keys: ['invoiceNoLanguage'] })
    expect(await stored(h, id)).not.toHaveProperty('number')
    await change<CompanyData>(h, ids.company.nordhain, ({ baseData }) => {
      baseData.language = 'de_DE'
    })
    expect((await h.as('admin').call(load, { id })).recipients).toEqual([])
    mails.length = 0
    expect(await send(id)).toMatchObject({ failed: 0 })
    expect(await stored(h, id)).toMatchObject({ sendDate: expect.any(String), sentTo: [] })
    expect(mails).toEqual([])
    expect(await done(sendInvoices, { ids: [id], again: true })).toMatchObject({ keys: ['invoiceByPost'] })
  })
})

it('keeps its number and its document when its mail fails, says why, and goes out as it is; so does a cancellation', async () => {
  const [id, cancelled] = [await makeDraft(h), await makeDraft(h)]
  await send(cancelled)
  mails.length = 0
  refusedMails = 6
  const [sending, cancelling] = await Promise.all([send(id), cancel(cancelled)])
  expect(sending).toMatchObject({ failed: 1, keys: ['jobUnitGivenUp'] })
  expect(cancelling).toMatchObject({ failed: 1, keys: ['jobUnitGivenUp'] })
  const { cancelledBy } = await stored(h, cancelled)
  expect(invoiceState(await stored(h, cancelledBy!))).toBe('unsent')
  const unsent = await stored(h, id)
  expect([invoiceState(unsent), unsent.failure?.text?.key]).toEqual(['unsent', 'jobUnitGivenUp'])
  expect(JSON.stringify(unsent.failure)).not.toContain('away')
  const { problems, hasDocument } = await h.as('admin').call(load, { id })
  expect([problems, hasDocument]).toEqual([[], true])
  expect(await done(deleteInvoices, { ids: [id] })).toMatchObject({ keys: ['invoiceNumbered'] })
  refusedMails = 0
  expect(await send(id)).toMatchObject({ failed: 0 })
  const { number, fileHash, sendDate, failure } = await stored(h, id)
  expect([number, fileHash, failure]).toEqual([unsent.number, unsent.fileHash, undefined])
  expect(sendDate).toBeDefined()
  expect(mails.map(({ attachments }) => sha256(attachments![0]!.body))).toEqual([fileHash])
  expect(await cancel(cancelled)).toMatchObject({ failed: 0 })
  expect(invoiceState(await stored(h, cancelledBy!))).toBe('sent')
})

describe('a cancellation', () => {
  it('owes the same the other way round, under a number of its own, and frees the place for another invoice', async () => {
    await makeSchedule(h, { year: 2030 })
    await makeProduct(h, { company: belmont })
    const order = { institutions: [aare], companies: [belmont], targetYear: 2030 }
    await run(h, order)
    const draft = (await invoices(h)).find(({ data }) => data.slot !== undefined)!
    expect(await cancel(draft.id)).toMatchObject({ failed: 1, keys: ['invoiceNotSent'] })
    await send(draft.id)
    mails.length = 0
    await done(cancelinvoices, { ids: [draft.id], reason: 'Wrong company' } as Order)
    const before = await stored(h, draft.id)
    const made = await stored(h, before.cancelledBy!)
    expect(before).toMatchObject({
      cancellationDate: expect.any(String),
      cancellationReason: 'Wrong company',
    })
    expect(before.slot).toBeUndefined()
    expect(made).toMatchObject({
      cancels: draft.id,
      sendDate: expect.any(String),
      totals: { net: -120, vat: -9.72, gross: -129.72 },
      sealed: { cancels: before.number },
    })
    expect(made.sealed).not.toHaveProperty('payment')
    expect(Number(made.number!.slice(-6))).toBe(Number(before.number!.slice(-6)) + 1)
    expect(mails.map(({ subject }) => subject)).toEqual([`Facture d’annulation ${made.number}`])
    // Once is enough.
    mails.length = 0
    await cancel(draft.id)
    expect(await cancel(before.cancelledBy!)).toMatchObject({ keys: ['invoiceCancelled'] })
    expect(mails).toEqual([])
    const seen = await h.as('admin').call(load, { id: draft.id })
    expect(seen.cancelledBy).toEqual({ id: before.cancelledBy, number: made.number })
    expect((await run(h, order)).data.result).toEqual({ new: 1 })
  })
})

describe('what is only marked as sent', () => {
  it('has no number, is mailed to nobody, and is a draft again when the mark is taken away', async () => {
    const id = await makeDraft(h)
    mails.length = 0
    await mark([id])
    expect(await stored(h, id)).toMatchObject({ sendDate: '1999-12-31T04:00:00.000Z' })
    expect([invoiceState(await stored(h, id)), mails]).toEqual(['pseudoSent', []])
    expect(await cancel(id)).toMatchObject({ keys: ['invoicePseudoSent'] })
    await mark([id], false)
    expect(invoiceState(await stored(h, id))).toBe('draft')
  })
})

describe('what is chosen', () => {
  it('is what a filter finds without those that are left out; what cannot be done is told by name', async () => {
    const [first, second, third] = [
      await makeDraft(h, { targetYear: 2031 }),
      await makeDraft(h, { targetYear: 2031 }),
      await makeDraft(h, { targetYear: 2031 }),
    ]
    await send(second)
    await h.indexed()
    const attributeFilter = { field: 'targetYear', comparison: 'eq' as const, value: 2031 }
    const { failed, keys, total } = await done(deleteInvoices, { attributeFilter, except: [third] })
    expect([failed, keys, total]).toEqual([1, ['invoiceSent'], 2])
    expect((await h.ports.entities.get(first))!.disabled).toBe(true)
    expect((await h.ports.entities.get(third))!.disabled).toBe(false)
  })
  it('is told where it is no invoice, whatever is to be done to it', async () => {
    for (const contract of [sendInvoices, deleteInvoices, cancelinvoices, markinvoicesaspseudosent]) {
      const order = { ids: [ids.nothing, belmont] }
      const { failed, keys } = await done(contract as typeof sendInvoices, order)
      expect([failed, keys], contract.name).toEqual([2, ['entityNotFound', 'entityNotFound']])
    }
    const id = await makeDraft(h, { targetYear: 2033 })
    // Deleted twice is deleted.
    for (const _ of [1, 2]) expect(await done(deleteInvoices, { ids: [id] })).toMatchObject({ failed: 0 })
    expect(await send(id)).toMatchObject({ failed: 1, keys: ['entityNotFound'] })
  })
  it('is never everything by saying nothing', async () => {
    for (const order of [{}, { except: [ids.nothing] }, { ids: [ids.nothing], name: 'x' }])
      expect(await refusal(h.as('admin').call(sendInvoices, order))).toMatchObject({ status: 400 })
    const attributeFilter = { field: 'nothing', comparison: 'eq' as const, value: 'x' }
    expect(await refusal(h.as('admin').call(sendInvoices, { attributeFilter }))).toMatchObject({
      status: 400,
    })
  })
  it('is for administrators to act on', async () => {
    for (const who of ['core', 'national', 'company'] as const)
      for (const contract of [sendInvoices, deleteInvoices, cancelinvoices, markinvoicesaspseudosent])
        expect(
          (await failureOf(h.as(who).call(contract as typeof sendInvoices, { ids: [ids.nothing] }))).status,
        ).toBe(403)
  })
})

describe('what has to be mended first', () => {
  it('is told of the invoice and by the job, and takes no number', async () => {
    const id = await makeDraft(h, { targetYear: 2032 })
    const { internalName } = (await h.ports.entities.get('institution', aare))!.data
    await makeSendable(h, { internalName: ' ', iban: 'CH00 0076 2011 6238 5295 7', invoiceAddress: {} })
    await h.indexed()
    const keys = ['invoiceNoInternalName', 'invoiceIbanInvalid', 'invoiceNoPayee']
    const { problems } = await h.as('admin').call(load, { id })
    expect(problems.map(({ text }) => text.key)).toEqual(keys)
    expect(await send(id)).toMatchObject({ failed: 1, keys: [keys[0]] })
    await makeSendable(h, { internalName: 'rhine' })
    expect(await send(id)).toMatchObject({ keys: ['invoiceInternalNameTaken'] })
    await makeSendable(h, { internalName })
    await send(id)
    expect((await stored(h, id)).number).toBe('aare-2032-000001')
  })
})

it('is told where a special item of the draft is gone; made anew it is sent without it', async () => {
  const year = 2034
  await makeSchedule(h, { year })
  const special = { institution: aare, year, text: 'Label', amount: 15 }
  const product = await makeProduct(h, { company: belmont, _invoiceSpecialItems: { one: special } })
  const order = { institutions: [aare], companies: [belmont], targetYear: year }
  await run(h, order)
  const isOfYear = ({ data }: { data: { targetYear: number } }) => data.targetYear === year
  const { id } = (await invoices(h)).find(isOfYear)!
  await change<ProductData>(h, product, ({ listData }) => {
    listData[fixedIds.list.base]!._invoiceSpecialItems = {}
  })
  expect(await send(id)).toMatchObject({ failed: 1, keys: ['invoiceSpecialGone'] })
  expect(await stored(h, id)).not.toHaveProperty('number')
  await run(h, order)
  expect(await send(id)).toMatchObject({ failed: 0 })
  expect((await stored(h, id)).sums.map(({ text }) => text)).not.toContain('Label')
})

describe('who reads them', () => {
  it('is the institution, and the company once they were really sent', async () => {
    const id = await makeDraft(h, { companyId: ids.company.nordhain, cc: ['a@b.example'] })
    const status = async (who: 'core' | 'national' | 'registered' | 'company') => {
      const { status } = await failureOf(h.as(who).call(load, { id }))
      return status
    }
    const { data, recipients } = await h.as('core').call(load, { id })
    expect([data.cc, recipients]).toEqual([[], undefined])
    expect([await status('national'), await status('registered'), await status('company')]).toEqual([
      404, 403, 404,
    ])
    const ticket = (await h.as('core').call(createinvoicepdf, { invoiceId: id })).ticketNumber
    expect(ticket).toBeDefined()
    expect((await failureOf(h.as('company').call(createinvoicepdf, { invoiceId: id }))).status).toBe(404)
    await send(id)
    const told = await h.as('company').call(load, { id })
    expect(told).toMatchObject({ may: [], problems: [], data: { cc: [], sendDate: expect.any(String) } })
    expect(told.data).not.toHaveProperty('sentTo')
    expect(told).not.toHaveProperty('recipients')
    expect((await h.as('company').call(createinvoicepdf, { invoiceId: id })).result).toBeDefined()
    expect([await status('national'), await status('registered')]).toEqual([404, 403])
    // Why it was cancelled is the institution's.
    await done(cancelinvoices, { ids: [id], reason: 'They do not pay' } as Order)
    const { cancelledBy } = await stored(h, id)
    for (const [who, sees] of [
      ['core', true],
      ['company', false],
    ] as const)
      for (const of of [id, cancelledBy!]) {
        const { data: cancelled } = await h.as(who).call(load, { id: of })
        expect(Object.hasOwn(cancelled, 'cancellationReason'), `${who} ${of}`).toBe(sees)
      }
  })
})
