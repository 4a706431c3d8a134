/** What an institution must have so that its invoices can be sent, and what they say of it. */

import type { Country, Institution } from '../../../shared/model/administration.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { Invoice, SenderProblem } from '../../../shared/model/invoice.ts'
import { cutText } from '../../../shared/rules/cut-text.ts'
import { isIban, plainIban } from '../../../shared/rules/iban.ts'
import { textIn } from '../../../shared/rules/localized.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { invoiceAddressOf } from './draft.ts'

export type Institutions = ReadonlyMap<string, Pick<Entity<Institution>, 'data' | 'disabled'>>
export type Countries = ReadonlyMap<string, { data: Country }>
type Payment = NonNullable<NonNullable<Invoice['sealed']>['payment']>

type Named = Pick<Institution, 'internalName'>
export type NamedInstitutions = ReadonlyMap<string, { data: Named; disabled: boolean }>

/** What numbers of an institution begin with; undefined where it has no internal name. Signs that nobody sees are left out. */
export const prefixOf = ({ internalName }: Named): string | undefined =>
  cutText(
    internalName
      ?.replaceAll(/\p{Cf}/gu, '')
      .trim()
      .replaceAll(/\s+/g, '-') ?? '',
    60,
  ) || undefined

/** What looks alike, or is told apart by capitals only, is one name to whoever reads an invoice, and one series of numbers. */
const read = (prefix: string) => prefix.normalize('NFKC').toLowerCase()
/**
 * What may have been counted under: numbers of one name have one series, however it is written. They had one for each spelling once, so
 * what was begun under one goes on there until its year is over.
 */
export const seriesOf = (prefix: string, former: readonly Named[] = []): string[] => {
  const spellings = [prefix, ...former.flatMap((of) => prefixOf(of) ?? [])]
  return [...new Set([read(prefix), ...spellings.filter((one) => read(one) === read(prefix))])]
}
/** Whether another institution that is in use has what these numbers begin with. */
export const isPrefixTaken = (id: string, prefix: string, institutions: NamedInstitutions): boolean =>
  [...institutions].some(
    ([other, { data, disabled }]) => other !== id && !disabled && read(prefixOf(data) ?? '') === read(prefix),
  )

const isoOf = (country: string | undefined, countries: Countries) =>
  country === undefined ? undefined : countries.get(country)?.data.isoCode
/** Countries whose banks pay by QR-bills, and currencies that these are in. */
const payingCountries = ['CH', 'LI']
const payingCurrencies = ['CHF', 'EUR']

/** The account and the address that the payment part would name; undefined where the invoice has none. */
function payeeOf({ iban, invoiceAddress, country }: Institution, currency: string, countries: Countries) {
  const iso = isoOf(country, countries)
  const account = iban?.trim() ? plainIban(iban) : undefined
  if (account === undefined || iso === undefined) return undefined
  const isPaying = payingCountries.includes(iso) && payingCountries.includes(account.slice(0, 2))
  return isPaying && payingCurrencies.includes(currency)
    ? { iban: account, country: iso, ...invoiceAddress }
    : undefined
}

/** Why invoices of the institution cannot be sent, all at once. */
export function senderProblems(
  id: string,
  currency: string,
  { institutions, countries }: { institutions: Institutions; countries: Countries },
): Refusal[] {
  const { data: of, disabled = true } = institutions.get(id) ?? {}
  const institution = textIn(of?.title, undefined) ?? ''
  const problem = (key: SenderProblem, message: string) =>
    refuseRule(key, message, { params: { institution } })
  const prefix = of && prefixOf(of)
  if (disabled) return [problem('invoiceInstitutionGone', `${institution} is deleted.`)]
  const found: Refusal[] = []
  if (prefix === undefined)
    found.push(problem('invoiceNoInternalName', `${institution} has no internal name.`))
  else if (isPrefixTaken(id, prefix, institutions))
    found.push(
      problem('invoiceInternalNameTaken', `Another institution has the internal name of ${institution}.`),
    )
  if (of?.iban?.trim() && !isIban(of.iban))
    found.push(problem('invoiceIbanInvalid', `The IBAN of ${institution} is not valid.`))
  const payee = of && payeeOf(of, currency, countries)
  if (payee && !(payee.street?.trim() && payee.zip?.trim() && payee.city?.trim()))
    found.push(
      problem('invoiceNoPayee', `${institution} has no whole address, which the payment part names.`),
    )
  return found
}

/** What the payment part of an invoice says; undefined where it has none. */
export function paymentOf(
  institution: Institution,
  company: CompanyData,
  { currency, countries, name }: { currency: string; countries: Countries; name: string },
): Payment | undefined {
  const payee = payeeOf(institution, currency, countries)
  if (!payee?.street || !payee.zip || !payee.city) return undefined
  const { street, zip, city, country } = invoiceAddressOf(company) ?? {}
  const iso = isoOf(country, countries)
  const debtor =
    street?.trim() && zip?.trim() && city?.trim() && iso
      ? { name: company.baseData.name, street, zip, city, country: iso }
      : undefined
  return {
    iban: payee.iban,
    creditor: { name, street: payee.street, zip: payee.zip, city: payee.city, country: payee.country },
    ...(debtor && { debtor }),
  }
}
