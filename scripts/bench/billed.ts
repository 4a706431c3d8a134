/** What benches of invoices bill: fee schedules, and products that one company distributes in all of its lists. */
import { withOwned } from '../../functions/domain/entity/owned.ts'
import { uniqueValues } from '../../functions/domain/entity/unique-values.ts'
import type { Ports } from '../../functions/runtime/ports.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { entitySchemas } from '../../shared/model/entity-schemas.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { benchInstitutions } from './app.ts'
import { benchId, productEntity } from './generate.ts'

export const billedYear = 2026

/** Product `i`, which the company distributes, with so many kB of text beside its other data. */
export function billedProduct(i: number, company: string, kilobytes = 0): Entity<ProductData> {
  const { data, ...rest } = productEntity(i, benchInstitutions)
  const listData = structuredClone(data.listData)
  const companies = { c1: { company, role: 'distributor', _order: 1 } }
  for (const list of Object.values(listData))
    Object.assign(list, { _active: true, _archived: false, _companies: companies })
  if (kilobytes > 0) {
    const textValue = `${i} `.repeat((kilobytes * 1000) / `${i} `.length)
    Object.assign(listData[fixedIds.list.base]!, { 'bench-f2': { textValue } })
  }
  return { ...rest, id: benchId(`billed/${i}`), data: { ...data, listData } }
}

/** What the products are billed by. */
export async function putSchedules({ entities }: Pick<Ports, 'entities'>): Promise<void> {
  const fees = { base: 120, base_16plus: 60, extraCategories: 45, restBase: 80, restMonthly: 10 }
  for (const institution of Object.values(benchInstitutions)) {
    const data = withOwned(
      'feeschedule',
      entitySchemas.feeschedule.parse({
        institution,
        year: billedYear,
        currency: 'CHF',
        vatPercent: 8.1,
        eu: fees,
        national: fees,
      }),
    )
    const { data: _, ...rest } = productEntity(0, benchInstitutions)
    const schedule = { ...rest, id: benchId(`schedule/${institution}`), entityclass: 'feeschedule', data }
    await entities.put(schedule, { expectRev: 0, unique: uniqueValues('feeschedule', data) })
  }
}
