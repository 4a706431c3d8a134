/** What a report says of products. A printed one says nothing but what the list shows publicly. Pure. */
import { type Locale, unnamedTitle } from '../../../shared/constants.ts'
import type { Category } from '../../../shared/model/administration.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import type { ConfirmedList } from '../../../shared/model/confirmation.ts'
import { tradeNamePath } from '../../../shared/model/field-path.ts'
import type { ComponentRow } from '../../../shared/model/product.ts'
import { categoryText } from '../../../shared/rules/category-text.ts'
import { inOrder } from '../../../shared/rules/company.ts'
import { countryName } from '../../../shared/rules/country-name.ts'
import { titleIn } from '../../../shared/rules/localized.ts'
import type { ReportType } from '../../../shared/rules/report.ts'
import { tradeNameIn } from '../../../shared/rules/timeline.ts'
import { addressLines, type ContentContext, confirmedList } from '../confirmation/content.ts'

export interface ReportAsked {
  type: ReportType
  list: string
  language: Locale
  standard?: string | undefined
  contactPerson?: string | undefined
}
interface ReportReference {
  categories: ReadonlyMap<string, { data: Pick<Category, 'parent' | 'order' | 'title'> }>
  components: ReadonlyMap<string, { data: { title: Localized } }>
  options: ReadonlyMap<string, { data: { title: Localized } }>
}
export type ReportContext = ContentContext & { reference: ContentContext['reference'] & ReportReference }
export interface ReportComponent {
  name: string
  secrecy: ComponentRow['secrecy']
  amount?: number
  unit?: string
}
export interface ReportProduct {
  name: string
  numbers: string[]
  category: string
  company?: { id: string; name: string; address: string[]; person?: string }
  standards: ConfirmedList['standards']
  components: ReportComponent[]
}

/** The product as the report has it; undefined where it has no place there. */
export function reportProduct(asked: ReportAsked, c: ReportContext): ReportProduct | undefined {
  const { list, language, type } = asked
  const { seen, reference } = c
  const of = seen.data.listData[list]
  if (!of || of._archived || seen.data.archived) return undefined
  const isPublic = type === 'print'
  if (isPublic && (!of._active || of._preventPublicDisplay)) return undefined
  const shown = confirmedList(list, { language }, c)
  const standards = shown.standards.filter(
    ({ standard }) => asked.standard === undefined || standard === asked.standard,
  )
  if (standards.length === 0 && (isPublic || asked.standard !== undefined)) return undefined
  const title = (text: Localized | undefined) => titleIn(text, language)
  const category = of._category ?? seen.resolved[list]?.['_category']?.value
  const own = of[tradeNamePath] ?? seen.resolved[list]?.[tradeNamePath]?.value
  // Printed, it has no name but the public one.
  const name = isPublic ? shown.product : (tradeNameIn(own) ?? '')
  if (isPublic && name === '') return undefined
  const company = companyOf(asked, c)
  return {
    name,
    numbers: inOrder(of._permits ?? {}).map(([, { number }]) => number),
    category:
      (typeof category === 'string' ? categoryText(reference.categories, category, title) : undefined) ?? '',
    ...(company && { company }),
    standards,
    components: componentsOf(of._components, isPublic, c.reference, title),
  }
}

function componentsOf(
  components: { base: Record<string, ComponentRow>; additional: Record<string, ComponentRow> },
  isPublic: boolean,
  reference: ReportReference,
  title: (text: Localized | undefined) => string,
): ReportComponent[] {
  return [...inOrder(components.base), ...inOrder(components.additional)].flatMap(
    ([, { component, secrecy, amount, unit }]) => {
      const known = reference.components.get(component)
      if (!known || (isPublic && secrecy !== 'public')) return []
      const of = unit === undefined ? undefined : reference.options.get(unit)
      return {
        name: title(known.data.title),
        secrecy,
        ...(amount !== undefined && { amount }),
        ...(of && { unit: title(of.data.title) }),
      }
    },
  )
}

/** Whom the product is of in the list: the distributor, else the manufacturer. */
export function companyIdOf(data: ContentContext['seen']['data'], list: string): string | undefined {
  const rows = inOrder(data.listData[list]?._companies ?? {}).map(([, row]) => row)
  const of = (role: string) => rows.find((one) => one.role === role && one.company)?.company
  return of('distributor') ?? of('manufacturer')
}

function companyOf(
  { list, language, contactPerson }: ReportAsked,
  { seen, companies, reference }: ReportContext,
): ReportProduct['company'] {
  const id = companyIdOf(seen.data, list)
  const company = id === undefined ? undefined : companies.get(id)
  if (id === undefined || !company) return undefined
  const country = (of: string) => countryName(reference.countries.get(of)?.data, language) ?? unnamedTitle
  const main = Object.values(company.contactPersons).find(
    ({ isMain, visibleToOwnerOnly }) => isMain && !visibleToOwnerOnly,
  )
  const person = contactPerson || [main?.firstName, main?.lastName].filter(Boolean).join(' ')
  return {
    id,
    name: company.baseData.name,
    address: addressLines(company, country),
    ...(person && { person }),
  }
}
