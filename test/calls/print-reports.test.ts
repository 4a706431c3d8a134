/** Printed reports of products: what is in them, for whom, and what is not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { getpdfandstatus } from '../../shared/calls/bml/product/getpdfandstatus.ts'
import { pdfprintreport } from '../../shared/calls/bml/product/pdfprintreport.ts'
import { locales } from '../../shared/constants.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { maxReportProducts } from '../../shared/rules/report.ts'
import { change } from './confirmations.world.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'

const { base, ch } = ids.list
const { compost, neem, basalt } = ids.product
let h: Harness
/** What was to be printed. */
const pages: { html: string; options: { header?: string; landscape?: boolean } }[] = []
beforeAll(async () => {
  const pdf = {
    print: async (html: string, options = {}) => {
      pages.push({ html, options })
      return new TextEncoder().encode('%PDF-')
    },
  }
  h = await startHarness({ ports: { pdf } })
  await h.indexed()
})
afterAll(() => h.close())

type Asked = Partial<z.input<typeof pdfprintreport.input>>
const ask = (who: DemoUser, asked: Asked = {}) =>
  h.as(who).call(pdfprintreport, { reportType: 'print', listId: base, language: 'en_GB', ...asked })
async function report(who: DemoUser, asked: Asked = {}) {
  const answer = await ask(who, asked)
  await h.worked()
  const { html, options } = pages.at(-1)!
  // Without the style, and without marks between texts.
  const said = html.replace(/^.*<body>/s, '').replace(/<[^>]*>/g, '|')
  return { ...answer, html, options, said }
}

describe('a public report', () => {
  it('has what the list shows, of the products that were asked for, as a PDF of who asked', async () => {
    const { ticketNumber, products, leftOut, said, options } = await report('core', {
      ids: [compost, basalt],
    })
    expect([products, leftOut]).toEqual([1, 1])
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
    expect((await refusal(ask('core', asked))).key).toBe('reportEmpty')
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
    expect((await refusal(ask('core', long))).key).toBe('reportEmpty')
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
  it('is of what the filter finds, without what was left out', async () => {
    const attributeFilter = { field: 'name', comparison: 'contains', value: 'a' } as const
    const asked = { reportType: 'components', attributeFilter } as const
    const { said } = await report('admin', { ...asked, except: [basalt] })
    expect(said).toContain('Aare Compost Gold')
    expect(said).not.toContain('Basalt Dust')
  })
  it('shows nobody a product or a list that they do not see', async () => {
    expect((await refusal(ask('national', { productId: compost }))).key).toBe('reportEmpty')
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
