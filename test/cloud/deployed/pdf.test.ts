import { randomUUID } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'
import { compactVerify, createLocalJWKSet } from 'jose'
import { expect, inject, test } from 'vitest'
import { createFileStore } from '../../../functions/adapters/aws/file-store.ts'
import { createJobQueue } from '../../../functions/adapters/aws/job-queue.ts'
import { systemClock } from '../../../functions/adapters/common/clock.ts'
import { documentKey } from '../../../functions/domain/confirmation/sent.ts'
import { resultKey } from '../../../functions/domain/print/job.ts'
import { isProduct } from '../../../functions/domain/product/context.ts'
import { printJob } from '../../../functions/services/print/start.ts'
import { openStore } from '../../../scripts/cloud/seed.ts'
import { getaccount } from '../../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../../shared/calls/auth/account/updateaccount.ts'
import { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { keys } from '../../../shared/calls/bml/confirmation/keys.ts'
import { sendmessage } from '../../../shared/calls/bml/message/sendmessage.ts'
import { createlistingconfirmation } from '../../../shared/calls/bml/product/createlistingconfirmation.ts'
import { getpdfandstatus } from '../../../shared/calls/bml/product/getpdfandstatus.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { sendlistingconfirmation } from '../../../shared/calls/bml/product/sendlistingconfirmation.ts'
import { create as createEntity } from '../../../shared/calls/eav/entity/create.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { idOf } from '../../../shared/id-of.ts'
import { apiAs, baseList } from '../../e2e/api.ts'
import { appUrl } from '../../e2e/app.ts'
import { readPdf } from '../../fixtures/read-pdf.ts'
import { codeIn } from '../../fixtures/scan-code.ts'
import { processesOf, sqs, until, urlOf } from './tools.ts'

const { target, deployed } = inject('stage')
const store = openStore(target, deployed)
const files = createFileStore(new S3Client({ ...target.cloud.client, forcePathStyle: true }), deployed.files)
const queue = await urlOf('pdf')
const ports = { entities: store, files, jobs: createJobQueue(sqs, () => queue), clock: systemClock }
const api = await apiAs('core')
const { id: by, institutions: of } = await api.call(getaccount, {})
const institutions = of.map(({ id }) => id)
const [sub = ''] = (await store.get(by))!.data['ssoUsers'] as string[]
const options = { footer: 'Fußzeile', pageNumbers: true }
const start = (pages: string[]) =>
  printJob({ id: randomUUID(), by, sub, pages, fileName: 'Bestätigung.pdf', about: by, options }, ports)

async function ended(ticketNumber: string): Promise<OutputOf<typeof getpdfandstatus>> {
  let state: OutputOf<typeof getpdfandstatus> | undefined
  await until('the document is printed', async () => {
    state = await api.call(getpdfandstatus, { ticketNumber })
    return state.done
  })
  return state!
}

test('a document: printed by the worker with the browser of its layer, fetched under a signed address', async () => {
  const ticket = await start(['<!doctype html><title>Grüße</title><p>Zulässig für Öko, őűșțčđ</p>'])
  const state = await ended(ticket)
  expect(state.error).toBeUndefined()
  const answer = await fetch(state.result!)
  const pdf = new Uint8Array(await answer.arrayBuffer())
  expect(new TextDecoder().decode(pdf.subarray(0, 5))).toBe('%PDF-')
  expect(readPdf(pdf)).toMatchObject({ title: 'Grüße', pages: ['Zulässig für Öko, őűșțčđ Fußzeile 1 / 1'] })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Best%C3%A4tigung.pdf")
  expect((await fetch(state.result!.replace(resultKey(ticket, 0), resultKey(ticket, 1)))).status).toBe(403)
  await expect((await apiAs('core2')).call(getpdfandstatus, { ticketNumber: ticket })).rejects.toThrow(
    'not_found',
  )
})

/** A confirmation of the first product that can be confirmed to its own distributor, on its way. Data that other tests changed since are not. */
async function sending(): Promise<{ id: string; jobId: string }> {
  for (const product of (await store.getMany(await api.productIds())).filter(isProduct)) {
    const base = product.data.listData[baseList]
    const companyId = Object.values(base?._companies ?? {}).find(
      ({ role }) => role === 'distributor',
    )?.company
    const institutionId = base?._responsible?.institution
    if (!companyId || !institutionId) continue
    const asked = { productId: product.id, listIds: [baseList], institutionId, companyId, url: appUrl() }
    const made = await api
      .call(createlistingconfirmation, { ...asked, language: 'de_DE', type: 'listing' })
      .catch(() => undefined)
    const begun =
      made && (await api.call(sendlistingconfirmation, { confirmationId: made.id }).catch(() => undefined))
    if (begun) return { id: made.id, jobId: begun.jobId }
  }
  throw new Error('no product can be confirmed')
}

test('a listing confirmation is printed, signed, mailed and kept', async () => {
  const { id, jobId } = await sending()
  await until(
    'the confirmation is sent',
    async () => (await api.call(checkstatus, { id: jobId })).status === 'complete',
  )
  expect(await api.call(checkstatus, { id: jobId })).toMatchObject({ failed: 0 })
  const { sendDate, number, sent, site } = (await store.get('listing_confirmation', id))!.data
  expect([sendDate, number]).toEqual([expect.any(String), expect.any(String)])
  // What the code on the paper carries, signed by a key that never leaves KMS, is checked by the published half.
  const [address, statement = ''] = codeIn((await files.get(documentKey(id, sent!.fileHash))).body).split('#')
  expect(address).toBe(`${site}/check/${number}`)
  const { payload, protectedHeader } = await compactVerify(
    statement,
    createLocalJWKSet(await api.call(keys, {})),
  )
  expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ number, hash: sent!.hash })
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'confirmation+jwt' })
  expect(await (await fetch(`${target.cloud.endpoint}/_ministack/ses/messages`)).text()).toContain(number)
})

/** The job of this name begins once the change has come through the table's stream. */
async function mailed(name: string) {
  const id = await idOf(name)
  const job = () => store.get('batchjob', id)
  await until('the mail is out', async () => (await job())?.data.status === 'complete')
  expect((await job())!.data).toMatchObject({ failed: 0, done: expect.any(Number) })
  expect((await job())!.data.done).toBeGreaterThan(0)
}

test('a note whose label asks for it is mailed to a person of the responsible institution', async () => {
  const { userData, rev } = await api.call(getaccount, {})
  await api.call(updateaccount, { rev, userData: { ...userData, sendNotificationMailsNotes: true } })
  const admin = await apiAs('admin')
  const label = await admin.call(createEntity, {
    entityclass: 'label',
    data: { title: { de_DE: 'Eilig' }, color: '#aa0000', sendEmailOnNote: true },
  })
  const own = (await store.getMany(await api.productIds())).filter(isProduct).find(({ data }) => {
    const { _responsible, _archived } = data.listData[baseList]!
    return !data.archived && !_archived && institutions.includes(_responsible?.institution ?? '')
  })!
  const note = randomUUID()
  const value = { label: label.id, text: 'Bitte anrufen', read: false, at: own.updated, by }
  const path = `/listData/${baseList}/_notes/${note}`
  await admin.call(save, { id: own.id, rev: own.rev, patch: [{ op: 'add', path, value }] })
  await mailed(`note-mail#${own.id}#${baseList}#${note}`)
})

test('a message is mailed to a person of the institution that it is for', async () => {
  const other = await apiAs('national')
  const { userData, rev, institutions: to } = await other.call(getaccount, {})
  await other.call(updateaccount, { rev, userData: { ...userData, sendNotificationMailsMessages: true } })
  const [productId = ''] = await api.productIds()
  const sent = await api.call(sendmessage, {
    context: { productId },
    recipientOrg: to[0]!.id,
    message: 'Ist das neu?',
  })
  await mailed(`message-mail#${sent.message.id}`)
})

test('a printing worker that is killed: its job goes on, and every document is there', async () => {
  const pages = Array.from({ length: 12 }, (_, n) => `<p>Dokument ${n}</p>${'<p>Zeile</p>'.repeat(500)}`)
  const ticket = await start(pages)
  await until(
    'the worker is in the middle of its job',
    async () => {
      const { status, done } = await api.call(checkstatus, { id: ticket })
      if (status === 'complete') throw new Error('the job was over too soon')
      return done > 0 && processesOf('workers-pdf').length > 0
    },
    30,
  )
  for (const pid of processesOf('workers-pdf')) process.kill(pid, 'SIGKILL')
  expect((await ended(ticket)).error).toBeUndefined()
  expect(await api.call(checkstatus, { id: ticket })).toMatchObject({
    status: 'complete',
    done: 12,
    failed: 0,
  })
  for (const n of pages.keys())
    expect(readPdf((await files.get(resultKey(ticket, n))).body).pages[0]).toContain(`Dokument ${n} `)
})
