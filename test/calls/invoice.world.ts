/** What tests of invoices share: fee schedules, products, a run and what it has made. */
import type { PdfMaker } from '../../functions/ports/pdf-maker.ts'
import { write } from '../../scripts/seed/writer.ts'
import { createFromProducts } from '../../shared/calls/bml/invoice/createFromProducts.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Institution } from '../../shared/model/administration.ts'
import type { CompanyData } from '../../shared/model/company.ts'
import { unstored } from '../../shared/model/entity-data.ts'
import type { Invoice, InvoiceEntity } from '../../shared/model/invoice.ts'
import { change } from './confirmations.world.ts'
import { type Harness, ids } from './harness.ts'

export const { aare } = ids.institution
export const { nordhain, belmont } = ids.company
const fees = {
  base: 120,
  base_16plus: 60,
  extraCategories: 45.5,
  restBase: 80,
  restMonthly: 10,
}
export const makeSchedule = (h: Harness, more: Record<string, unknown> = {}) =>
  h.as('admin').call(create, {
    entityclass: 'feeschedule',
    data: {
      institution: aare,
      year: 2026,
      currency: 'CHF',
      vatPercent: 8.1,
      eu: fees,
      national: { ...fees, base: 30 },
      ...more,
    },
  })

let made = 0
/** A product of aare that a company distributes, approved for as long as said. */
export async function makeProduct(
  h: Harness,
  {
    company = nordhain,
    activatedOn = '2025-02-01T04:00:00.000Z',
    end,
    ...more
  }: { company?: string; activatedOn?: string; end?: string; [key: string]: unknown } = {},
): Promise<string> {
  const id = h.ports.ids.next()
  made++
  await write(h.ports, {
    id,
    entityclass: 'product',
    steps: [
      {
        at: activatedOn,
        data: {
          listData: {
            [fixedIds.list.base]: {
              'basis-f1': { textValue: `Product ${made}` },
              _category: ids.category.compost,
              _active: true,
              activatedOn,
              _responsible: { institution: aare },
              _companies: { r1: { company, role: 'distributor' } },
              _approval: {
                [ids.standard.fr]: {
                  active: true,
                  begin: '2025-01-01T04:00:00.000Z',
                  ...(end && { end }),
                  hasEverBeenApproved: true,
                  approvalInitiatorAccountId: ids.account.core,
                  finalApprovalAccountId: ids.account.core2,
                },
              },
              ...more,
            },
          },
        },
      },
    ],
  })
  return id
}

type Order = Parameters<typeof createFromProducts.input.parse>[0] & object
/** Runs it to its end. */
export async function run(h: Harness, order: Order = {}) {
  const { jobId } = await h.as('admin').call(createFromProducts, order as never)
  await h.worked()
  return (await h.ports.entities.get('batchjob', jobId))!
}
/** Those that are not deleted, by company. */
export async function invoices(h: Harness): Promise<InvoiceEntity[]> {
  const { list } = await h.ports.entities.listByClass('invoice', { limit: 500 })
  return (list as unknown as InvoiceEntity[]).filter(({ disabled }) => !disabled)
}

/** What is printed is kept as it was to be printed. */
export const asHtml: PdfMaker = { print: async (html) => new TextEncoder().encode(html) }

/** Mends what the small world lacks: the company can be billed by e-mail, and its institution be paid. */
export async function makeSendable(h: Harness, more: Partial<Institution> = {}): Promise<void> {
  await change<CompanyData>(h, belmont, (data) => {
    Object.assign(data.baseData, {
      language: 'fr_FR',
      sendInvoiceViaEmail: true,
      invoiceEmail: 'compta@belmont.example',
      ccEmail: 'copie@belmont.example',
    })
    Object.assign(data.addresses['a1']!, { street: 'Rue du Port 3', zip: '69001' })
  })
  await change<Institution>(h, aare, (data) => {
    Object.assign(data, {
      iban: 'CH93 0076 2011 6238 5295 7',
      invoiceAddress: { street: 'Aarestrasse 1', zip: '5000', city: 'Aarau' },
      invoiceEmailBcc: 'buchhaltung@aare.example',
      ...more,
    })
  })
}

/** A draft of aare for belmont as a run would make it; it holds no place, so there can be many. */
export async function makeDraft(h: Harness, more: Partial<Invoice> = {}): Promise<string> {
  const id = h.ports.ids.next()
  const data: Invoice = {
    type: 'yearly',
    institution: aare,
    companyId: belmont,
    targetYear: 2026,
    invoiceDate: '2026-03-10T04:00:00.000Z',
    indexData: { company: { name: 'Belmont Végétal SA', customerNumber: 1002 } },
    sums: [{ rule: 'custom', count: 1, price: 100, amount: 100, products: [], text: 'Visite' }],
    customEntries: { one: { text: 'Visite', amount: 100 } },
    currency: 'CHF',
    totals: { net: 100, vatPercent: 8.1, vat: 8.1, gross: 108.1 },
    paymentDays: 30,
    cc: [],
    unindex: [],
    ...more,
  }
  const now = h.clock.now()
  const by = { created: now, createdBy: ids.account.admin, updated: now, updatedBy: ids.account.admin }
  await h.ports.entities.put({ ...unstored('invoice', id, data), rev: 1, ...by }, { expectRev: 0 })
  return id
}
/** As it is stored now. */
export const stored = async (h: Harness, id: string): Promise<Invoice> =>
  (await h.ports.entities.get('invoice', id))!.data
