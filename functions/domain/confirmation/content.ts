/** What a confirmation says: nothing but what is public of product, company and lists, as it stands on the day. */
import { fixedIds } from '../../../shared/constants.ts'
import type { Biostandard, Institution, List, RestrictionText } from '../../../shared/model/administration.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import type { Address, CompanyData } from '../../../shared/model/company.ts'
import type {
  ConfirmationContent,
  ConfirmedList,
  ListingConfirmation,
} from '../../../shared/model/confirmation.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { tradeNamePath } from '../../../shared/model/field-path.ts'
import type { ListData } from '../../../shared/model/product.ts'
import { isValidOn, liveStandard, standingOf } from '../../../shared/rules/approval.ts'
import { inOrder } from '../../../shared/rules/company.ts'
import { countryName } from '../../../shared/rules/country-name.ts'
import { dayOf } from '../../../shared/rules/dates.ts'
import { textIn } from '../../../shared/rules/localized.ts'
import { type PublicStandard, printedTexts, publicStandards } from '../../../shared/rules/public-display.ts'
import type { RedactedProduct } from '../../../shared/rules/redact-product.ts'
import { type SecrecyReference, secrecyOfField } from '../../../shared/rules/secrecy.ts'
import { tradeNameIn } from '../../../shared/rules/timeline.ts'
import { countingStandards } from './problems.ts'

type Of<T> = ReadonlyMap<string, Pick<Entity<T>, 'data' | 'disabled'>>
export interface ContentContext {
  product: { id: string }
  /** As who confirms it sees it. */
  seen: RedactedProduct
  companies: ReadonlyMap<string, CompanyData>
  reference: {
    lists: Of<List>
    standards: Of<Biostandard>
    institutions: Of<Institution>
    countries: Of<{ title: Localized; isoCode: string }>
    restrictions: Of<RestrictionText>
    fields: SecrecyReference['fields']
  }
  today: string
}

/** The name that a list shows publicly; empty where there is none, or where it is no public field. */
function publicName({ seen, reference }: ContentContext, list: string): string {
  if (secrecyOfField(tradeNamePath, reference.fields) !== 'public') return ''
  const value = seen.data.listData[list]?.[tradeNamePath] ?? seen.resolved[list]?.[tradeNamePath]?.value
  return tradeNameIn(value) ?? ''
}

const isOpen = ({ visibleToOwnerOnly }: Address) => !visibleToOwnerOnly
/** The address that the public gets: of the catalogue, else the main one. */
export function addressLines(
  { addresses }: Pick<CompanyData, 'addresses'>,
  countryOf: (id: string) => string | undefined,
): string[] {
  const open = inOrder(addresses).map(([, address]) => address)
  const of = (type: Address['type']) => open.find((one) => one.type === type && isOpen(one))
  const { street, zip, city, country } = of('catalog') ?? of('main') ?? {}
  const place = [zip, city].filter((part) => part?.trim()).join(' ')
  return [street, place, country && countryOf(country)].flatMap((part) => part?.trim() || [])
}

/** What a list shows of a product publicly, of the standards that count on the day. */
export function confirmedList(
  list: string,
  asked: Pick<ListingConfirmation, 'language'>,
  c: ContentContext,
): ConfirmedList {
  const { seen, reference, today } = c
  const definition = reference.lists.get(list)?.data
  const inLanguage = (text: Localized | undefined) =>
    textIn(text, asked.language, definition?.fallbackLanguage)
  const live = (id: string) => liveStandard(reference.standards, id)
  const of: Pick<ListData, '_approval' | '_display'> | undefined = seen.data.listData[list]
  const rows = of?._approval ?? {}
  const baseRows = seen.data.listData[fixedIds.list.base]?._approval
  const counting = countingStandards({ id: c.product.id, data: seen.data }, list, { standards: live, today })
  const shown: PublicStandard[] = publicStandards(
    counting.flatMap((id) => {
      const standard = live(id)
      return standard ? [[id, standard] as const] : []
    }),
    of?._display,
  )
  const restrictionText = (id: string) => reference.restrictions.get(id)?.data.text
  const printed = printedTexts({
    list,
    categories: [],
    standards: shown,
    rows,
    restrictionText,
    categoryTexts: [],
  })
  const footer = inLanguage(definition?.pdfFooter)
  return {
    list,
    title: inLanguage(definition?.title) ?? '',
    product: publicName(c, list),
    standards: printed.standards.map(({ id, name, limitation, restrictions }) => {
      const period = standingOf(id, rows, live, baseRows).find((one) => isValidOn(one, today))
      const limit = inLanguage(limitation)
      return {
        standard: id,
        name: inLanguage(name) ?? '',
        from: dayOf(period?.begin ?? today),
        ...(period?.end !== undefined && { until: dayOf(period.end) }),
        ...(limit !== undefined && { limitation: limit }),
        restrictions: restrictions.flatMap((one) =>
          typeof one === 'string' ? one : (inLanguage(one) ?? []),
        ),
      }
    }),
    ...(definition?.pdfLogo !== undefined && { logo: definition.pdfLogo }),
    ...(footer !== undefined && { footer }),
  }
}

/** What is confirmed of a product that nothing stands against. */
export function contentOf(asked: ListingConfirmation, c: ContentContext): ConfirmationContent {
  const { language, type, institutionId, companyId, listIds } = asked
  const company = c.companies.get(companyId)
  const countryOf = (id: string) => countryName(c.reference.countries.get(id)?.data, language)
  const lists = listIds.map((list) => confirmedList(list, asked, c))
  return {
    type,
    language,
    issued: c.today,
    institution: textIn(c.reference.institutions.get(institutionId)?.data.title, language) ?? '',
    company: {
      name: company?.baseData.name ?? '',
      address: company ? addressLines(company, countryOf) : [],
    },
    product: lists.find(({ product }) => product !== '')?.product ?? '',
    lists,
  }
}
