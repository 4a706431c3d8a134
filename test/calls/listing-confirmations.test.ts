/** Listing confirmations of a product through the runtime: who makes, sees, changes and deletes them, and what stands against it. */
import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { qrMaker } from '../../functions/adapters/common/qr-maker.ts'
import { documentKey } from '../../functions/domain/confirmation/sent.ts'
import { resultKey } from '../../functions/domain/print/job.ts'
import type { Mail } from '../../functions/ports/mailer.ts'
import { untilAborted } from '../../functions/runtime/until-aborted.ts'
import { sendConfirmation } from '../../functions/services/confirmation/send.ts'
import { starterOf } from '../../functions/services/job/starter.ts'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { check } from '../../shared/calls/bml/confirmation/check.ts'
import { keys } from '../../shared/calls/bml/confirmation/keys.ts'
import { createlistingconfirmation } from '../../shared/calls/bml/product/createlistingconfirmation.ts'
import { getpdfandstatus } from '../../shared/calls/bml/product/getpdfandstatus.ts'
import { listlistingconfirmations } from '../../shared/calls/bml/product/listlistingconfirmations.ts'
import { pdflistingconfirmation } from '../../shared/calls/bml/product/pdflistingconfirmation.ts'
import { sendlistingconfirmation } from '../../shared/calls/bml/product/sendlistingconfirmation.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { deleteEntity } from '../../shared/calls/eav/entity/delete.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { revert } from '../../shared/calls/eav/entity/revert.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { locales } from '../../shared/constants.ts'
import type { List } from '../../shared/model/administration.ts'
import type { ListingConfirmation } from '../../shared/model/confirmation.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { unwrap } from '../../shared/rules/refusal.ts'
import { readPdf } from '../fixtures/read-pdf.ts'
import { keptMails } from '../fixtures/stand-ins.ts'
import { change, complete } from './confirmations.world.ts'
import { failureOf, type Harness, ids, refusal, startHarness } from './harness.ts'

const { base, ch, fr } = ids.list
const { compost, neem, basalt } = ids.product
const { nordhain, belmont } = ids.company
const { aare, france } = ids.institution

const asked = {
  productId: compost,
  listIds: [ch],
  institutionId: aare,
  companyId: nordhain,
  language: 'de_DE' as const,
  type: 'listing' as const,
  url: 'http://127.0.0.1:3000/products/1',
}
let h: Harness
/** What the codes on documents say. */
const codes: string[] = []
beforeAll(async () => {
  const qrCodes = {
    svg(text: string) {
      codes.push(text)
      return qrMaker.svg(text)
    },
  }
  h = await startHarness({ ports: { qrCodes } })
})
afterAll(() => h.close())
const make = (who: DemoUser = 'core', more: object = {}) =>
  h.as(who).call(createlistingconfirmation, { ...asked, ...more })
const listed = async (who: DemoUser, productId: string = compost) =>
  (await h.as(who).call(listlistingconfirmations, { productId })).list
const refused = async (run: Promise<unknown>) => (await refusal(run)).key

describe('what keeps a product from being confirmed', () => {
  it('is told all at once, by its code, with the place where it is mended', async () => {
    const { status, message, details } = await failureOf(make())
    expect([status, message]).toEqual([422, 'ERR2: missing language in the distributor company data.'])
    expect(details.issues?.map(({ key, path, mend }) => [key, path, mend])).toEqual([
      ['confirmationErr2', '/productId', { place: 'company', company: nordhain }],
      ['confirmationErr4', '/companyId', { place: 'company', company: nordhain }],
    ])
    // Nobody distributes it and no standard is approved, in a list that is not active.
    await change<ProductData>(h, compost, ({ listData }) => {
      for (const list of [listData[base]!, listData[ch]!]) {
        list._companies = { r1: { company: nordhain, role: 'manufacturer' } }
        list._approval = {}
        list._active = false
      }
      listData[ch]!._preventPublicDisplay = true
    })
    const all = await failureOf(make('core', { listIds: [base, ch] }))
    const at = (list: string, place: string) => ({ place, product: compost, list })
    expect(all.details.issues?.map(({ key, path, mend }) => [key, path, mend])).toEqual([
      ['confirmationErr1', '/productId', at(base, 'companies')],
      ['confirmationErr3', '/productId', at(base, 'approvals')],
      ['confirmationErr4', '/companyId', { place: 'company', company: nordhain }],
      ['confirmationErr6', '/listIds/0', at(base, 'activation')],
      ['confirmationErr5', '/listIds/1', at(ch, 'companies')],
      ['confirmationErr6', '/listIds/1', at(ch, 'activation')],
      ['confirmationNoStandard', '/listIds/1', at(ch, 'approvals')],
      ['confirmationNotPublic', '/listIds/1', at(ch, 'display')],
    ])
    const before = (await h.ports.entities.getRevision(compost, 1))!.entity.data as unknown as ProductData
    await change<ProductData>(h, compost, (data) => Object.assign(data, before))
    await complete(h)
    const made = await make()
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = false
    })
    const [draft] = await listed('core')
    expect([draft!.confirmation.id, draft!.problems.map(({ key }) => key)]).toEqual([
      made.id,
      ['confirmationErr6'],
    ])
    await change<ProductData>(h, compost, (data) => Object.assign(data, before))
  })
})

describe('a confirmation', () => {
  it('is made for lists that one may edit, by an own institution, for a company of the product', async () => {
    const made = await make('core', { listIds: [base, ch] })
    expect(made).toMatchObject({
      rev: 1,
      data: { productId: compost, listIds: [base, ch], companyId: nordhain, site: 'http://127.0.0.1:3000' },
    })
    expect(made.data).not.toHaveProperty('number')
    expect(await refused(make('core', { companyId: belmont }))).toBe('confirmationCompany')
    expect(await refused(make('core', { url: 'https://evil.example/' }))).toBe('confirmationSite')
    expect(await refused(make('core', { replaces: made.id }))).toBe('confirmationReplaces')
    for (const [who, more, status] of [
      ['core', { institutionId: france }, 403],
      ['core', { productId: neem, listIds: [base], companyId: belmont }, 403],
      ['national', {}, 404],
      ['registered', {}, 403],
      ['company', {}, 403],
      ['core', { listIds: [fr] }, 400],
      ['core', { listIds: [ch, ch] }, 400],
      ['core', { listIds: [] }, 400],
      ['core', { institutionId: ids.nothing }, 400],
      ['core', { productId: ids.nothing }, 404],
      ['core', { language: 'xx_XX' }, 400],
      ['core', { type: 'other' }, 400],
      ['core', { url: 'javascript:alert(1)' }, 400],
    ] as const)
      expect((await failureOf(make(who, more))).status, `${who} ${JSON.stringify(more)}`).toBe(status)
  })
  it('is made once for a request that comes again', async () => {
    const again = { 'idempotency-key': 'confirm-1' }
    const once = await h.as('core').call(createlistingconfirmation, asked, again)
    expect((await h.as('core').call(createlistingconfirmation, asked, again)).id).toBe(once.id)
  })
  it('is known to who sees its lists, by whichever call', async () => {
    const { id } = await make()
    for (const who of ['core', 'core2', 'admin'] as const) {
      expect((await listed(who)).map(({ confirmation }) => confirmation.id)).toContain(id)
      expect((await h.as(who).call(get, { id })).id).toBe(id)
    }
    for (const who of ['national', 'registered', 'company'] as const)
      expect((await failureOf(h.as(who).call(get, { id }))).status).toBe(404)
    expect((await failureOf(listed('national'))).status).toBe(404)
    // Company users see the product, and of its confirmations those that were sent to them.
    expect(await listed('company')).toEqual([])
    expect(await listed('core', basalt)).toEqual([])
  })
  it('gets another language and is deleted by its institution, through the generic calls, and nothing else of it changes', async () => {
    const { id } = await make()
    const save = (who: DemoUser, path: string, value: unknown, rev = 1) =>
      h.as(who).call(updatefrompatch, { id, rev, patch: [{ op: 'add', path, value }] })
    expect((await save('core', '/language', 'fr_FR')).data).toMatchObject({ language: 'fr_FR' })
    for (const [path, value] of [
      ['/companyId', belmont],
      ['/listIds', [base]],
      ['/sendDate', '2026-03-10T09:00:00.000Z'],
      ['/number', '2026-AAAA'],
      ['/replacedBy', ids.nothing],
      ['/site', 'https://evil.example'],
    ] as const)
      expect(await refused(save('core', path, value, 2)), path).toBe('confirmationFixed')
    expect((await failureOf(save('core', '/language', 'xx_XX', 2))).status).toBe(400)
    const coreRhine = h.as('core', ids.account.coreRhine)
    const patch = [{ op: 'replace' as const, path: '/language', value: 'it_IT' }]
    expect((await failureOf(coreRhine.call(updatefrompatch, { id, rev: 2, patch }))).status).toBe(403)
    expect((await failureOf(coreRhine.call(disable, { id }))).status).toBe(403)
    await h.as('core').call(disable, { id })
    expect((await listed('core')).map(({ confirmation }) => confirmation.id)).not.toContain(id)
    await h.as('core').call(restore, { id })
    expect((await listed('core')).map(({ confirmation }) => confirmation.id)).toContain(id)
    // There is no way around its own call.
    const { url: _, ...data } = { ...asked, site: 'http://127.0.0.1:3000' }
    for (const who of ['core', 'admin'] as const)
      expect(
        (await failureOf(h.as(who).call(create, { entityclass: 'listing_confirmation', data }))).status,
      ).toBe(403)
  })
})

describe('the document of a confirmation', () => {
  const print = async (who: DemoUser, confirmationId: string) => {
    const { ticketNumber = '' } = await h.as(who).call(pdflistingconfirmation, { confirmationId })
    await h.worked()
    return ticketNumber
  }
  const read = async (ticket: string) => readPdf((await h.ports.files.get(resultKey(ticket, 0))).body)

  it('is previewed by a ticket of who asks: public data alone, on tagged pages with numbers', async () => {
    await change<List>(h, ch, (list) => {
      list.pdfFooter = { de_DE: 'Fußzeile der Liste' }
      list.pdfLogo = 'seal'
    })
    const made = await make('core', { listIds: [ch, base] })
    const ticket = await print('core', made.id)
    expect(await h.as('core').call(getpdfandstatus, { ticketNumber: ticket })).toMatchObject({
      done: true,
      result: expect.any(String),
    })
    for (const who of ['core2', 'national', 'company'] as const)
      expect((await failureOf(h.as(who).call(getpdfandstatus, { ticketNumber: ticket }))).status).toBe(404)
    const { title, pages } = await read(ticket)
    const said = pages.join(' ')
    expect(title).toBe('Listungsbestätigung · Aare Compost Gold')
    for (const part of [
      'Vorschau – keine gültige Bestätigung',
      'Nordhain Biodünger GmbH',
      'Aarau',
      'Switzerland',
      'EU organic',
      '1. Juli 2025',
      '31. Januar 2027',
      'Fußzeile der Liste',
      '1 / 1',
    ])
      expect(said).toContain(part)
    // Of the company the address that only its owner sees; of the product what is secret.
    for (const hidden of ['Olten', 'Secret binder', 'Horn meal']) expect(said).not.toContain(hidden)
    const pdf = Buffer.from((await h.ports.files.get(resultKey(ticket, 0))).body).toString('latin1')
    expect(pdf).toContain('/StructTreeRoot')
  })
  it('is made in each language, with what is confirmed', async () => {
    const said = new Map<string, string>()
    for (const [n, language] of locales.entries()) {
      const type = (['listing', 'order', 'conformity'] as const)[n % 3]!
      const { pages, title } = await read(await print('core', (await make('core', { language, type })).id))
      said.set(title, pages.join(' '))
    }
    expect(said.size).toBe(locales.length)
    for (const [title, text] of said) {
      expect(text, title).toContain('Aare Compost Gold')
      expect(text, title).not.toMatch(/\{\{|intro\.|title\./)
    }
  })
  it('is not made for what cannot be confirmed, nor for who may not know of it', async () => {
    const { id } = await make()
    for (const who of ['national', 'registered', 'company'] as const)
      expect((await failureOf(print(who, id))).status, who).toBe(who === 'registered' ? 403 : 404)
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = false
    })
    expect(await refused(print('core', id))).toBe('confirmationErr6')
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = true
    })
  })
  it('takes nothing that people entered as HTML', async () => {
    await change<List>(h, ch, (list) => {
      list.title = { de_DE: '<img src=x onerror=alert(1)> & "Liste"' }
    })
    const { pages } = await read(await print('core', (await make()).id))
    expect(pages.join(' ')).toContain('<img src=x onerror=alert(1)> & "Liste"')
  })
})

describe('sending', () => {
  const send = async (id: string, who: DemoUser = 'core') =>
    (await h.as(who).call(sendlistingconfirmation, { confirmationId: id })).jobId
  const stored = async (id: string) => (await h.ports.entities.get('listing_confirmation', id))!
  const mailsOf = (number: string) => h.mails.filter(({ subject }) => subject.includes(number))

  it('prints, keeps and mails the document, and only then it is sent; again it is the same', async () => {
    const { id } = await make()
    // A double click.
    const [job = '', ...others] = new Set(await Promise.all([send(id), send(id), send(id)]))
    expect(others).toEqual([])
    expect((await listed('core')).find(({ confirmation }) => confirmation.id === id)!.state).toBe('sending')
    expect(
      await refused(
        h
          .as('core')
          .call(updatefrompatch, { id, rev: 2, patch: [{ op: 'add', path: '/language', value: 'fr_FR' }] }),
      ),
    ).toBe('confirmationSending')
    expect(await send(id)).toBe(job)
    await h.worked()
    const { sendDate, number = '', sent } = (await stored(id)).data
    expect(sendDate).toBeDefined()
    expect(number).toMatch(/^2026-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const [mail, ...more] = mailsOf(number)
    expect(more).toEqual([])
    expect([mail!.to, mail!.subject]).toEqual([
      ['lea@nordhain.example'],
      `Listungsbestätigung ${number}: Aare Compost Gold`,
    ])
    const body = mail!.attachments![0]!.body
    const kept = await h.ports.files.get(documentKey(id, sent!.fileHash))
    expect(Buffer.from(kept.body).equals(Buffer.from(body))).toBe(true)
    expect(createHash('sha256').update(body).digest('hex')).toBe(sent!.fileHash)
    expect(createHash('sha256').update(canonicalJson(sent!.content)).digest('hex')).toBe(sent!.hash)
    const text = readPdf(body).pages.join(' ')
    expect(text).toContain(number)
    expect(text).not.toContain('Vorschau')

    // Sent once, whoever asks again and however often its messages come.
    expect(await send(id)).toBe(job)
    await h.ports.jobs.send(
      ['plan:0:0', 'unit:0:0', 'end'].map((unit) => ({ kind: 'confirmation', jobId: job, unit })),
    )
    await h.worked()
    expect(mailsOf(number)).toHaveLength(1)
    // The company has it, and its own people fetch it as it was sent, whatever becomes of the product.
    expect((await listed('company')).map(({ confirmation }) => confirmation.id)).toEqual([id])
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = false
    })
    for (const who of ['company', 'core'] as const)
      expect((await h.as(who).call(pdflistingconfirmation, { confirmationId: id })).result).toBeDefined()
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = true
    })
  })
  it('fixes it for good: it can only be replaced, by one that is sent, and once', async () => {
    const { id } = await make()
    await send(id)
    await h.worked()
    const { rev } = await stored(id)
    const patch = [{ op: 'add' as const, path: '/language', value: 'fr_FR' }]
    const admin = h.as('admin')
    for (const run of [
      () => admin.call(updatefrompatch, { id, rev, patch }),
      () => admin.call(disable, { id }),
      () => admin.call(revert, { id, rev, toRev: 1 }),
      () => admin.call(deleteEntity, { id }),
    ])
      expect(await refused(run())).toBe('confirmationSent')
    const next = await make('core', { replaces: id })
    expect((await stored(id)).data.replacedBy).toBeUndefined()
    await send(next.id)
    await h.worked()
    expect((await stored(id)).data.replacedBy).toBe(next.id)
    expect((await listed('core')).find(({ confirmation }) => confirmation.id === id)!.state).toBe('replaced')
    expect(await refused(make('core', { replaces: id }))).toBe('confirmationReplaces')
    const { sent } = (await stored(next.id)).data
    const text = readPdf((await h.ports.files.get(documentKey(next.id, sent!.fileHash))).body).pages.join(' ')
    expect(text).toContain((await stored(id)).data.number!)
  })
  it('takes the place of another one once: of two that were made for it the second is not mailed', async () => {
    const { id: replaces } = await make()
    await send(replaces)
    await h.worked()
    const drafts = [await make('core', { replaces }), await make('core', { replaces, language: 'fr_FR' })]
    const mails = h.mails.length
    for (const { id } of drafts) await send(id)
    await h.worked()
    const [first, second] = await Promise.all(drafts.map(({ id }) => stored(id)))
    const sent = [first!, second!].filter(({ data }) => data.sendDate !== undefined)
    expect([sent.length, h.mails.length - mails]).toEqual([1, 1])
    expect((await stored(replaces)).data.replacedBy).toBe(sent[0]!.id)
    const left = [first!, second!].find(({ data }) => data.sendDate === undefined)!
    expect(left.data.failure?.text?.key).toBe('confirmationReplaces')
  })
  it('a colleague who asks too is told that it is being sent, or was: the job is nothing that they could ask after', async () => {
    const { id } = await make()
    await send(id)
    expect(await refused(send(id, 'core2'))).toBe('confirmationSending')
    await h.worked()
    expect(await refused(send(id, 'core2'))).toBe('confirmationSent')
  })
  it('tells addresses to its institution alone, and names of companies only with what one knows of', async () => {
    const { id } = await make('core', { listIds: [base] })
    await send(id)
    await h.worked()
    const toOf = async (caller: ReturnType<Harness['as']>) => {
      const { list } = await caller.call(listlistingconfirmations, { productId: compost })
      return list.find(({ confirmation }) => confirmation.id === id)!.confirmation.data.sent!.to
    }
    expect(await toOf(h.as('core2'))).toEqual(['lea@nordhain.example'])
    for (const other of [h.as('company'), h.as('core', ids.account.coreRhine)])
      expect(await toOf(other)).toBeUndefined()
    await make()
    const { companies } = await h.as('company').call(listlistingconfirmations, { productId: compost })
    const known = (await listed('company')).map(({ confirmation }) => confirmation.data.companyId)
    expect(Object.keys(companies).sort()).toEqual([...new Set(known)].sort())
  })
  it('is for its institution, of what nothing stands against', async () => {
    const { id } = await make()
    const rhine = h.as('core', ids.account.coreRhine)
    const asks = rhine.call(sendlistingconfirmation, { confirmationId: id })
    expect((await failureOf(asks)).status).toBe(403)
    for (const [who, status] of [
      ['national', 404],
      ['registered', 403],
      ['company', 403],
    ] as const)
      expect((await failureOf(send(id, who))).status, who).toBe(status)
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = false
    })
    expect(await refused(send(id))).toBe('confirmationErr6')
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = true
    })
    // What comes to stand against it after it was begun leaves it unsent, with the reason.
    await send(id)
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = false
    })
    await h.worked()
    const { sendDate, sendJob, failure } = (await stored(id)).data
    expect([sendDate, sendJob, failure?.text?.key]).toEqual([undefined, undefined, 'confirmationErr6'])
    await change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = true
    })
    await send(id)
    await h.worked()
    expect((await stored(id)).data).toMatchObject({ sendDate: expect.any(String) })
    expect((await stored(id)).data.failure).toBeUndefined()
  })
})

describe('whoever has the document', () => {
  const sentNow = async (more: object = {}) => {
    const { id } = await make('core', { listIds: [ch, base], ...more })
    await h.as('core').call(sendlistingconfirmation, { confirmationId: id })
    await h.worked()
    const { number = '', sent } = (await h.ports.entities.get('listing_confirmation', id))!.data
    return { id, number, sent: sent! }
  }
  const checked = (number: string) => h.anonymous.call(check, { number })
  const withoutList = (isActive: boolean) =>
    change<ProductData>(h, compost, ({ listData }) => {
      listData[ch]!._active = isActive
    })

  it('checks its statement with the published keys alone, as any JOSE library does', async () => {
    const { number, sent } = await sentNow()
    const [address, jws] = codes.at(-1)!.split('#') as [string, string]
    expect(address).toBe(`http://127.0.0.1:3000/check/${number}`)
    const text = readPdf(
      (await h.ports.files.get(documentKey((await listed('core'))[0]!.confirmation.id, sent.fileHash))).body,
    )
    expect(text.links).toContain(address)
    // As docs/confirmations.md shows.
    const keySet = createLocalJWKSet(await h.anonymous.call(keys, {}))
    const { payload, protectedHeader } = await compactVerify(jws, keySet, { algorithms: ['ES256'] })
    expect(protectedHeader.typ).toBe('confirmation+jwt')
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
      iss: 'http://127.0.0.1:3000',
      number,
      type: 'listing',
      product: 'Aare Compost Gold',
      company: 'Nordhain Biodünger GmbH',
      institution: sent.content.institution,
      issued: sent.content.issued,
      lists: sent.content.lists.map(({ title, standards }) => ({
        list: title,
        standards: standards.map(({ name, from, until }) => ({ standard: name, from, until })),
      })),
      hash: sent.hash,
    })
    const { content } = await checked(number)
    expect(createHash('sha256').update(canonicalJson(content)).digest('hex')).toBe(sent.hash)
  })
  it('is told without signing in whether it holds, was replaced, or holds no longer', async () => {
    const { id, number, sent } = await sentNow()
    expect(await checked(` ${number.toLowerCase()} `)).toEqual({
      state: 'valid',
      number,
      content: sent.content,
      hash: sent.hash,
      fileHash: sent.fileHash,
      ended: [],
    })
    await withoutList(false)
    const { state, ended } = await checked(number)
    expect([state, new Set(ended.map(({ list }) => list))]).toEqual(['ended', new Set([ch])])
    await withoutList(true)
    const next = await sentNow({ replaces: id })
    expect(await checked(number)).toMatchObject({ state: 'replaced', replacedBy: next.number })
    expect(await checked(next.number)).toMatchObject({ state: 'valid' })
    await change<ProductData>(h, compost, (product) => {
      product.archived = true
    })
    expect((await checked(next.number)).state).toBe('ended')
    await change<ProductData>(h, compost, (product) => {
      delete product.archived
    })
  })
  it('finds nothing by a number that is not printed anywhere, nor drafts', async () => {
    const { id } = await make()
    for (const number of ['2026-0000-0000-0000', id, '%', ''])
      expect([400, 404]).toContain((await failureOf(checked(number))).status)
    expect(await refusal(checked('2026-0000-0000-0000'))).toMatchObject({ key: 'confirmationNumber' })
  })
})

it('a mail that fails is tried again, and leaves the confirmation unsent with the reason', async () => {
  let failures = 2
  const mails: string[] = []
  const mailer = {
    async send({ subject }: { subject: string }) {
      if (failures-- > 0) throw new Error('the mail server is away')
      mails.push(subject)
      return { messageId: 'm' }
    },
  }
  let printed = 0
  const pdf = { print: async () => new TextEncoder().encode(`%PDF ${printed++}`) }
  const own = await startHarness({ ports: { mailer, pdf } })
  await complete(own)
  const { id } = await own.as('core').call(createlistingconfirmation, asked)
  const send = async () => {
    await own.as('core').call(sendlistingconfirmation, { confirmationId: id })
    await own.worked()
    return (await own.ports.entities.get('listing_confirmation', id))!.data
  }
  failures = 3
  const { failure: told } = await send()
  expect(told?.text).toEqual({ key: 'jobUnitGivenUp', params: { job: expect.any(String) } })
  // What a server says of itself is for its log.
  expect(JSON.stringify(told)).not.toContain('away')
  // Its mail may be out: it stays the same document under its number, which whoever has it can look up; it is not said to be valid.
  const { rev, data } = (await own.ports.entities.get('listing_confirmation', id))!
  expect(await own.anonymous.call(check, { number: data.number! })).toMatchObject({ state: 'unsent' })
  const patch = [{ op: 'replace' as const, path: '/language', value: 'fr_FR' }]
  for (const run of [
    () => own.as('core').call(updatefrompatch, { id, rev, patch }),
    () => own.as('core').call(disable, { id }),
  ])
    expect(await refused(run())).toBe('confirmationSealed')
  failures = 2
  const { sendDate, failure } = await send()
  expect([sendDate !== undefined, failure, mails.length, printed]).toEqual([true, undefined, 1, 1])
  await own.close()
})

it('of a job that is stopped while it prints nothing is mailed, and what is sent then is what is kept', async () => {
  let whilePrinting = async () => {}
  const pdf = {
    async print(page: string) {
      await whilePrinting()
      return new TextEncoder().encode(page)
    },
  }
  const own = await startHarness({ ports: { pdf } })
  await complete(own)
  const { id } = await own.as('core').call(createlistingconfirmation, asked)
  const send = async () => {
    await own.as('core').call(sendlistingconfirmation, { confirmationId: id })
    await own.worked()
  }
  whilePrinting = () =>
    change<ListingConfirmation>(own, id, (data) => {
      delete data.sendJob
      data.language = 'en_GB'
    })
  await send()
  expect(own.mails).toEqual([])
  whilePrinting = async () => {}
  await send()
  const { language, sent, number } = (await own.ports.entities.get('listing_confirmation', id))!.data
  expect([language, sent!.content.language, own.mails.length]).toEqual(['en_GB', 'en_GB', 1])
  expect(own.mails[0]!.subject).toContain(number)
  expect(Buffer.from(own.mails[0]!.attachments![0]!.body).toString()).toContain('lang="en')
  await own.close()
})

it('of two runs of one job, which print side by side, one mails the document that was sealed, and the other one waits', async () => {
  let runs = 0
  let goOn = () => {}
  const both = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const pdf = {
    async print() {
      const mine = ++runs
      if (mine === 2) goOn()
      await both
      return new TextEncoder().encode(`%PDF ${mine}`)
    },
  }
  // The mail is under way until the other run has given up.
  const { mails, ...kept } = keptMails()
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const mailer = {
    async send(mail: Mail) {
      await arrived
      return kept.send(mail)
    },
  }
  // Nobody else does the job meanwhile.
  const own = await startHarness({ ports: { pdf, mailer, jobs: { send: async () => {} } } })
  await complete(own)
  const core = own.as('core')
  const { id } = await core.call(createlistingconfirmation, asked)
  const { jobId } = await core.call(sendlistingconfirmation, { confirmationId: id })
  const job = (await own.ports.entities.get('batchjob', jobId))!
  const actor = unwrap(await starterOf(job.data, 'confirmation:edit', own.ports))
  const sending = [1, 2].map(() => sendConfirmation(own.ports, actor, jobId, { confirmationId: id }))
  Promise.all(sending).catch(arrive)
  const outcomes = await Promise.allSettled(sending)
  const waits = outcomes.filter(({ status }) => status === 'rejected')
  expect(waits).toMatchObject([{ reason: { code: 'too_many_requests' } }])
  const { sent } = (await own.ports.entities.get('listing_confirmation', id))!.data
  const mailed = mails.map(({ attachments }) =>
    createHash('sha256').update(attachments![0]!.body).digest('hex'),
  )
  expect(mailed).toEqual([sent!.fileHash])
  const document = await own.ports.files.get(documentKey(id, sent!.fileHash))
  expect(createHash('sha256').update(document.body).digest('hex')).toBe(sent!.fileHash)
  await own.close()
})

it('a try whose time was up while it printed mails nothing; the one after it mails the document that was sealed', async () => {
  const timeUp = new AbortController()
  const pdf = {
    async print(page: string) {
      timeUp.abort()
      return new TextEncoder().encode(page)
    },
  }
  // Nobody else does the job meanwhile.
  const own = await startHarness({ ports: { pdf, jobs: { send: async () => {} } } })
  await complete(own)
  const core = own.as('core')
  const { id } = await core.call(createlistingconfirmation, asked)
  const { jobId } = await core.call(sendlistingconfirmation, { confirmationId: id })
  const job = (await own.ports.entities.get('batchjob', jobId))!
  const actor = unwrap(await starterOf(job.data, 'confirmation:edit', own.ports))
  const config = { confirmationId: id }
  const ports = untilAborted(own.ports, timeUp.signal)
  await expect(sendConfirmation(ports, actor, jobId, config)).rejects.toThrow('abort')
  expect(own.mails).toEqual([])
  const { sent, sendDate } = (await own.ports.entities.get('listing_confirmation', id))!.data
  expect([sent?.fileHash, sendDate]).toEqual([expect.any(String), undefined])
  await sendConfirmation(own.ports, actor, jobId, config)
  const [mail] = own.mails
  expect(createHash('sha256').update(mail!.attachments![0]!.body).digest('hex')).toBe(sent!.fileHash)
  await own.close()
})
