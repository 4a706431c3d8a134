/** Searchable fields of the classes that have no mapping of their own: the keys of their `data`, read off the schema. */
import type { Secrecy } from '../constants.ts'
import { locales } from '../constants.ts'
import type { EntityClassName } from '../model/entity-classes.ts'
import { entitySchemas } from '../model/entity-schemas.ts'
import { categoryNets, lineCategories, netByCategory, netOfCategory } from '../rules/pricing/by-category.ts'
import { strictest } from '../rules/secrecy.ts'
import type { IndexKind } from './index-query.ts'

/** The part of a zod schema that tells its kind. */
interface Schema {
  def: {
    type: string
    innerType?: Schema
    element?: Schema
    keyType?: Schema
    entries?: Record<string, unknown>
    shape?: Record<string, Schema>
  }
  format?: string | null
}

function unwrap(schema: Schema): Schema {
  let at = schema
  while (
    ['optional', 'default', 'nullable', 'prefault', 'readonly'].includes(at.def.type) &&
    at.def.innerType
  )
    at = at.def.innerType
  return at
}
function kindOf(schema: Schema): { kind: IndexKind; many: boolean; localized: boolean } | undefined {
  const at = unwrap(schema)
  const one = (kind: IndexKind) => ({ kind, many: false, localized: false })
  switch (at.def.type) {
    case 'boolean':
      return one('boolean')
    case 'number':
      return one('number')
    case 'enum':
      return one('keyword')
    case 'string':
      if (at.format === 'datetime') return one('date')
      return one(at.format === 'regex' ? 'keyword' : 'text')
    case 'record':
      // Text by language; other records have no fields of their own.
      return at.def.keyType?.def.entries && Object.hasOwn(at.def.keyType.def.entries, locales[0])
        ? { kind: 'text', many: true, localized: true }
        : undefined
    case 'array': {
      const element = at.def.element && kindOf(at.def.element)
      return element && !element.many ? { ...element, many: true } : undefined
    }
    default:
      return undefined
  }
}

const classOfKey: Record<string, EntityClassName> = {
  country: 'country',
  region: 'region',
  institutes: 'institution',
  users: 'account',
  startedBy: 'account',
  companyLink: 'company',
  companyId: 'company',
  institution: 'institution',
  biostandards: 'biostandard',
  baseStandards: 'biostandard',
  dependency: 'biostandard',
  standard: 'biostandard',
  standards: 'biostandard',
  category: 'category',
  categories: 'category',
  categoryRestrict: 'category',
  list: 'list',
  'sums.products': 'product',
  productId: 'product',
  conversation: 'conversation',
  subject: 'selectoption',
  lists: 'list',
  listRestrict: 'list',
  activeInLists: 'list',
  visibleInLists: 'list',
  emptyInLists: 'list',
}
/** Keys that only administrators may see or search. */
export const adminOnly: Partial<Record<EntityClassName, string[]>> = {
  institution: [
    'users',
    'vatPercent',
    'invoiceEmailBcc',
    'paymentDeadline',
    'invoiceTextsInitial',
    'invoiceTextsYearly',
    'iban',
    'invoiceAddress',
    'yearlyInvoiceRun',
  ],
  invoice: ['cc', 'sendJob', 'mailedUntil', 'failure', 'sentTo', 'mailedAgain', 'slot', 'unindex'],
  batchjob: ['config', 'startedBySub'],
}

/** Keys that nobody searches for: who signed in is no column, nor what the public search of a list looks like. */
const unsearched = new Set([
  'startedBySub',
  'publicSearchOn',
  'publicSearchColumns',
  'publicSearchFacets',
  'publicSearchSorting',
  'publicSearchLicence',
])
/** Of classes that keep more than anybody searches for: all that is searched. */
const searched: Partial<Record<EntityClassName, ReadonlySet<string>>> = {
  // How a side keeps it is asked by its own list, for that side alone.
  conversation: new Set(['productId', 'subject', 'sender.id', 'recipient.id', 'lastMessageAt']),
  message: new Set(['conversation', 'content', 'sent', 'attachments.fileName']),
  feeschedule: new Set(['institution', 'year', 'currency', 'vatPercent', 'paymentDays']),
  invoice: new Set([
    'type',
    'institution',
    'companyId',
    'targetYear',
    'number',
    'invoiceDate',
    'sendDate',
    'cancellationDate',
    'currency',
    'totals.net',
    'totals.vat',
    'totals.gross',
    'indexData.company.name',
    'indexData.company.customerNumber',
    'sums.products',
  ]),
}

/** What is searched and is no key of `data`, but made of it: its keys, and the data with them. */
const made: Partial<Record<EntityClassName, { keys: readonly GenericKey[]; of(data: Data): Data }>> = {
  invoice: {
    keys: lineCategories.map((key) => {
      const name = netOfCategory(key)
      return { name, from: name.split('.'), kind: 'number', many: false, localized: false }
    }),
    of: ({ sums = [] }) => ({ [categoryNets]: netByCategory(sums as Parameters<typeof netByCategory>[0]) }),
  },
}
type Data = Readonly<Record<string, unknown>>
/** What `genericKeys` lead into. */
export const searchedData = (entityclass: EntityClassName, data: Data): Data => ({
  ...data,
  ...made[entityclass]?.of(data),
})

/** Keys that hold an instant; other dates are days. */
const moments = new Set(['startedOn', 'endedOn', 'sendDate', 'cancellationDate', 'lastMessageAt', 'sent'])

/** One searchable key of `data`; `from` leads to it. */
export interface GenericKey {
  name: string
  from: string[]
  kind: IndexKind
  many: boolean
  localized: boolean
}
const known = new Map<EntityClassName, GenericKey[]>()
/** The searchable keys of a class, one level of objects deep (`staticData.fullname`), or those that it says, also of rows. */
export function genericKeys(entityclass: EntityClassName): GenericKey[] {
  const found = known.get(entityclass) ?? keysOfClass(entityclass)
  known.set(entityclass, found)
  return found
}
function keysOfClass(entityclass: EntityClassName): GenericKey[] {
  const own = searched[entityclass]
  const keys = keysOf(entitySchemas[entityclass] as unknown as Schema, [], own ? 2 : 1)
  return [...(own ? keys.filter(({ name }) => own.has(name)) : keys), ...(made[entityclass]?.keys ?? [])]
}
function keysOf(schema: Schema, from: string[], levels: number): GenericKey[] {
  return Object.entries(unwrap(schema).def.shape ?? {}).flatMap(([key, part]): GenericKey[] => {
    if (unsearched.has(key)) return []
    const path = [...from, key]
    const kind = kindOf(part)
    if (kind) return [{ name: path.join('.'), from: path, ...kind }]
    const { type, element } = unwrap(part).def
    if (type === 'object' && from.length < levels) return keysOf(part, path, levels)
    // Of the values in rows each is found.
    if (type === 'array' && element && levels > 1)
      return keysOf(element, path, levels).map((key) => ({ ...key, many: true }))
    return []
  })
}

/** As the catalogue lists them. */
export function genericFields(entityclass: EntityClassName) {
  const hidden = adminOnly[entityclass] ?? []
  return genericKeys(entityclass)
    .filter((key) => key.name !== 'title')
    .map((key) => {
      const secrecy: Secrecy = hidden.includes(key.from[0]!) ? strictest : 'public'
      const related = key.name === 'parent' ? entityclass : classOfKey[key.name]
      return {
        name: key.name,
        physical: `values.${key.kind}`,
        valuePath: key.name,
        kind: key.kind,
        title: `catalogue.${entityclass}.${key.name}`,
        secrecy,
        sortable: !key.many || key.localized,
        ...(moments.has(key.name) && { isMoment: true }),
        ...(related && { entityClass: related }),
      }
    })
}
