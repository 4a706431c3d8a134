/** Columns of an export about the companies of a product: their name and the address for what the export is for. Pure. */
import type { Address, CompanyData } from '../../../shared/model/company.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import type { ExportPackage } from '../../../shared/model/search.ts'
import { inOrder } from '../../../shared/rules/company.ts'
import { packageParts } from '../../../shared/rules/export.ts'
import type { Column, ColumnWords, Values } from './columns.ts'
import type { Forms } from './values.ts'

type Part = (typeof packageParts)[number]

/** What the values of a package are kept under, beside those of the index. */
const keyOf = (n: number, part: Part) => `package ${n} ${part}`

const widths: Partial<Record<Part, number>> = { name: 32, street: 28, email: 28, website: 28 }

export function packageColumns<T>(
  packages: readonly ExportPackage[] = [],
  { t }: Pick<ColumnWords, 't'>,
  forms: Forms<T>,
): Column<T>[] {
  return packages.flatMap(({ role, addresses }, n) =>
    packageParts.map((part): Column<T> => {
      const title = `${packageTitle({ role, addresses }, t)} – ${t(`catalogue.package.${part}`)}`
      const key = keyOf(n, part)
      return {
        title,
        kind: 'plain',
        width: widths[part] ?? 16,
        cell(values) {
          const value = values[key]
          if (value === undefined || value === '') return forms.none
          return typeof value === 'number' ? forms.number(value) : forms.text(String(value))
        },
      }
    }),
  )
}
const packageTitle = ({ role, addresses }: ExportPackage, t: (key: string) => string): string => {
  const of = t(`catalogue.role.${role}`)
  return addresses === 'invoice' ? `${of} (${t('catalogue.package.invoice')})` : of
}

/** Companies of a role in a list, each once. */
export const companiesOf = (
  { listData }: Pick<ProductData, 'listData'>,
  list: string,
  role: ExportPackage['role'],
): string[] => [
  ...new Set(
    inOrder(listData[list]?._companies ?? {}).flatMap(([, row]) =>
      row.role === role && row.company ? row.company : [],
    ),
  ),
]

/**
 * Of the type, else the main one. One that is made for the list comes before one that is for all; one for other lists is none.
 */
function addressFor(
  { addresses }: Pick<CompanyData, 'addresses'>,
  type: ExportPackage['addresses'],
  list: string,
): Address | undefined {
  const all = inOrder(addresses).map(([, address]) => address)
  const isNamed = ({ lists, catalogListId }: Address) => lists.includes(list) || catalogListId === list
  const isForAll = ({ lists, catalogListId }: Address) => lists.length === 0 && !catalogListId
  const of = (type: Address['type']) => {
    const some = all.filter((one) => one.type === type)
    return some.find(isNamed) ?? some.find(isForAll)
  }
  return of(type) ?? of('main')
}

interface PackageContext {
  list: string
  /** As the viewer sees them. */
  companies: ReadonlyMap<string, Pick<CompanyData, 'baseData' | 'addresses'>>
  country(id: string): string
}
/** The values of a product's packages, and the companies that have no address for them. */
export function packageValues(
  packages: readonly ExportPackage[],
  product: Pick<ProductData, 'listData'>,
  { list, companies, country }: PackageContext,
): { values: Values; without: string[] } {
  const values: Values = {}
  const without: string[] = []
  for (const [n, { role, addresses }] of packages.entries()) {
    const found = companiesOf(product, list, role).flatMap((id) => companies.get(id) ?? [])
    const told = found.map((company) => {
      const { name, customerNumber, website } = company.baseData
      const address = addressFor(company, addresses, list)
      if (!address) without.push(name)
      const { street, zip, city, country: of, phone, email } = address ?? {}
      const said: Record<Part, string | number | undefined> = {
        name,
        customerNumber: customerNumber || undefined,
        street,
        zip,
        city,
        country: of && country(of),
        phone,
        email,
        website: address?.website || website,
      }
      return said
    })
    for (const part of packageParts) {
      const filled = told.flatMap((one) => one[part] ?? []).filter((value) => value !== '')
      const [only] = filled
      if (only !== undefined) values[keyOf(n, part)] = filled.length === 1 ? only : filled.join(', ')
    }
  }
  return { values, without }
}
