/** The fields of a company's form, as data: one row each, in the order that they are shown. */

import type { CodeKind } from '../../../../shared/rules/check-digit.ts'

/** Where the choices of a select come from. */
export type ChoiceSource =
  | 'countries'
  | 'regions'
  | 'institutions'
  | 'lists'
  | 'languages'
  | 'functions'
  | 'addressTypes'
  | 'addresses'
  | `options:${string}`

export interface FormFieldDef {
  key: string
  kind:
    | 'text'
    | 'long'
    | 'integer'
    | 'email'
    | 'phone'
    | 'website'
    | 'date'
    | 'check'
    | 'select'
    | 'many'
    | 'geo'
  from?: ChoiceSource
  /** A number with a check digit. */
  code?: CodeKind | 'vat'
  isRequired?: boolean
  /** Takes the width of two. */
  isWide?: boolean
  /** Behind "more": rarely used. */
  isRare?: boolean
}
interface FormGroup {
  id: string
  fields: readonly FormFieldDef[]
}

export const baseGroups: readonly FormGroup[] = [
  {
    id: 'identity',
    fields: [
      { key: 'name', kind: 'text', isRequired: true, isWide: true },
      { key: 'companyAbbreviation', kind: 'text' },
      { key: 'customerNumber', kind: 'integer' },
      { key: 'owner', kind: 'select', from: 'institutions' },
      { key: 'institution', kind: 'select', from: 'institutions' },
      { key: 'language', kind: 'select', from: 'languages' },
      { key: 'groups', kind: 'many', from: 'options:company-groups' },
      { key: 'legalType', kind: 'select', from: 'options:company.type' },
      { key: 'website', kind: 'website' },
      { key: 'euControlNumber', kind: 'text' },
      { key: 'registrationNumber', kind: 'text' },
      { key: 'abacusCustomerNumber', kind: 'text' },
      { key: 'gliInternational', kind: 'text', code: 'gln' },
    ],
  },
  {
    id: 'contract',
    fields: [
      { key: 'customerSince', kind: 'date' },
      { key: 'lastContractDate', kind: 'date' },
      { key: 'terminationDate', kind: 'date' },
      { key: 'notice', kind: 'long', isWide: true },
    ],
  },
  {
    id: 'billing',
    fields: [
      { key: 'invoiceEmail', kind: 'email' },
      { key: 'ccEmail', kind: 'email' },
      { key: 'sendInvoiceViaEmail', kind: 'check' },
      { key: 'taxId', kind: 'text', code: 'vat' },
      { key: 'taxIdCh', kind: 'text', code: 'uid' },
      { key: 'forceTaxId', kind: 'check' },
    ],
  },
  {
    id: 'display',
    fields: [
      { key: 'showAllRoles', kind: 'check' },
      { key: 'userMustConfirmCompanyData', kind: 'check' },
    ],
  },
]

export const addressFields: readonly FormFieldDef[] = [
  { key: 'type', kind: 'select', from: 'addressTypes', isRequired: true },
  { key: 'street', kind: 'text', isWide: true },
  { key: 'zip', kind: 'text' },
  { key: 'city', kind: 'text' },
  { key: 'country', kind: 'select', from: 'countries', isRequired: true },
  { key: 'region', kind: 'select', from: 'regions' },
  { key: 'phone', kind: 'phone' },
  { key: 'email', kind: 'email' },
  { key: 'visibleToOwnerOnly', kind: 'check' },
  { key: 'mobile', kind: 'phone', isRare: true },
  { key: 'fax', kind: 'phone', isRare: true },
  { key: 'website', kind: 'website', isRare: true },
  { key: 'district', kind: 'text', isRare: true },
  { key: 'town', kind: 'text', isRare: true },
  { key: 'lists', kind: 'many', from: 'lists', isRare: true },
  { key: 'catalogListId', kind: 'select', from: 'lists', isRare: true },
  { key: 'description', kind: 'long', isRare: true, isWide: true },
  { key: 'geocoords', kind: 'geo', isRare: true, isWide: true },
]

export const contactFields: readonly FormFieldDef[] = [
  { key: 'isMain', kind: 'check' },
  { key: 'function', kind: 'select', from: 'functions' },
  { key: 'salutation', kind: 'select', from: 'options:company.person.salutation' },
  { key: 'title', kind: 'select', from: 'options:company.person.title' },
  { key: 'firstName', kind: 'text' },
  { key: 'lastName', kind: 'text' },
  { key: 'phone', kind: 'phone' },
  { key: 'email', kind: 'email' },
  { key: 'language', kind: 'select', from: 'languages' },
  { key: 'address', kind: 'select', from: 'addresses' },
  { key: 'lists', kind: 'many', from: 'lists', isRequired: true },
  { key: 'jurisdictions', kind: 'many', from: 'regions' },
  { key: 'visibleToOwnerOnly', kind: 'check' },
  { key: 'mobile', kind: 'phone', isRare: true },
  { key: 'fax', kind: 'phone', isRare: true },
  { key: 'skype', kind: 'text', isRare: true },
  { key: 'notes', kind: 'long', isRare: true, isWide: true },
  { key: 'misc', kind: 'long', isRare: true, isWide: true },
]
/** A main contact speaks for the whole company: bound to no list and no jurisdiction. */
export const boundFields = new Set(['lists', 'jurisdictions'])
