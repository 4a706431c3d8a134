/** What tests of invoices share: fee schedules, products, a run and what it has made. */
import { write } from '../../scripts/seed/writer.ts'
import { createFromProducts } from '../../shared/calls/bml/invoice/createFromProducts.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { InvoiceEntity } from '../../shared/model/invoice.ts'
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
