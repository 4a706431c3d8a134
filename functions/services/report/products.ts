/** Reads the products of a report with all that it says of them, as the viewer sees them. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { redactCompany } from '../../../shared/rules/redact-company.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { resolveLinks } from '../../../shared/rules/resolution.ts'
import { isProduct } from '../../domain/product/context.ts'
import {
  companyIdOf,
  type ReportAsked,
  type ReportProduct,
  reportProduct,
} from '../../domain/report/content.ts'
import { confirmReference } from '../confirmation/open.ts'
import { readMany } from '../entity/many.ts'
import type { ReferenceReader } from '../product/open.ts'
import { type EntityReader, loadParents } from '../product/parents.ts'

export interface ReportPorts {
  entities: EntityReader
  reference: ReferenceReader
}
/** In the order of the ids; without those that have no place in the report. */
export async function reportProducts(
  asked: ReportAsked,
  { ids, day }: { ids: readonly string[]; day: string },
  actor: Actor,
  { entities, reference }: ReportPorts,
): Promise<ReportProduct[]> {
  const [known, categories, components, options, stored] = await Promise.all([
    confirmReference(reference),
    reference.all('category'),
    reference.all('component'),
    reference.all('selectoption'),
    readMany(entities, ids),
  ])
  const products = stored.filter(isProduct).filter(({ disabled }) => !disabled)
  const parents = await loadParents(
    entities,
    products.map(({ data }) => data),
  )
  const seen = new Map(
    products.flatMap(({ id, data }) => {
      const today = { current: data, parents }
      const shown = redactProduct(data, resolveLinks(data, parents), actor, known, today)
      return shown ? [[id, shown] as const] : []
    }),
  )
  const named = [...seen.values()].flatMap(({ data }) => companyIdOf(data, asked.list) ?? [])
  const companies = new Map<string, CompanyData>()
  for (const company of await readMany(entities, named)) {
    const shown = isOfClass('company', company) && !company.disabled && redactCompany(company, actor)
    if (shown) companies.set(company.id, shown)
  }
  const context = { companies, today: day, reference: { ...known, categories, components, options } }
  return ids.flatMap((id) => {
    const one = seen.get(id)
    return (one && reportProduct(asked, { ...context, product: { id }, seen: one })) ?? []
  })
}
