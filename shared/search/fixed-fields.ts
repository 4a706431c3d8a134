/** The searchable fields that no definition makes: of every entity, of products and of companies. */
import { addressTypes, companyRoles, type Secrecy, secrecyLevels } from '../constants.ts'
import { tradeNamePath } from '../model/field-path.ts'
import type { CatalogueField, CatalogueOption } from './catalogue-field.ts'
import type { IndexKind } from './index-query.ts'

type Extra = Partial<Omit<CatalogueField, 'name' | 'kind' | 'physical' | 'title'>> & { physical?: string }
/** Whatever is not for paid company users has this level; the levels above depend on who is responsible. */
const internal: Secrecy = 'national-partners'

function fixed(rows: string | undefined, titleOf: string, defaults: Extra = {}) {
  return (name: string, kind: IndexKind, extra: Extra = {}): CatalogueField => {
    const full = rows ? `${rows}.${name}` : name
    return {
      name: full,
      physical: full,
      ...(rows && { nestedPath: rows }),
      kind,
      title: `catalogue.${titleOf}.${name}`,
      secrecy: internal,
      sortable: true,
      ...defaults,
      ...extra,
    }
  }
}
const options = (of: string, ids: readonly string[]): CatalogueOption[] =>
  ids.map((id) => ({ id, title: `catalogue.${of}.${id}` }))

const open = { secrecy: 'public' } as const
const moment = { ...open, isMoment: true } as const
const account = { entityClass: 'account' } as const
const entity = fixed(undefined, 'entity')
export const commonFields = [
  entity('id', 'keyword', { ...open, sortable: false }),
  entity('rev', 'number', open),
  entity('created', 'date', moment),
  entity('updated', 'date', moment),
  entity('createdBy', 'keyword', account),
  entity('updatedBy', 'keyword', account),
  entity('deleted', 'boolean', open),
]

/** `nameSecrecy`: of the trade name, which a definition says. */
export function productFields(nameSecrecy: Secrecy): CatalogueField[] {
  const root = fixed(undefined, 'product')
  const list = fixed('lists', 'lists')
  const approval = fixed('lists.approvals', 'approvals', { sortable: false })
  const company = fixed('lists.companies', 'companies', { ...open, sortable: false })
  const component = fixed('lists.components', 'components', { ...open, sortable: false })
  // Company users see no answers.
  const answer = fixed('lists.checklist', 'checklist', { sortable: false })
  const file = fixed('lists.documents', 'documents', { ...open, sortable: false })
  // Company users see no notes.
  const note = fixed('lists.notes', 'notes', { sortable: false })
  const category = { ...open, entityClass: 'category' } as const
  const name = { physical: 'lists.values.text', valuePath: tradeNamePath }
  const inCategories = (physical: string) => ({ physical: `lists.categories.${physical}` })
  const ofBase = (physical: string) => ({ ...inCategories(physical), inBaseList: true })
  const inTree = { sortPhysical: 'lists.categories.sort' }
  return [
    root('name', 'text', { secrecy: nameSecrecy, guarded: { ...name, inBaseList: true } }),
    root('archived', 'boolean'),
    root('isNationalPartner', 'boolean'),
    root('categoryTree', 'text', {
      ...open,
      sortPhysical: 'categorySort',
      guarded: { ...ofBase('tree'), ...inTree },
    }),
    root('category', 'keyword', {
      ...category,
      sortPhysical: 'categorySort',
      guarded: { ...ofBase('category'), ...inTree },
    }),
    root('inCategory', 'keyword', { ...category, sortable: false, guarded: ofBase('inCategory') }),
    root('mainCategory', 'keyword', { ...open, guarded: ofBase('mainCategory') }),
    // Company users see their own rows only, so not whom the product has in these roles.
    root('manufacturer', 'text'),
    root('distributor', 'text'),
    root('responsible', 'keyword', { entityClass: 'institution' }),
    root('derived', 'keyword', { entityClass: 'product', sortable: false }),
    root('importKey', 'keyword'),
    // Company users see no flags.
    root('invoiceFlags', 'keyword', {
      optionSource: 'invoice-flags',
      entityClass: 'selectoption',
      sortable: false,
    }),
    list('list', 'keyword', { ...open, entityClass: 'list', sortable: false }),
    list('active', 'boolean', open),
    list('archived', 'boolean', open),
    list('responsible', 'keyword', { entityClass: 'institution' }),
    list('person', 'keyword', { ...account, sortable: false }),
    list('noted', 'date', { isMoment: true }),
    list('categoryTree', 'text', {
      ...open,
      ...inCategories('tree'),
      ...inTree,
      guarded: { ...inCategories('tree'), ...inTree },
    }),
    list('category', 'keyword', { ...category, guarded: inCategories('category') }),
    list('inCategory', 'keyword', { ...category, sortable: false, guarded: inCategories('inCategory') }),
    list('mainCategory', 'keyword', { ...open, guarded: inCategories('mainCategory') }),
    list('name', 'text', { secrecy: nameSecrecy, guarded: name }),
    list('permits', 'text', { ...open, sortable: false }),
    list('permit', 'keyword', { ...open, entityClass: 'permit', sortable: false }),
    list('hobbygarden', 'keyword', { ...open, entityClass: 'hobbygarden', sortable: false }),
    list('risklabels', 'keyword', {
      ...open,
      optionSource: 'risk-phrase',
      entityClass: 'selectoption',
      sortable: false,
    }),
    list('preventPublicDisplay', 'boolean'),
    list('remark', 'text', { sortable: false }),
    list('approvedUntil', 'date'),
    list('activatedOn', 'date', moment),
    list('deactivatedOn', 'date', moment),
    approval('standard', 'keyword', { ...open, entityClass: 'biostandard' }),
    approval('active', 'boolean', open),
    approval('begin', 'date', open),
    approval('end', 'date', open),
    approval('tmp_begin', 'date'),
    approval('tmp_end', 'date'),
    approval('hasEverBeenApproved', 'boolean'),
    approval('initiated', 'boolean'),
    approval('given', 'boolean'),
    approval('again', 'boolean'),
    approval('summary', 'keyword'),
    company('company', 'keyword', { entityClass: 'company' }),
    company('role', 'keyword', { options: options('role', companyRoles) }),
    company('name', 'text'),
    component('component', 'keyword', { entityClass: 'component' }),
    component('secrecy', 'keyword', { options: options('secrecy', secrecyLevels) }),
    component('amount', 'number'),
    component('name', 'text'),
    answer('entry', 'keyword', { entityClass: 'checklist' }),
    answer('status', 'keyword'),
    answer('date', 'date'),
    answer('until', 'date'),
    answer('comment', 'text'),
    file('name', 'text'),
    file('type', 'keyword', { optionSource: 'upload-types-product' }),
    file('secrecy', 'keyword', { options: options('secrecy', secrecyLevels) }),
    note('text', 'text'),
    note('label', 'keyword', { entityClass: 'label' }),
    note('by', 'keyword', account),
    note('at', 'date', { isMoment: true }),
    note('settled', 'boolean'),
  ]
}

export function companyFields(): CatalogueField[] {
  const root = fixed(undefined, 'company')
  const address = fixed('addresses', 'addresses', { sortable: false })
  const contact = fixed('contacts', 'contacts', { sortable: false })
  return [
    root('name', 'text', open),
    root('companyAbbreviation', 'text', open),
    root('customerNumber', 'number', open),
    root('formerName', 'text', { ...open, sortable: false }),
    root('formerNumber', 'number', { ...open, sortable: false }),
    root('customerSince', 'date', open),
    root('euControlNumber', 'text', open),
    root('abacusCustomerNumber', 'text'),
    root('groups', 'keyword', { optionSource: 'company-groups', sortable: false }),
    root('institution', 'keyword', { entityClass: 'institution' }),
    root('owner', 'keyword', { entityClass: 'institution' }),
    root('language', 'keyword', open),
    root('legalType', 'keyword', { ...open, optionSource: 'company.type' }),
    root('registrationNumber', 'text', open),
    root('taxId', 'text', open),
    root('taxIdCh', 'text', open),
    root('gliInternational', 'text', open),
    root('terminationDate', 'date'),
    root('lastContractDate', 'date'),
    root('sendInvoiceViaEmail', 'boolean', open),
    root('invoiceEmail', 'text', open),
    root('website', 'text', open),
    root('importKey', 'keyword'),
    address('type', 'keyword', { ...open, options: options('address', addressTypes) }),
    address('country', 'keyword', { ...open, entityClass: 'country' }),
    address('region', 'keyword', { ...open, entityClass: 'region' }),
    address('city', 'text', open),
    address('zip', 'text', open),
    address('street', 'text', open),
    address('email', 'text', open),
    address('lists', 'keyword', { ...open, entityClass: 'list' }),
    contact('function', 'keyword', { ...open, optionSource: 'person-types' }),
    contact('isMain', 'boolean', open),
    contact('firstName', 'text', open),
    contact('lastName', 'text', open),
    contact('email', 'text', open),
    contact('language', 'keyword', open),
    contact('lists', 'keyword', { ...open, entityClass: 'list' }),
    contact('jurisdictions', 'keyword', { ...open, entityClass: 'region' }),
  ]
}

/** Of the classes that have no fixed fields of their own. */
export const titleField = entity('title', 'text', {
  ...open,
  sortPhysical: 'titleSort',
  showPhysical: 'titleSort',
})
