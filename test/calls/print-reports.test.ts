/** Printed reports of products: what is in them, for whom, and what is not. */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { fileKey, partKey } from '../../functions/domain/export/job.ts'
import { documentKey } from '../../functions/domain/report/job.ts'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { getpdfandstatus } from '../../shared/calls/bml/product/getpdfandstatus.ts'
import { pdfprintreport } from '../../shared/calls/bml/product/pdfprintreport.ts'
import { locales } from '../../shared/constants.ts'
import { CallError } from '../../shared/errors.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { maxReportProducts } from '../../shared/rules/report.ts'
import { change } from './confirmations.world.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'

const { base, ch } = ids.list
const { compost, neem, basalt } = ids.product
let h: Harness
/** What was to be printed. */
const pages: { html: string; options: { header?: string; landscape?: boolean } }[] = []
/** Done before a page is printed. */
let before: (html: string) => unknown = () => undefined
beforeAll(async () => {
  const pdf = {
    print: async (html: string, options = {}) => {
      await before(html)
      pages.push({ html, options })
      return new TextEncoder().encode('%PDF-')
    },
  }
  h = await startHarness({ ports: { pdf } })
  await h.indexed()
})
afterEach(() => {
  before = () => undefined
})
afterAll(() => h.close())

type Asked = Partial<z.input<typeof pdfprintreport.input>>
const ask = (who: DemoUser, asked: Asked = {}) =>
  h.as(who).call(pdfprintreport, { reportType: 'print', listId: base, language: 'en_GB', ...asked })
const status = (who: DemoUser, ticketNumber: string) => h.as(who).call(getpdfandstatus, { ticketNumber })
async function report(who: DemoUser, asked: Asked = {}) {
  const { ticketNumber } = await ask(who, asked)
  await h.worked()
  const answer = { ticketNumber, ...(await status(who, ticketNumber)) }
  const { html, options } = pages.at(-1)!
  // Without the style, and without marks between texts.
  const said = html.replace(/^.*<body>/s, '').replace(/<[^>]*>/g, '|')
  return { ...answer, html, options, said }
}
/** Why there is no report. */
async function whyNot(who: DemoUser, asked: Asked) {
  const { ticketNumber } = await ask(who, asked)
  await h.worked()
  const { done, result, text } = await status(who, ticketNumber)
  expect([done, result]).toEqual([true, undefined])
  return text?.key
}
const fileOf = async (ticket: string) => (await h.ports.files.get(fileKey(ticket))).body

describe('a public report', () => {
  it('has what the list shows, of the products that were asked for, as a PDF of who asked', async () => {
    const { ticketNumber, leftOut, said, options } = await report('core', { ids: [compost, basalt] })
    expect(leftOut).toBe(1)
    for (const text of ['Aare Compost Gold', 'Nordhain Biodünger GmbH', 'Aarau', 'EU organic'])
      expect(said).toContain(text)
    // No standard is approved.
    expect(said).not.toContain('Basalt Dust')
    expect(options).toMatchObject({ header: expect.stringContaining('Products of the list') })
    const ticket = { ticketNumber }
    expect(await h.as('core').call(getpdfandstatus, ticket)).toMatchObject({
      done: true,
      result: expect.any(String),
    })
    expect((await refusal(h.as('core2').call(getpdfandstatus, ticket))).status).toBe(404)
  })
  it('names components that are public, and no others, whatever its reader may see', async () => {
    const of = { productId: compost }
    const all = (await report('admin', { ...of, reportType: 'components' })).said
    const open = (await report('admin', of)).said
    expect(all).toContain('Secret binder||Responsible only')
    expect(open).toContain('Horn meal')
    expect(open).not.toContain('Secret binder')
  })
  it('leaves out what the list does not show publicly', async () => {
    await change<ProductData>(h, compost, (data) => {
      data.listData[ch]!._preventPublicDisplay = true
    })
    const asked = { listId: ch, productId: compost }
    expect(await whyNot('core', asked)).toBe('reportEmpty')
    // What is not public may be checked all the same.
    expect((await report('core', { ...asked, reportType: 'reregistration' })).said).toContain(
      'Aare Compost Gold',
    )
    await change<ProductData>(h, compost, (data) => {
      data.listData[ch]!._preventPublicDisplay = false
    })
  })
  it('is of one standard, and of a day', async () => {
    const { said } = await report('core', { productId: compost, standard: ids.standard.eu })
    expect(said).toContain('EU organic')
    const long = { productId: compost, dateTime: '2001-01-01T04:00:00.000Z' }
    expect(await whyNot('core', long)).toBe('reportEmpty')
  })
  it('speaks every language', async () => {
    for (const language of locales) {
      const { html } = await report('core', { productId: compost, language })
      expect(html).toContain(`lang="${language.replace('_', '-')}"`)
      expect(html).not.toMatch(/\{\{|title\.print|validUntil/)
    }
  })
})

describe('a report of components', () => {
  it('has those that its reader may see, on wide pages', async () => {
    const asked = { productId: compost, reportType: 'components' } as const
    const { said, options } = await report('company', asked)
    expect(options.landscape).toBe(true)
    expect(said).toContain('Horn meal')
    expect(said).not.toContain('Secret binder')
    expect((await report('core', asked)).said).toContain('Secret binder')
  })
})

describe('a re-registration', () => {
  it('has a sheet for each company, addressed to whom one says, else to the main contact', async () => {
    const asked: Asked = { reportType: 'reregistration', ids: [compost, neem, basalt] }
    const { html, said } = await report('admin', asked)
    expect(html.match(/<section class="company">/g)).toHaveLength(new Set(html.match(/<h2>[^<]*/g)).size)
    expect(said).toContain('For the attention of Nordhain')
    const to = (await report('admin', { ...asked, contactPerson: 'Frau <b>Muster</b>' })).html
    expect(to).toContain('For the attention of Frau &lt;b&gt;Muster&lt;/b&gt;')
  })
})

describe('a report as a zip', () => {
  const entriesOf = async (ticket: string) => Object.keys(unzipSync(await fileOf(ticket))).sort()

  it('has a document for each product, called as the product is', async () => {
    const from = pages.length
    const { ticketNumber, result, leftOut } = await report('admin', {
      reportType: 'components',
      form: 'zip',
      ids: [compost, neem, basalt],
    })
    expect([result !== undefined, leftOut]).toEqual([true, undefined])
    const entries = await entriesOf(ticketNumber)
    expect(entries).toHaveLength(3)
    expect(entries).toContain('Aare Compost Gold.pdf')
    expect(pages.slice(from)).toHaveLength(3)
    const job = (await h.ports.entities.get('batchjob', ticketNumber))!.data
    expect([job.status, job.done, job.total, job.failed]).toEqual(['complete', 3, 3, 0])
    // Only the file is left.
    for (let i = 0; i < 3; i++) expect(await h.ports.files.has(documentKey(ticketNumber, 0, i))).toBe(false)
    expect(await h.ports.files.has(partKey(ticketNumber, 0))).toBe(false)
  })
  it('has a document for each company of a re-registration', async () => {
    const asked: Asked = { reportType: 'reregistration', form: 'zip', ids: [compost, neem, basalt] }
    const { ticketNumber } = await report('admin', asked)
    const whole = await report('admin', { ...asked, form: 'pdf' })
    const sheets = whole.html.match(/<section class="company">/g)!
    const entries = await entriesOf(ticketNumber)
    expect(entries).toHaveLength(sheets.length)
    expect(entries).toContain('Nordhain Biodünger GmbH.pdf')
  })
  it('lacks a document that cannot be printed, and says so', async () => {
    before = (html) => {
      if (html.includes('Basalt Dust'))
        throw new CallError('too_large', 'The document is too large.', { key: 'pdfTooLarge' })
    }
    const asked: Asked = { reportType: 'components', form: 'zip', ids: [compost, basalt] }
    const { ticketNumber, missing } = await report('admin', asked)
    expect(missing).toBe(1)
    expect(await entriesOf(ticketNumber)).toEqual(['Aare Compost Gold.pdf'])
    const { errors } = await h.as('admin').call(checkstatus, { id: ticketNumber })
    expect(errors).toMatchObject([{ unit: 'Basalt Dust.pdf', text: { key: 'too_large' } }])
  })
  it('packs what an archive can hold, in its order, and ends where one of them fails', async () => {
    const entry = (name: string, text: string) => ({
      name,
      content: async () => new TextEncoder().encode(text),
    })
    const packed = async (entries: ReturnType<typeof entry>[]) => {
      const pieces: Uint8Array[] = []
      for await (const piece of h.ports.archives.zip(entries)) pieces.push(piece)
      return new Uint8Array(Buffer.concat(pieces))
    }
    const all = [entry('Grüße.pdf', 'one'), entry('b (2).pdf', 'x'.repeat(100_000)), entry('empty.pdf', '')]
    const read = unzipSync(await packed(all))
    expect(Object.entries(read).map(([name, body]) => [name, strFromU8(body).length])).toEqual([
      ['Grüße.pdf', 3],
      ['b (2).pdf', 100_000],
      ['empty.pdf', 0],
    ])
    expect(await packed(all)).toEqual(await packed(all))
    const broken = { name: 'c.pdf', content: () => Promise.reject(new Error('gone')) }
    await expect(packed([...all, broken])).rejects.toThrow('gone')
  })
})

describe('a report', () => {
  it('is given to nobody who may see something else than when they asked for it', async () => {
    const asked: Asked = {
      reportType: 'components',
      attributeFilter: { field: 'name', comparison: 'contains', value: 'neem' },
    }
    const { ticketNumber } = await report('national', { ...asked, listId: ids.list.fr })
    const get = (who: DemoUser) => h.as(who).call(getpdfandstatus, { ticketNumber })
    expect((await get('national')).done).toBe(true)
    const { entities } = h.ports
    const france = (await entities.get('institution', ids.institution.france))!
    const users = france.data.users.filter((one) => one !== ids.account.national)
    await entities.put({ ...france, data: { ...france.data, users } }, { expectRev: france.rev })
    expect((await refusal(get('national'))).status).toBe(404)
    expect((await get('admin')).done).toBe(true)
    await entities.put(france, { expectRev: france.rev + 1 })
  })
  it('ends where its starter has lost a right while it was printed', async () => {
    const { entities } = h.ports
    const france = (await entities.get('institution', ids.institution.france))!
    before = async () => {
      const now = (await entities.get('institution', france.id))!
      if (now.rev !== france.rev) return
      const users = france.data.users.filter((one) => one !== ids.account.national)
      await entities.put({ ...france, data: { ...france.data, users } }, { expectRev: france.rev })
      // Other processes know it by then.
      h.clock.advance(15)
    }
    const { ticketNumber } = await ask('national', { reportType: 'components', listId: ids.list.fr })
    await h.worked()
    const { done, result, text } = await status('admin', ticketNumber)
    expect([done, result, text?.key]).toEqual([true, undefined, 'reportOtherRights'])
    expect(await h.ports.files.has(fileKey(ticketNumber))).toBe(false)
    const now = (await entities.get('institution', france.id))!
    await entities.put({ ...now, data: france.data }, { expectRev: now.rev })
  })
  it('says how far it is, and nothing comes of it where it was stopped', async () => {
    const asked: Asked = { reportType: 'components', ids: [compost, basalt] }
    const { ticketNumber } = await ask('admin', asked)
    expect(await status('admin', ticketNumber)).toMatchObject({ done: false, progress: { total: 2 } })
    await h.as('admin').call(abort, { id: ticketNumber })
    await h.worked()
    expect(await status('admin', ticketNumber)).toMatchObject({ done: true, text: { key: 'printAborted' } })
    expect(await h.ports.files.has(fileKey(ticketNumber))).toBe(false)
  })
  it('that is too long for one document says what to do instead', async () => {
    before = () => {
      throw new CallError('too_large', 'The document is too large.', { key: 'pdfTooLarge' })
    }
    expect(await whyNot('admin', { reportType: 'components', ids: [compost] })).toBe('reportTooLong')
  })
  it('is kept for thirty days', async () => {
    const { ticketNumber } = await report('admin', { productId: compost })
    h.clock.advance(30 * 24 * 3600)
    expect(await status('admin', ticketNumber)).toMatchObject({ done: true, text: { key: 'printEnded' } })
  })
  it('is of what the filter finds, without what was left out', async () => {
    const attributeFilter = { field: 'name', comparison: 'contains', value: 'a' } as const
    const asked = { reportType: 'components', attributeFilter } as const
    const { said } = await report('admin', { ...asked, except: [basalt] })
    expect(said).toContain('Aare Compost Gold')
    expect(said).not.toContain('Basalt Dust')
  })
  it('shows nobody a product or a list that they do not see', async () => {
    const hidden = await refusal(ask('national', { productId: compost }))
    expect(hidden.key).toBe('reportEmpty')
    expect(await refusal(ask('national', { productId: ids.nothing }))).toEqual(hidden)
    expect((await refusal(ask('national', { listId: ch }))).status).toBe(400)
    expect((await refusal(ask('registered'))).status).toBe(403)
    expect((await refusal(ask('core', { listId: ids.nothing }))).status).toBe(400)
  })
  it('is refused where it is asked in two ways, or has too many products', async () => {
    expect((await refusal(ask('core', { productId: compost, name: 'x' }))).status).toBe(400)
    const many = Array.from({ length: maxReportProducts + 1 }, () => compost)
    expect((await refusal(ask('core', { ids: many }))).status).toBe(400)
  })
})
