/** The copy of a company that is being edited: rows are kept by id with `_order`, cleared values are taken out. */
import type { Issue } from '../../../../shared/errors.ts'
import type { Address, CompanyData, ContactPerson } from '../../../../shared/model/company.ts'
import { type CompanyFacts, companyIssues, inOrder } from '../../../../shared/rules/company.ts'
import { sameValue } from '../../../../shared/rules/values.ts'
import { getAt, setAt } from '../../../ui/json-at.ts'
import { addressFields, boundFields, contactFields, type FormFieldDef } from './fields.ts'

export type RowKind = 'addresses' | 'contactPersons'

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/**
 * Types a value. A cleared one leaves no trace, so that typing and clearing again is no change; the name stays as an
 * empty text, which the rules refuse. The main contact is one: it takes the mark from the others.
 */
export function typeValue(data: CompanyData, path: readonly string[], value: unknown): CompanyData {
  const [kind, id = '', field] = path
  if (kind === 'contactPersons' && field === 'isMain') return makeMain(data, id, value === true)
  // Of two numbers that were both cleared nothing stays.
  if (path[2] === 'geocoords' && path.length === 4) {
    const pair = setAt(getAt(data, path.slice(0, 3)) ?? {}, path.slice(3), value ?? undefined) as object
    return setAt(data, path.slice(0, 3), Object.keys(pair).length > 0 ? pair : undefined)
  }
  const isName = path.join('/') === 'baseData/name'
  return setAt(data, path, isBlank(value) ? (isName ? '' : undefined) : value)
}
/** The field that a changed place belongs to, as people see it: one of the base data, or of a row. */
export const fieldOfPlace = ([kind = '', row = '', field]: readonly string[]): string => {
  if (kind === 'baseData' || field === undefined) return `${kind}/${row}`
  return field === '_order' ? `${kind}/_order` : `${kind}/${row}/${field}`
}
/** May something be typed at the place? Its row is there; what coordinates are kept in comes with the first of them. */
export const isPlaceOfDraft = (data: CompanyData, path: readonly string[]): boolean =>
  getAt(data, path.slice(0, path[2] === 'geocoords' ? 2 : -1)) !== undefined
/** Something that a reader would call a value. */
export const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value)
export const valueAt = (data: CompanyData, path: readonly string[]): unknown => getAt(data, path)

const nextOrder = (rows: Record<string, { _order?: number | undefined }>) =>
  Object.values(rows).reduce((max, row) => Math.max(max, row._order ?? 0), -1) + 1

/** A new address: the first is the main one. `country` is what the company's other addresses have. */
export function addAddress(data: CompanyData, id: string): CompanyData {
  const first = inOrder(data.addresses)[0]?.[1]
  const row: Address = {
    type: first ? 'secondary' : 'main',
    ...(first?.country ? { country: first.country } : {}),
    lists: [],
    visibleToOwnerOnly: false,
    _order: nextOrder(data.addresses),
  }
  return { ...data, addresses: { ...data.addresses, [id]: row } }
}

/** A new contact: the first is the main contact. */
export function addContact(data: CompanyData, id: string): CompanyData {
  const hasMain = Object.values(data.contactPersons).some((c) => c.isMain)
  const row: ContactPerson = {
    isMain: !hasMain,
    jurisdictions: [],
    lists: [],
    visibleToOwnerOnly: false,
    ...(data.baseData.language ? { language: data.baseData.language } : {}),
    _order: nextOrder(data.contactPersons),
  }
  return { ...data, contactPersons: { ...data.contactPersons, [id]: row } }
}

/** The draft without the new rows in which nothing was entered: they hold what `addAddress` and `addContact` preset. */
export function withoutEmptyRows(data: CompanyData, original: CompanyData): CompanyData {
  const add = { addresses: addAddress, contactPersons: addContact }
  let rest = data
  // A later row has its presets from the earlier ones.
  for (const kind of ['addresses', 'contactPersons'] as const)
    for (const [id] of inOrder<{ _order?: number | undefined }>(data[kind]).toReversed()) {
      if (original[kind][id]) continue
      const without = removeRow(rest, kind, id)
      const preset = { ...add[kind](without, id)[kind][id], _order: data[kind][id]?._order }
      if (sameValue(preset, data[kind][id])) rest = without
    }
  return rest
}

/** The list of companies shows the place of the main address. */
export const isOnlyMainAddress = ({ addresses }: CompanyData, id: string): boolean =>
  addresses[id]?.type === 'main' &&
  Object.entries(addresses).every(([other, { type }]) => other === id || type !== 'main')

/** Removes a row; contacts that had the address lose the reference to it. */
export function removeRow(data: CompanyData, kind: RowKind, id: string): CompanyData {
  const without = setAt(data, [kind, id], undefined)
  if (kind !== 'addresses') return without
  const contactPersons = Object.fromEntries(
    Object.entries(without.contactPersons).map(([key, contact]) =>
      contact.address === id ? [key, setAt(contact, ['address'], undefined)] : [key, contact],
    ),
  )
  return { ...without, contactPersons }
}

export const isGoneRow = (data: CompanyData, kind: RowKind, id: string): boolean =>
  data[kind][id] === undefined
/** Puts a removed row back as it was, with the references to it. */
export function restoreRow(data: CompanyData, before: CompanyData, kind: RowKind, id: string): CompanyData {
  const back = setAt(data, [kind, id], before[kind][id])
  if (kind !== 'addresses') return back
  const contactPersons = Object.fromEntries(
    Object.entries(back.contactPersons).map(([key, contact]) =>
      before.contactPersons[key]?.address === id && contact.address === undefined
        ? [key, { ...contact, address: id }]
        : [key, contact],
    ),
  )
  return { ...back, contactPersons }
}

/** Makes one contact the main contact, and no other. A main contact is bound to no list and no jurisdiction. */
export function makeMain(data: CompanyData, id: string, isMain: boolean): CompanyData {
  const contactPersons = Object.fromEntries(
    Object.entries(data.contactPersons).map(([key, contact]) => {
      if (key === id)
        return [key, isMain ? { ...contact, isMain, lists: [], jurisdictions: [] } : { ...contact, isMain }]
      return [key, isMain && contact.isMain ? { ...contact, isMain: false } : contact]
    }),
  )
  return { ...data, contactPersons }
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
/** Addresses that the server's schema would refuse, said before anything is sent. */
function emailIssues(data: CompanyData): Issue[] {
  const found: Issue[] = []
  const check = (path: string, value: string | undefined) => {
    if (value && !isEmail(value)) found.push({ path, expected: 'expected an e-mail address', key: 'email' })
  }
  for (const key of ['invoiceEmail', 'ccEmail'] as const) check(`/baseData/${key}`, data.baseData[key])
  for (const kind of ['addresses', 'contactPersons'] as const)
    for (const [id, row] of Object.entries(data[kind])) check(`/${kind}/${id}/email`, row.email)
  return found
}

/** What is wrong with the draft, by the server's rules and schema. */
export const draftIssues = (data: CompanyData, facts?: CompanyFacts): Issue[] => [
  ...companyIssues(data, facts),
  ...emailIssues(data),
]

/** Fields of a row's form: a main contact is bound to nothing, so what binds is shown only while it holds something. */
export function fieldsOfRow(data: CompanyData, kind: RowKind, id: string): readonly FormFieldDef[] {
  if (kind === 'addresses') return addressFields
  const row = data.contactPersons[id]
  return contactFields.filter(
    (f) => !row?.isMain || !boundFields.has(f.key) || row[f.key as 'lists'].length > 0,
  )
}
