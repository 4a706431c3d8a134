import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileLinks } from '../../functions/adapters/embedded/file-links.ts'
import { resultKey, sourceKey } from '../../functions/domain/print/job.ts'
import type { PdfMaker } from '../../functions/ports/pdf-maker.ts'
import { filesExtra } from '../../functions/runtime/gateway/files.ts'
import { startGateway } from '../../functions/runtime/gateway/server.ts'
import { printJob } from '../../functions/services/print/start.ts'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { getpdfandstatus } from '../../shared/calls/bml/product/getpdfandstatus.ts'
import { CallError } from '../../shared/errors.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { readPdf } from '../fixtures/read-pdf.ts'
import { change } from './confirmations.world.ts'
import { type Harness, ids, startHarness } from './harness.ts'

type Who = 'core' | 'national'
const idOf = async (h: Harness, user: Who) => (await h.as(user).call(getaccount, {})).id
async function start(h: Harness, pages: string[], more: { user?: Who; id?: string; about?: string } = {}) {
  const { user = 'core', id = randomUUID() } = more
  const by = await idOf(h, user)
  const [sub = ''] = (await h.ports.entities.get(by))!.data['ssoUsers'] as string[]
  return printJob(
    {
      id,
      by,
      sub,
      pages,
      fileName: 'Bestätigung.pdf',
      about: more.about ?? by,
      options: { footer: 'Fußzeile', pageNumbers: true },
    },
    h.ports,
  )
}

describe('a printed document', () => {
  let h: Harness
  beforeAll(async () => {
    h = await startHarness()
  })
  afterAll(() => h.close())
  const ask = (ticketNumber: string, user: 'core' | 'core2' | 'national' | 'admin' = 'core') =>
    h.as(user).call(getpdfandstatus, { ticketNumber })

  it('is asked for by a ticket, printed by a worker, and fetched under an address that lives 15 minutes', async () => {
    const ticket = await start(h, ['<!doctype html><title>Grüße</title><p>Zulässig für Öko</p>'])
    await h.worked()
    const { done, result, error } = await ask(ticket)
    expect([done, error]).toEqual([true, undefined])
    const { data } = (await h.ports.entities.get(ticket))!
    const starter = (await h.ports.entities.get(await idOf(h, 'core')))!
    expect([data['startedBySub']]).toEqual(starter.data['ssoUsers'])

    const gateway = await startGateway({
      host: '127.0.0.1',
      port: 0,
      handle: () => Promise.reject(new Error('no call is made here')),
      webFolder: h.dataDir,
      log: () => undefined,
      extras: [filesExtra(openFileLinks(h.dataDir, h.clock.millis), h.ports.files)],
    })
    const answer = await fetch(new URL(result!, gateway.url))
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Best%C3%A4tigung.pdf")
    const { title, pages } = readPdf(new Uint8Array(await answer.arrayBuffer()))
    expect(title).toBe('Grüße')
    expect(pages).toEqual(['Zulässig für Öko Fußzeile 1 / 1'])
    h.clock.advance(15 * 60)
    expect((await fetch(new URL(result!, gateway.url))).status).toBe(403)
    // Asked again, there is a new one.
    expect((await fetch(new URL((await ask(ticket)).result!, gateway.url))).status).toBe(200)
    await gateway.stop()
    expect(await h.ports.files.has(sourceKey(ticket, 0))).toBe(false)
  })
  it('is for who asked for it, and for administrators', async () => {
    const ticket = await start(h, ['<p>mine</p>'])
    await h.worked()
    expect((await ask(ticket, 'admin')).result).toBeDefined()
    for (const other of ['core2', 'national'] as const)
      await expect(ask(ticket, other)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(ask(randomUUID())).rejects.toMatchObject({ status: 404 })
    const { list } = await h.ports.entities.listByClass('list', { limit: 1 })
    await expect(ask(list[0]!.id)).rejects.toMatchObject({ status: 404 })
  })
  it('is made once, also if its request and its messages come again', async () => {
    const id = randomUUID()
    const pages = ['<p>eins</p>', '<p>zwei</p>', '<p>drei</p>']
    await Promise.all([start(h, pages, { id }), h.ports.jobs.send([{ kind: 'pdf', jobId: id, unit: '0' }])])
    await start(h, pages, { id })
    await h.worked()
    const units = ['plan:0:0', 'unit:0:0', 'unit:0:1', 'unit:0:2', 'unit:0:2', 'end']
    await h.ports.jobs.send(units.map((unit) => ({ kind: 'pdf', jobId: id, unit })))
    await h.worked()
    expect(await h.as('core').call(checkstatus, { id })).toMatchObject({
      status: 'complete',
      total: 3,
      done: 3,
      failed: 0,
      about: { fileName: expect.stringMatching(/\.pdf$/) },
    })
    const texts = await Promise.all(
      [0, 1, 2].map(async (unit) => readPdf((await h.ports.files.get(resultKey(id, unit))).body).pages[0]),
    )
    expect(texts.map((text) => text!.split(' ')[0])).toEqual(['eins', 'zwei', 'drei'])
  })
})

describe('a document that cannot be printed', () => {
  it('is for who may see what is printed today, whoever asked for it', async () => {
    const h = await startHarness({ ports: { pdf: { print: async () => new TextEncoder().encode('%PDF') } } })
    const ticket = await start(h, ['<p>secret</p>'], { user: 'national', about: ids.product.neem })
    await h.worked()
    const ask = (user: 'national' | 'admin') => h.as(user).call(getpdfandstatus, { ticketNumber: ticket })
    expect((await ask('national')).result).toBeDefined()
    // The product is another institution's from now on, in a list that the person does not see.
    await change<ProductData>(h, ids.product.neem, (data) => {
      const { [ids.list.fr]: _, ...rest } = data.listData
      data.listData = rest
      for (const list of Object.values(data.listData))
        list._responsible = { institution: ids.institution.aare }
    })
    await expect(ask('national')).rejects.toMatchObject({ code: 'not_found' })
    expect((await ask('admin')).result).toBeDefined()
    await h.close()
  })
  it('ends its job: with the reason at once if it is too large, after three tries otherwise', async () => {
    let tries = 0
    let refusals = 0
    const pdf: PdfMaker = {
      async print(html) {
        if (html.includes('fault')) {
          tries++
          throw new Error('printing took longer than 45 s')
        }
        if (html.includes('huge')) {
          refusals++
          const details = { key: 'documentTooLarge', params: { max: 33_554_432 } }
          throw new CallError('too_large', 'A document may have 32 MiB at most.', details)
        }
        return new TextEncoder().encode('%PDF')
      },
    }
    const h = await startHarness({ ports: { pdf } })
    const ask = (ticketNumber: string) => h.as('core').call(getpdfandstatus, { ticketNumber })
    const ticket = await start(h, ['<p>fault</p>', '<p>good</p>'])
    expect(await ask(ticket)).toMatchObject({ done: false })
    const huge = await start(h, ['<p>huge</p>'])
    await h.worked()
    expect([tries, refusals]).toEqual([3, 1])
    const { text, error } = await ask(ticket)
    expect(text).toEqual({ key: 'jobUnitGivenUp', params: { job: ticket } })
    expect(error).not.toContain('45 s')
    expect(await h.as('core').call(checkstatus, { id: ticket })).toMatchObject({
      status: 'complete',
      done: 2,
      failed: 1,
    })
    expect(await h.ports.files.has(resultKey(ticket, 1))).toBe(true)
    expect(await ask(huge)).toEqual({
      done: true,
      error: 'A document may have 32 MiB at most.',
      text: { key: 'documentTooLarge', params: { max: 33_554_432 } },
    })

    // What kept it from being printed is forgotten after a while; the ticket still says so in words.
    const { data, ...job } = (await h.ports.entities.get('batchjob', ticket))!
    const forgotten = { ...job, id: randomUUID(), rev: 1 }
    await h.ports.entities.put({ ...forgotten, data }, { expectRev: 0 })
    expect(await ask(forgotten.id)).toEqual({
      done: true,
      error: 'The document could not be created.',
      text: { key: 'printFailed' },
    })
    const stopped = { ...forgotten, id: randomUUID(), data: { ...data, status: 'aborted' as const } }
    await h.ports.entities.put(stopped, { expectRev: 0 })
    expect(await ask(stopped.id)).toEqual({
      done: true,
      error: 'The document was not created: the job was stopped.',
      text: { key: 'printAborted' },
    })
    await h.close()
  })
})
