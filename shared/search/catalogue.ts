/**
 * What callers may filter, sort and show: names, kinds and secrecy of fields, with where the index keeps them. Made
 * from the fixed fields and the field definitions. Pure; the product list's property filter is made from it too.
 */
import { addressTypes, companyRoles, type Secrecy, secrecyLevels } from '../constants.ts'
import type { FieldDefinition } from '../model/administration.ts'
import type { Localized } from '../model/basics.ts'
import { type EntityClassName, isEntityClass } from '../model/entity-classes.ts'
import type { FieldType } from '../model/field-value.ts'
import { tradeNamePath } from '../model/field-value.ts'
import { stricter } from '../rules/secrecy.ts'
import { genericFields } from './generic-fields.ts'
import type { IndexKind } from './index-query.ts'

export interface CatalogueOption {
  id: string
  /** A key of the texts, or the title itself. */
  title: string | Localized
  enabled?: boolean
  group?: string
}
export interface CatalogueField {
  /** What callers write, e.g. `lists.approvals.standard`. */
  name: string
  /** Rows that the field belongs to, as `$nested` names them; absent: the document. */
  nestedPath?: string
  /** Path into the index mapping, e.g. `lists.values.text`. */
  physical: string
  /** Where sorting, or showing, reads another field of the same row than filtering does. */
  sortPhysical?: string
  showPhysical?: string
  /** Where `physical` is a field of rows of values: which ones, and of which table. */
  valuePath?: string
  table?: string
  /** Who may see that the table has rows at all. */
  tableSecrecy?: Secrecy
  kind: IndexKind
  /** A date that is an instant, not a stored day: which day it belongs to depends on the time zone. */
  isMoment?: boolean
  /** A key of the texts, or the title itself. */
  title: string | Localized
  secrecy: Secrecy
  sortable: boolean
  /** Class of the entities that the values are ids of. */
  entityClass?: EntityClassName
  options?: CatalogueOption[]
  /** Type of the select options that the values are ids of. */
  optionSource?: string
  /** Meets the base list only. */
  inBaseList?: boolean
  /** Unit behind a number. */
  unit?: string
  /** The definition that the field was made from. */
  definition?: FieldDefinition
  /**
   * Rows that say who may see the value. They are read instead where the viewer's right depends on who is responsible,
   * or on the products that the value was read from.
   */
  guarded?: Pick<CatalogueField, 'physical' | 'sortPhysical' | 'valuePath' | 'inBaseList'>
}
/** The entities that the catalogue and the viewer's rights are made from, by class and id. */
export interface SearchReference {
  list: ReadonlyMap<string, { id: string; data: unknown; disabled?: boolean }>
  fielddefinition: ReadonlyMap<string, { id: string; data: unknown; disabled?: boolean }>
}

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
const common = [
  entity('id', 'keyword', { ...open, sortable: false }),
  entity('rev', 'number', open),
  entity('created', 'date', moment),
  entity('updated', 'date', moment),
  entity('createdBy', 'keyword', account),
  entity('updatedBy', 'keyword', account),
  entity('deleted', 'boolean', open),
]

function productFields(nameSecrecy: Secrecy): CatalogueField[] {
  const root = fixed(undefined, 'product')
  const list = fixed('lists', 'lists')
  const approval = fixed('lists.approvals', 'approvals', { sortable: false })
  const company = fixed('lists.companies', 'companies', { ...open, sortable: false })
  const component = fixed('lists.components', 'components', { ...open, sortable: false })
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
    list('list', 'keyword', { ...open, entityClass: 'list', sortable: false }),
    list('active', 'boolean', open),
    list('archived', 'boolean', open),
    list('responsible', 'keyword', { entityClass: 'institution' }),
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
    approval('summary', 'keyword'),
    company('company', 'keyword', { entityClass: 'company' }),
    company('role', 'keyword', { options: options('role', companyRoles) }),
    company('name', 'text'),
    component('component', 'keyword', { entityClass: 'component' }),
    component('secrecy', 'keyword', { options: options('secrecy', secrecyLevels) }),
    component('amount', 'number'),
    component('name', 'text'),
  ]
}

function companyFields(): CatalogueField[] {
  const root = fixed(undefined, 'company')
  const address = fixed('addresses', 'addresses', { sortable: false })
  const contact = fixed('contacts', 'contacts', { sortable: false })
  return [
    root('name', 'text', open),
    root('companyAbbreviation', 'text', open),
    root('customerNumber', 'number', open),
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

const kindOfType: Record<FieldType, IndexKind | undefined> = {
  select: 'keyword',
  treeselect: 'keyword',
  multiselect: 'keyword',
  'singleline-textfield': 'text',
  textfield: 'text',
  comment: 'text',
  multitext: 'text',
  'singleline-multitext': 'text',
  checkbox: 'boolean',
  datefield: 'date',
  numberfield: 'number',
  table: undefined,
  button: undefined,
}
function definedFields(definitions: FieldDefinition[]): CatalogueField[] {
  const tables = new Map(definitions.filter((d) => d.type === 'table').map((d) => [d.path, d]))
  const found: CatalogueField[] = []
  for (const definition of definitions) {
    const kind = kindOfType[definition.type]
    if (!kind) continue
    const table = definition.displayType === 'table' ? tables.get(definition.displayKey) : undefined
    // A column of a table that is gone holds nothing that could be found.
    if (definition.displayType === 'table' && !table) continue
    const field: Omit<CatalogueField, 'name' | 'nestedPath'> = {
      physical: table ? `lists.rows.values.${kind}` : `lists.values.${kind}`,
      valuePath: definition.path,
      kind,
      title: definition.title,
      secrecy: table ? stricter(definition.secrecy, table.secrecy) : definition.secrecy,
      sortable: !table && definition.type !== 'multiselect',
      definition,
    }
    if (table) {
      field.table = table.path
      field.tableSecrecy = table.secrecy
    }
    if (definition.options.length) field.options = definition.options
    if (definition.optionSource) {
      field.optionSource = definition.optionSource
      field.entityClass = 'selectoption'
    }
    if (definition.unit) field.unit = definition.unit
    found.push(
      { ...field, name: definition.path, inBaseList: true, ...(table && { nestedPath: table.path }) },
      {
        ...field,
        name: `lists.${definition.path}`,
        nestedPath: table ? `lists.${table.path}` : 'lists',
      },
    )
  }
  return found
}

const made = new WeakMap<object, Map<string, CatalogueField[]>>()
/**
 * The fields of a class that callers may name. The answer is kept by the identity of the map of field definitions,
 * so a changed definition needs a new map.
 */
export function fieldCatalogue(entityclass: string, reference: SearchReference): CatalogueField[] {
  const key = reference.fielddefinition
  const byClass = made.get(key) ?? new Map<string, CatalogueField[]>()
  made.set(key, byClass)
  const fields = byClass.get(entityclass) ?? makeCatalogue(entityclass, reference)
  byClass.set(entityclass, fields)
  return fields
}

function makeCatalogue(entityclass: string, reference: SearchReference): CatalogueField[] {
  if (!isEntityClass(entityclass)) return []
  if (entityclass === 'company') return [...common, ...companyFields()]
  if (entityclass !== 'product') {
    const title = fixed(undefined, 'entity')('title', 'text', { ...open, ...showTitle })
    return [...common, title, ...genericFields(entityclass)]
  }
  const definitions = [...reference.fielddefinition.values()]
    .filter((d) => !d.disabled)
    .map((d) => d.data as FieldDefinition)
    .sort((a, b) => a.sorting - b.sorting || (a.path < b.path ? -1 : 1))
  const nameSecrecy = definitions.find((d) => d.path === tradeNamePath)?.secrecy ?? 'public'
  return [...common, ...productFields(nameSecrecy), ...definedFields(definitions)]
}
const showTitle = { sortPhysical: 'titleSort', showPhysical: 'titleSort' }
