/** The document of an invoice as it is printed, read back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentKey } from '../../functions/domain/invoice/sealed.ts'
import { sendInvoice } from '../../functions/services/invoice/send.ts'
import type { Invoice } from '../../shared/model/invoice.ts'
import { readPdf } from '../fixtures/read-pdf.ts'
import { paymentCodeIn } from '../fixtures/scan-code.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { makeDraft, makeSendable, stored } from './invoice.world.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ ports: { jobs: { send: async () => {} } } })
  await makeSendable(h)
})
afterAll(() => h.close())

async function printed(more: Partial<Invoice> = {}): Promise<Uint8Array> {
  const id = await makeDraft(h, more)
  const sender = { by: ids.account.admin, job: h.ports.ids.next() }
  expect(await sendInvoice(h.ports, sender, id, new AbortController().signal)).toBeUndefined()
  return (await h.ports.files.get(documentKey(id, (await stored(h, id)).fileHash!))).body
}

describe('the document of a Swiss institution', () => {
  it('is tagged, says what is owed, and can be paid by its code', async () => {
    const body = await printed()
    const text = Buffer.from(body).toString('latin1')
    expect([text.includes('/StructTreeRoot'), text.includes('/Lang (fr-FR)')]).toEqual([true, true])
    const { pages, title } = readPdf(body)
    expect(title).toBe('Facture aare-2026-000001')
    expect(pages).toHaveLength(2)
    for (const part of ['Rue du Port 3', '69001 Lyon', 'Visite', '108,10', 'aare-2026-000001'])
      expect(pages[0]).toContain(part)
    for (const part of ['Section paiement', 'CH93 0076 2011 6238 5295 7', '108.10'])
      expect(pages[1]).toContain(part)
    const code = paymentCodeIn(body).split('\n')
    expect(code.slice(0, 4)).toEqual(['SPC', '0200', '1', 'CH9300762011623852957'])
    expect(code.slice(18, 20)).toEqual(['108.10', 'CHF'])
    expect(code).toEqual(expect.arrayContaining(['Belmont Végétal SA', 'SCOR', 'EPD']))
    expect(code.find((line) => line.startsWith('RF'))).toMatch(/^RF\d\dAARE2026000001$/)
  })
  it('has a reference of digits for an account that asks for one', async () => {
    await makeSendable(h, { iban: 'CH44 3199 9123 0008 8901 2' })
    const code = paymentCodeIn(await printed()).split('\n')
    expect(code).toContain('QRR')
    expect(code.find((line) => /^\d{27}$/.test(line))).toMatch(/2026000002\d$/)
  })
  it('has no payment part where nothing is owed, or in another currency', async () => {
    const nothing = { net: 0, vatPercent: 0, vat: 0, gross: 0 }
    expect(readPdf(await printed({ totals: nothing })).pages).toHaveLength(1)
    expect(readPdf(await printed({ currency: 'USD' })).pages).toHaveLength(1)
  })
})
