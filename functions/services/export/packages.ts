/** Reads the companies of exported products, as the viewer sees both. */
import { fixedIds, unnamedTitle } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { countryName } from '../../../shared/rules/country-name.ts'
import { viewCompany } from '../../domain/company/view.ts'
import type { Values } from '../../domain/export/columns.ts'
import type { ExportConfig } from '../../domain/export/job.ts'
import { companiesOf, packageValues } from '../../domain/export/packages.ts'
import { isProduct, type ViewReference } from '../../domain/product/context.ts'
import type { RevisionReader } from '../../services/product/parents.ts'
import { readMany } from '../entity/many.ts'
import { visibleEntities } from '../entity/visible.ts'
import { type ReferenceReader, viewReference } from '../product/open.ts'

export interface PackagePorts {
  entities: RevisionReader
  reference: ReferenceReader
}
interface Row {
  id: string
  values: Values
}
/** Adds the values of the packages to rows; `tell` is told of each company without an address. */
export async function packageReader(
  {
    packages = [],
    list = fixedIds.list.base,
    language,
  }: Pick<ExportConfig, 'packages' | 'list' | 'language'>,
  actor: Actor,
  { entities, reference }: PackagePorts,
): Promise<(rows: readonly Row[], tell: (product: Row, company: string) => void) => Promise<Row[]>> {
  if (packages.length === 0) return async (rows) => [...rows]
  const views: ViewReference = await viewReference(reference)
  const countries = await reference.all('country')
  const country = (id: string) => countryName(countries.get(id)?.data, language) ?? unnamedTitle
  return async (rows, tell) => {
    const stored = await readMany(
      entities,
      rows.map(({ id }) => id),
    )
    const seen = (await visibleEntities(stored, { actor, entities, reference: views })).filter(isProduct)
    const products = new Map(seen.map((one) => [one.id, one.data]))
    const named = seen.flatMap(({ data }) => packages.flatMap(({ role }) => companiesOf(data, list, role)))
    const companies = new Map<string, CompanyData>()
    for (const entity of await readMany(entities, named)) {
      const view = isOfClass('company', entity) && viewCompany(entity, actor, new Map())
      if (view) companies.set(entity.id, view.data)
    }
    return rows.map((row) => {
      const product = products.get(row.id)
      if (!product) return row
      const { values, without } = packageValues(packages, product, { list, companies, country })
      for (const company of without) tell(row, company)
      return { ...row, values: { ...row.values, ...values } }
    })
  }
}
