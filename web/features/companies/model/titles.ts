/** Places and values of a company in words: for conflicts and for the history, which speak in titles, not paths. */

import type { CompanyData } from '../../../../shared/model/company.ts'
import { labelled } from '../../../texts/texts.ts'
import { pointerParts } from '../../../ui/json-at.ts'
import type { RowKind } from './draft.ts'

/** What titles and values are said with; the screen gives it its texts and reference data. */
export interface Words {
  /** Text of this feature, by key. */
  t(key: string, params?: Record<string, string>): string
  country(id: string): string
  region(id: string): string
  institution(id: string): string
  list(id: string): string
  option(id: string): string
  language(locale: string): string
  date(instant: string): string
  number(value: number): string
}

/** What a row of the form is headed with: an address by its type, a contact by its name. */
export const rowTitle = (data: CompanyData, kind: RowKind, id: string, words: Words): string =>
  kind === 'addresses'
    ? words.t(`address.type.${data.addresses[id]?.type ?? 'secondary'}`)
    : titleOfPath(`/contactPersons/${id}`, [data], words)

const rowName = (data: CompanyData, kind: string, id: string, words: Words): string => {
  if (kind === 'addresses') {
    const row = data.addresses[id]
    if (!row) return words.t('address.one')
    const place = [row.street, row.city].filter(Boolean).join(', ')
    return `${words.t(`address.type.${row.type}`)}${place ? ` (${place})` : ''}`
  }
  const row = data.contactPersons[id]
  const name = [row?.firstName, row?.lastName].filter(Boolean).join(' ')
  return name || words.t('contact.one')
}

/** Title of the place that a JSON pointer into a company's data names. `sides` are looked through for the row. */
export function titleOfPath(path: string, sides: readonly (CompanyData | undefined)[], words: Words): string {
  const [kind = '', key = '', field] = pointerParts(path)
  if (kind === 'baseData') return words.t(`field.${key}`)
  if (kind === 'importKey') return words.t('field.importKey')
  if (kind === 'checklists') return words.t('field.checklists')
  if (key === '') return words.t(kind === 'addresses' ? 'section.addresses' : 'section.contacts')
  const holder = sides.find((data) =>
    kind === 'addresses' ? data?.addresses[key] : data?.contactPersons[key],
  )
  const row = holder
    ? rowName(holder, kind, key, words)
    : words.t(kind === 'addresses' ? 'address.one' : 'contact.one')
  return field === undefined
    ? row
    : labelled(row, words.t(field === '_order' ? 'field.order' : `field.${field}`))
}

const idFields: Record<string, keyof Pick<Words, 'country' | 'region' | 'institution' | 'list' | 'option'>> =
  {
    country: 'country',
    region: 'region',
    institution: 'institution',
    owner: 'institution',
    lists: 'list',
    jurisdictions: 'region',
    catalogListId: 'list',
    groups: 'option',
    function: 'option',
    legalType: 'option',
    salutation: 'option',
    title: 'option',
  }
const dayFields = new Set(['customerSince', 'terminationDate', 'lastContractDate'])

/** A value as people read it; empty for no value. */
export function valueInWords(
  path: string,
  value: unknown,
  words: Words,
  sides: readonly CompanyData[] = [],
): string {
  if (value === undefined || value === null || value === '') return ''
  const parts = pointerParts(path)
  const field = parts.at(-1) ?? ''
  if (typeof value === 'boolean') return words.t(value ? 'yes' : 'no')
  if (typeof value === 'number') return field === 'customerNumber' ? String(value) : words.number(value)
  if (Array.isArray(value))
    return value
      .map((v) => valueInWords(path, v, words, sides))
      .filter(Boolean)
      .join(', ')
  if (field === 'geocoords') {
    const { lat, lon } = value as { lat?: number; lon?: number }
    // A comma stands in many languages' numbers.
    return [lat, lon].map((one) => (one === undefined ? '?' : words.number(one))).join(' / ')
  }
  if (typeof value === 'object') return rowInWords(parts, value as Record<string, unknown>, words, sides)
  const text = String(value)
  if (parts.length === 3 && field === 'type') return words.t(`address.type.${text}`)
  if (field === 'language') return words.language(text)
  if (field === 'address') {
    const holder = sides.find((data) => data.addresses[text])
    return holder ? rowName(holder, 'addresses', text, words) : text
  }
  if (dayFields.has(field)) return words.date(text)
  const kind = idFields[field]
  return kind ? words[kind](text) : text
}

/** A whole row, added or removed: its filled fields in one line. */
function rowInWords(
  parts: readonly string[],
  row: Record<string, unknown>,
  words: Words,
  sides: readonly CompanyData[],
): string {
  return (
    Object.entries(row)
      .filter(([key, v]) => !key.startsWith('_') && v !== false)
      // A bare "yes" does not say of what.
      .map(([key, v]) =>
        v === true ? words.t(`field.${key}`) : valueInWords(`/${[...parts, key].join('/')}`, v, words, sides),
      )
      .filter(Boolean)
      .join(', ')
  )
}
