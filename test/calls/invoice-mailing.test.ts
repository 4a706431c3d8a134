/** An invoice whose job is stopped while its mail goes out: nobody gets it twice. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resendInvoice, sendInvoice } from '../../functions/services/invoice/send.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { cancelinvoices } from '../../shared/calls/bml/invoice/cancelinvoices.ts'
import { sendInvoices } from '../../shared/calls/bml/invoice/sendInvoices.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { asHtml, makeDraft, makeSendable, stored } from './invoice.world.ts'

let h: Harness
let mails = 0
const begun = Promise.withResolvers<void>()
const goOn = Promise.withResolvers<void>()
/** A mail server that takes its time. */
let answer = async () => {
  begun.resolve()
  await goOn.promise
}
const mailer = {
  async send() {
    await answer()
    mails++
    return { messageId: `${mails}` }
  },
}
beforeAll(async () => {
  h = await startHarness({ ports: { pdf: asHtml, mailer } })
  await makeSendable(h)
})
afterAll(() => h.close())

it('is neither sent nor cancelled by another job until the mail is out, and is sent once', async () => {
  const admin = h.as('admin')
  const id = await makeDraft(h)
  const { jobId } = await admin.call(sendInvoices, { ids: [id] })
  await begun.promise
  await admin.call(abort, { id: jobId })
  for (const contract of [sendInvoices, cancelinvoices]) {
    const { jobId: other } = await admin.call(contract as typeof sendInvoices, { ids: [id] })
    await expect
      .poll(async () => (await admin.call(checkstatus, { id: other })).errors.map(({ text }) => text?.key))
      .toEqual(['invoiceSending'])
  }
  goOn.resolve()
  await h.worked()
  const sent = await stored(h, id)
  expect(mails).toBe(1)
  expect(sent.sendDate).toBeDefined()
  for (const key of ['sendJob', 'mailedUntil', 'failure']) expect(sent).not.toHaveProperty(key)
})

it('waits for nothing where the mail server did not take it', async () => {
  answer = () => Promise.reject(new Error('the mail server is away'))
  const id = await makeDraft(h)
  const { jobId } = await h.as('admin').call(sendInvoices, { ids: [id] })
  await h.worked()
  expect(await h.as('admin').call(checkstatus, { id: jobId })).toMatchObject({ failed: 1 })
  expect(await stored(h, id)).not.toHaveProperty('mailedUntil')
  answer = async () => {}
  await h.as('admin').call(sendInvoices, { ids: [id] })
  await h.worked()
  expect((await stored(h, id)).sendDate).toBeDefined()
})

it.each([
  ['sent', sendInvoice],
  ['sent again', resendInvoice],
])('whose message comes twice at the same moment is %s by one mail: the second waits', async (_, act) => {
  const id = await makeDraft(h)
  const sender = { by: ids.account.admin, job: h.ports.ids.next() }
  const run = (doing: typeof act, of = sender) => doing(h.ports, of, id, new AbortController().signal)
  if (act === resendInvoice) await run(sendInvoice, { ...sender, job: h.ports.ids.next() })
  const mailing = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  mails = 0
  answer = () => {
    reached.resolve()
    return mailing.promise
  }
  const first = run(act)
  await reached.promise
  // What is too busy comes again by a new message.
  await expect(run(act)).rejects.toMatchObject({ code: 'too_many_requests' })
  mailing.resolve()
  await first
  await run(act)
  expect(mails).toBe(1)
  expect(await stored(h, id)).not.toHaveProperty('mailedUntil')
})
