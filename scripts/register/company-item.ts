import type { ImportItem } from '../../shared/calls/bml/import/run.ts'
import { fixedIds } from '../../shared/constants.ts'
import { isPhone } from '../../shared/rules/company.ts'
import { nameKey } from '../../shared/search/fold.ts'
import { isoOf } from './country.ts'
import type { Holder, Register } from './parse.ts'
import type { Place } from './prepare.ts'
import { keyOf, line, nameIn, row } from './words.ts'

const companyKey = (name: string, city: string, iso: string) =>
  keyOf([name, city, iso].map(nameKey).join('|'))

/** The company that a permission holder is. */
export function companyItem(
  holder: Holder,
  { details }: Pick<Register, 'details'>,
  { institution, countries }: Place,
): ImportItem {
  const detail = (list: string, key: string | undefined) =>
    key === undefined ? undefined : details[list]?.get(key)
  const city = detail('city', holder.city)
  const country = detail('country', holder.country)
  const iso = country && isoOf(country)
  const cityName = city ? nameIn(city.texts) : ''
  const box = /^[\d\s/]+$/.test(holder.postOfficeBox)
    ? `Postfach ${holder.postOfficeBox}`
    : holder.postOfficeBox
  const phones: Record<string, string> = {}
  const rest = [holder.additional]
  for (const [kind, number] of [
    ['phone', holder.phone],
    ['fax', holder.fax],
  ] as const)
    if (number && isPhone(number)) phones[kind] = line(number)
    else if (number) rest.push(`${kind}: ${number}`)
  const description = rest.filter(Boolean).join(', ')
  return {
    kind: 'company',
    key: companyKey(holder.name, cityName, iso ?? ''),
    data: {
      baseData: { name: line(holder.name), ...(institution && { owner: institution, institution }) },
      addresses: {
        [row('main')]: {
          type: 'main',
          street: line([holder.street, box].filter(Boolean).join(', ')),
          ...(city?.code && { zip: line(city.code) }),
          city: line(cityName),
          ...(iso && { country: countries.get(iso) }),
          ...phones,
          ...(description && { description }),
        },
      },
      contactPersons: {
        [row('main')]: {
          isMain: true,
          function: fixedIds.contactFunction.general,
          address: row('main'),
          ...(phones['phone'] && { phone: phones['phone'] }),
        },
      },
    },
  }
}
