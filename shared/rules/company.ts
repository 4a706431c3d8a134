/** Rules of a company (file 1 §5, "Company save"), for the form as for the server. Pure. */
import { fixedIds } from '../constants.ts'
import type { Issue } from '../errors.ts'
import type { Address, CompanyData, ContactPerson } from '../model/company.ts'
import { type CodeProblem, codeProblem } from './check-digit.ts'
import { sameValue } from './values.ts'

/** Sentences by key; `shared/texts` says them in the reader's language. */
export const companySentences = {
  companyName: 'The company needs a name.',
  companyNoMainContact: 'There is no main contact person.',
  companyManyMainContacts: 'There is more than one main contact person.',
  companyMainContactBound: 'A main contact must not have a list assignment or jurisdiction.',
  companyFirstContactBound: 'The first contact of a national list must have no jurisdiction.',
  companyLaterContactFree: 'Further contacts of a national list must have a jurisdiction.',
  companyContactWithoutList: 'Each contact person must have at least one list.',
  companyAddressWithoutCountry: 'The address needs a country.',
  companyContactAddress: 'The contact person refers to an address that does not exist.',
  companyPhone: 'The phone number is not valid.',
  companyPhoneElsewhere:
    'The country of the address has no such phone number. A number of another country needs its country code, like +49.',
  companyWebsite: 'The website is not valid.',
  companyGeocoords: 'Coordinates are a latitude from -90 to 90 and a longitude from -180 to 180.',
  companyTaxId: 'The VAT ID does not look like one of its country.',
  companyTaxIdCh: 'The Swiss VAT number looks like CHE-123.456.788.',
  companyTaxIdMissing: 'The company needs a VAT ID.',
} as const
export type CompanyRule = keyof typeof companySentences

const issue = (key: CompanyRule, path: string): Issue => ({ path, expected: companySentences[key], key })

const phoneCharacters = /^\+?[0-9\s()/.\-–]+((ext\.?|x|int\.?)\s*[0-9]+)?$/i
/**
 * Digits with the usual separators, at least five of them, perhaps with an extension: what may be a number of some country.
 * Blank is no phone at all.
 */
export const isPhone = (text: string): boolean =>
  text.trim() === '' || (phoneCharacters.test(text.trim()) && text.replace(/\D/g, '').length >= 5)

const website = /^(https?:\/\/)?([\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+(:\d{1,5})?([/?#]\S*)?$/iu
/** The name of a host, perhaps with `http(s)://` before it and a path behind. Blank is no website at all. */
export const isWebsite = (text: string): boolean => text.trim() === '' || website.test(text.trim())

/** A pair of coordinates on Earth, or none. A form may hold the half of one. */
const isPlace = (pair: Partial<NonNullable<Address['geocoords']>> | undefined): boolean =>
  pair === undefined ||
  (pair.lat !== undefined && pair.lon !== undefined && Math.abs(pair.lat) <= 90 && Math.abs(pair.lon) <= 180)

/** Rows of a map in the order that people see. */
export function inOrder<T extends { _order?: number | undefined }>(rows: Record<string, T>): [string, T][] {
  return Object.entries(rows).sort(
    ([a, x], [b, y]) => (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : a > b ? 1 : 0),
  )
}

function contactIssues(contacts: Record<string, ContactPerson>): Issue[] {
  const found: Issue[] = []
  const ordered = inOrder(contacts)
  const mains = ordered.filter(([, c]) => c.isMain)
  if (mains.length === 0) found.push(issue('companyNoMainContact', '/contactPersons'))
  for (const [id] of mains.slice(1))
    found.push(issue('companyManyMainContacts', `/contactPersons/${id}/isMain`))
  const listsWithContact = new Set<string>()
  for (const [id, contact] of ordered) {
    const at = `/contactPersons/${id}`
    if (contact.isMain) {
      if (contact.lists.length) found.push(issue('companyMainContactBound', `${at}/lists`))
      if (contact.jurisdictions.length) found.push(issue('companyMainContactBound', `${at}/jurisdictions`))
      continue
    }
    if (contact.lists.length === 0) found.push(issue('companyContactWithoutList', `${at}/lists`))
    const national = contact.lists.filter((list) => list !== fixedIds.list.base)
    const isFirst = national.some((list) => !listsWithContact.has(list))
    const isLater = national.some((list) => listsWithContact.has(list))
    if (isFirst && contact.jurisdictions.length)
      found.push(issue('companyFirstContactBound', `${at}/jurisdictions`))
    if (isLater && !isFirst && !contact.jurisdictions.length)
      found.push(issue('companyLaterContactFree', `${at}/jurisdictions`))
    for (const list of national) listsWithContact.add(list)
  }
  return found
}

/** Checks by libraries, which not everybody who needs the other rules has to load. Each says what is wrong, or nothing. */
export interface CompanyFormats {
  /** `iso`: two letters of the country that the number is of, unless it says another. */
  phone(text: string, iso: string | undefined): CompanyRule | undefined
  /** A check digit that does not fit is told, and refuses nothing. */
  taxId(text: string, iso: string | undefined): CodeProblem | undefined
}
/** What is known beside the company itself. */
export interface CompanyFacts {
  formats?: CompanyFormats
  /** Two letters of a country of administration data. */
  isoOf?(country: string): string | undefined
  /** Stored states: a phone or tax number in them that was wrong already, by today's rules, keeps nobody from saving the rest. */
  stored?: readonly CompanyData[]
}
const phoneKeys = ['phone', 'mobile', 'fax'] as const
type PhoneRows = 'addresses' | 'contactPersons'

/** Country of the main address, else of the first one. */
export function mainCountry({ addresses }: Pick<CompanyData, 'addresses'>): string | undefined {
  const ordered = inOrder(addresses).map(([, address]) => address)
  return (ordered.find(({ type }) => type === 'main') ?? ordered[0])?.country
}

type PhonePlace = readonly [PhoneRows, string, (typeof phoneKeys)[number]]

/** Says what is wrong with numbers of the company. Each is of the country of the address, of a contact's address, else of the main one. */
function phoneJudge(data: CompanyData, { formats, isoOf }: CompanyFacts) {
  // Looked for once: many people may have many addresses.
  let main: { country: string | undefined } | undefined
  const countryOf = (kind: PhoneRows, id: string): string | undefined => {
    const { addresses } = data
    const own = kind === 'addresses' ? id : data.contactPersons[id]?.address
    if (own !== undefined && Object.hasOwn(addresses, own)) return addresses[own]?.country
    main ??= { country: mainCountry(data) }
    return main.country
  }
  return ([kind, id, key]: PhonePlace): CompanyRule | undefined => {
    const text = data[kind][id]?.[key] ?? ''
    if (!isPhone(text)) return 'companyPhone'
    if (text.trim() === '') return undefined
    const country = countryOf(kind, id)
    return formats?.phone(text, country && isoOf?.(country))
  }
}
function phoneIssues(data: CompanyData, kind: PhoneRows, facts: CompanyFacts): Issue[] {
  const ruleAt = phoneJudge(data, facts)
  const stored = facts.stored?.map((state) => ({ state, ruleAt: phoneJudge(state, facts) }))
  return inOrder<{ _order?: number | undefined }>(data[kind]).flatMap(([id]) =>
    phoneKeys.flatMap((key) => {
      const place = [kind, id, key] as const
      const rule = ruleAt(place)
      const wasWrong = stored?.some(
        (before) =>
          rule !== undefined &&
          before.state[kind][id]?.[key] === data[kind][id]?.[key] &&
          before.ruleAt(place) !== undefined,
      )
      return rule && !wasWrong ? [issue(rule, `/${kind}/${id}/${key}`)] : []
    }),
  )
}

function taxIdRules(
  data: CompanyData,
  { formats, isoOf }: CompanyFacts,
): [CompanyRule, 'taxId' | 'taxIdCh'][] {
  const { taxId = '', taxIdCh = '' } = data.baseData
  const country = mainCountry(data)
  const isId = formats?.taxId(taxId, country && isoOf?.(country)) !== 'form'
  const rules: [CompanyRule, 'taxId' | 'taxIdCh'][] = []
  if (!isId) rules.push(['companyTaxId', 'taxId'])
  if (codeProblem('uid', taxIdCh) === 'form') rules.push(['companyTaxIdCh', 'taxIdCh'])
  return rules
}
/** What is wrong with the company's VAT numbers. */
export function taxIdIssues(data: CompanyData, facts: CompanyFacts): Issue[] {
  const { forceTaxId, taxId = '', taxIdCh = '' } = data.baseData
  // A number of either kind will do.
  if (forceTaxId && taxId.trim() === '' && taxIdCh.trim() === '')
    return [issue('companyTaxIdMissing', '/baseData/taxId')]
  return taxIdRules(data, facts).flatMap(([rule, key]) => {
    const wasWrong = (before: CompanyData) =>
      before.baseData[key] === data.baseData[key] && taxIdRules(before, facts).some(([, at]) => at === key)
    return facts.stored?.some(wasWrong) ? [] : [issue(rule, `/baseData/${key}`)]
  })
}

/** Everything that keeps a company from being saved, each at its place in `data`. Empty: it is valid. */
export function companyIssues(data: CompanyData, facts: CompanyFacts = {}): Issue[] {
  const found: Issue[] = []
  const checkWebsite = (path: string, text: string | undefined) => {
    if (!isWebsite(text ?? '')) found.push(issue('companyWebsite', path))
  }
  if (data.baseData.name.trim() === '') found.push(issue('companyName', '/baseData/name'))
  checkWebsite('/baseData/website', data.baseData.website)
  found.push(...taxIdIssues(data, facts))
  for (const [id, address] of inOrder(data.addresses)) {
    if (!address.country) found.push(issue('companyAddressWithoutCountry', `/addresses/${id}/country`))
    checkWebsite(`/addresses/${id}/website`, address.website)
    const isStored = facts.stored?.some(({ addresses }) =>
      sameValue(addresses[id]?.geocoords, address.geocoords),
    )
    if (!isStored && !isPlace(address.geocoords))
      found.push(issue('companyGeocoords', `/addresses/${id}/geocoords`))
  }
  found.push(...phoneIssues(data, 'addresses', facts))
  found.push(...contactIssues(data.contactPersons))
  found.push(...phoneIssues(data, 'contactPersons', facts))
  for (const [id, contact] of inOrder(data.contactPersons))
    if (contact.address && !Object.hasOwn(data.addresses, contact.address))
      found.push(issue('companyContactAddress', `/contactPersons/${id}/address`))
  return found
}

/** `isoOf` of rules, from the countries of administration data. */
export const isoOfCountries =
  (countries: ReadonlyMap<string, { data: { isoCode?: string | undefined } }>) => (id: string) =>
    countries.get(id)?.data.isoCode
