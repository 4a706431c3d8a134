/**
 * Which entities an entity names, and how. One row per class: pointers into `data` whose values are ids, where `*` is any
 * key or row, and a pointer that ends in `/~` means the keys themselves. A test compares it with the schemas.
 *
 * Who did something (`approvalInitiatorAccountId`, `updatedBy`, `startedBy` …) is a record, not a reference: it keeps
 * nobody's account from being deleted. Field definitions are named by their path, and so by no id.
 */
import type { selectOptionTypes } from './administration.ts'
import type { EntityClassName } from './entity-classes.ts'

/** Values of fields that offer entities (select options, hobby garden …); options of the field itself are no ids. */
const chosen = (value: string) => [`${value}/selectValue`, `${value}/multiselectValue/*`]

/** A class, or the type of a select option. */
export type NamedAs = EntityClassName | `selectoption ${(typeof selectOptionTypes)[number]}`

/**
 * What an entity must be that is named there: what is chosen anew is looked up. What fields offer is said by their definitions.
 * People's changes of products are judged by rules of their own (`list-issues.ts`). Searches that are kept say what they name of
 * what was deleted, and are no references.
 */
export const namedClasses = {
  product: {
    '/derivedProductId': 'product',
    '/invoiceFlags/~': 'selectoption invoice-flags',
    '/listData/~': 'list',
    '/listData/*/_responsible/institution': 'institution',
    '/listData/*/_responsible/accountId': 'account',
    '/listData/*/_category': 'category',
    '/listData/*/_approval/~': 'biostandard',
    '/listData/*/_approval/*/restrictionTextId': 'restrictiontext',
    '/listData/*/_companies/*/company': 'company',
    '/listData/*/_components/*/*/component': 'component',
    '/listData/*/_components/*/*/category': 'category',
    '/listData/*/_documents/*/fileId': 'uploadedfile',
    '/listData/*/_documents/*/type': 'selectoption upload-types-product',
    '/listData/*/_components/*/*/unit': 'selectoption unit',
    '/listData/*/_checklist/~': 'checklist',
    '/listData/*/_notes/*/label': 'label',
    '/listData/*/_invoiceSpecialItems/*/institution': 'institution',
    '/listData/*/_risklabels/*': 'selectoption risk-phrase',
    '/listData/*/_hobbygarden/*': 'hobbygarden',
    '/listData/*/_permits/*/permit': 'permit',
  },
  company: {
    '/baseData/institution': 'institution',
    '/baseData/owner': 'institution',
    '/baseData/legalType': 'selectoption company.type',
    '/baseData/groups/*': 'selectoption company-groups',
    '/baseData/invoiceTextIds/*': 'selectoption',
    '/addresses/*/region': 'region',
    '/addresses/*/country': 'country',
    '/addresses/*/lists/*': 'list',
    '/addresses/*/catalogListId': 'list',
    '/contactPersons/*/function': 'selectoption person-types',
    '/contactPersons/*/salutation': 'selectoption company.person.salutation',
    '/contactPersons/*/title': 'selectoption company.person.title',
    '/contactPersons/*/jurisdictions/*': 'region',
    '/contactPersons/*/lists/*': 'list',
    '/checklists/~': 'checklist',
    '/mergedInto/company': 'company',
  },
  account: { '/companyLink': 'company' },
  list: {
    '/country': 'country',
    '/institutes/*': 'institution',
    '/biostandards/*': 'biostandard',
    '/baseStandards/*': 'biostandard',
  },
  biostandard: { '/dependency': 'biostandard', '/activeInLists/*': 'list' },
  category: { '/parent': 'category' },
  categorytext: { '/list': 'list', '/standard': 'biostandard', '/category': 'category' },
  component: { '/parent': 'component' },
  hobbygarden: { '/parent': 'hobbygarden' },
  restrictiontext: { '/standards/*': 'biostandard', '/categories/*': 'category' },
  permit: { '/lists/*': 'list' },
  region: { '/country': 'country' },
  fielddefinition: { '/emptyInLists/*': 'list', '/visibleInLists/*': 'list' },
  checklist: { '/listRestrict/*': 'list', '/categoryRestrict/*': 'category', '/visibleInLists/*': 'list' },
  institution: { '/users/*': 'account', '/country': 'country' },
  savedsearch: { '/visibleForInstitutions/*': 'institution' },
  columnset: { '/visibleForInstitutions/*': 'institution' },
  exportset: { '/visibleForInstitutions/*': 'institution' },
  feeschedule: {
    '/institution': 'institution',
    '/eu/discounts/*/category': 'category',
    '/national/discounts/*/category': 'category',
  },
  invoice: { '/ourSign': 'selectoption invoice-our-sign' },
  conversation: {
    '/subject': 'selectoption message-subject',
    '/sender/folder': 'selectoption message-folder',
    '/recipient/folder': 'selectoption message-folder',
  },
  message: { '/conversation': 'conversation', '/attachments/*/fileId': 'uploadedfile' },
} as const satisfies Partial<Record<EntityClassName, Readonly<Record<string, NamedAs>>>>

/**
 * What an entity is of, without keeping that from being deleted: a confirmation that was sent says all by itself, and who talked has
 * talked. It is found by `confirmationsName`, or by `conversationsName`.
 */
export const belongings = {
  listing_confirmation: { '/productId': 'product', '/companyId': 'company' },
  conversation: { '/sender/id': 'company', '/recipient/id': 'company' },
  message: { '/sender/id': 'company', '/recipient/id': 'company' },
} as const satisfies Partial<Record<EntityClassName, Readonly<Record<string, NamedAs>>>>

export const references: Record<EntityClassName, readonly string[]> = {
  product: [
    ...Object.keys(namedClasses.product),
    ...chosen('/listData/*/*'),
    ...chosen('/listData/*/*/tableValue/*/*'),
  ],
  company: Object.keys(namedClasses.company),
  account: Object.keys(namedClasses.account),
  batchjob: [],
  uploadedfile: [],
  list: Object.keys(namedClasses.list),
  biostandard: Object.keys(namedClasses.biostandard),
  category: Object.keys(namedClasses.category),
  categorytext: Object.keys(namedClasses.categorytext),
  component: Object.keys(namedClasses.component),
  hobbygarden: Object.keys(namedClasses.hobbygarden),
  restrictiontext: Object.keys(namedClasses.restrictiontext),
  permit: Object.keys(namedClasses.permit),
  country: [],
  region: Object.keys(namedClasses.region),
  label: [],
  selectoption: [],
  fielddefinition: Object.keys(namedClasses.fielddefinition),
  checklist: Object.keys(namedClasses.checklist),
  institution: Object.keys(namedClasses.institution),
  // What they name may be deleted: they say so, and keep the rest.
  savedsearch: [],
  columnset: [],
  exportset: [],
  // A sent one keeps what it says by itself, and must keep nobody from deleting a product.
  listing_confirmation: [],
  feeschedule: Object.keys(namedClasses.feeschedule),
  // What was billed says it by itself, and must keep nobody from deleting a product or merging a company. Who bills stays: an
  // invoice is cancelled in the institution's name, and read by its people.
  invoice: ['/institution'],
  conversation: Object.keys(namedClasses.conversation),
  message: Object.keys(namedClasses.message),
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[a-z0-9-]{36}$/.test(value)

/** Pointers of a class as one tree, so that its data is walked once. */
interface Step {
  isId: boolean
  areKeysIds: boolean
  children: Map<string, Step>
}
function treeOf(pointers: readonly string[]): Step {
  const made = (): Step => ({ isId: false, areKeysIds: false, children: new Map() })
  const root = made()
  for (const pointer of pointers) {
    const tokens = pointer.split('/').slice(1)
    const areKeys = tokens.at(-1) === '~'
    let at = root
    for (const token of areKeys ? tokens.slice(0, -1) : tokens) {
      const next = at.children.get(token) ?? made()
      at.children.set(token, next)
      at = next
    }
    if (areKeys) at.areKeysIds = true
    else at.isId = true
  }
  return root
}
const trees = new Map<string, Step>(
  Object.entries(references).map(([entityclass, pointers]) => [entityclass, treeOf(pointers)]),
)

function collect(step: Step, value: unknown, found: Set<string>): void {
  if (step.isId && isId(value)) found.add(value)
  if (typeof value !== 'object' || value === null) return
  if (step.areKeysIds) for (const key of Object.keys(value)) if (isId(key)) found.add(key)
  const any = step.children.get('*')
  if (any) for (const child of Object.values(value)) collect(any, child, found)
  for (const [key, next] of step.children)
    if (key !== '*' && Object.hasOwn(value, key))
      collect(next, (value as Record<string, unknown>)[key], found)
}

/** What the accounts of a person are found by. */
export const personName = (sub: string) => `sso:${sub}`
/** What accounts are found by that a person could use once. */
export const formerPersonName = (sub: string) => `former-sso:${sub}`
/** What the files of a content are found by. */
export const contentName = (hash: string) => `sha1:${hash}`
/** What the confirmations of a product, or for a company, are found by. */
export const confirmationsName = (id: string) => `confirmations:${id}`
/** What the invoices of a company are found by. */
export const invoicesName = (company: string) => `invoices:${company}`
/** What conversations about something, or of a company, are found by; of a company its messages, too. */
export const conversationsName = (id: string) => `conversations:${id}`
const keptClasses: ReadonlySet<string> = new Set(['savedsearch', 'columnset', 'exportset'])
/** Whether it is of what people make for themselves, and of which each may keep so much. */
export const isKept = (entityclass: string): boolean => keptClasses.has(entityclass)
/** What is found of such a class that the account has made and nobody deleted. */
export const keptName = (entityclass: string, account: string) => `kept:${entityclass}#${account}`
export const isEntityName = (name: string): boolean => isId(name)

interface Talking {
  kind: string
  id: string
}

/**
 * What an entity names, each once: ids of entities; of an account also the people who may use it (`personName`) or could (`formerPersonName`), of a file
 * its content (`contentName`), of a confirmation its product and its company (`confirmationsName`), of an invoice
 * its company (`invoicesName`), of a conversation what it is about and its companies, of a message these (`conversationsName`), of what a person keeps its maker, until it is deleted (`keptName`).
 */
export function namesOf(entity: {
  id: string
  entityclass: string
  data: unknown
  createdBy?: string
  disabled?: boolean
}): string[] {
  const tree = trees.get(entity.entityclass)
  if (!tree) return []
  const found = new Set<string>()
  collect(tree, entity.data, found)
  found.delete(entity.id)
  if (entity.entityclass === 'account') {
    const { ssoUsers = [], formerSsoUsers = [] } = entity.data as Record<string, unknown[] | undefined>
    for (const sub of ssoUsers) if (typeof sub === 'string') found.add(personName(sub))
    for (const sub of formerSsoUsers) if (typeof sub === 'string') found.add(formerPersonName(sub))
  }
  if (entity.entityclass === 'uploadedfile') found.add(contentName((entity.data as { hash: string }).hash))
  if (entity.entityclass === 'listing_confirmation') {
    const { productId, companyId } = entity.data as { productId: string; companyId: string }
    found.add(confirmationsName(productId))
    found.add(confirmationsName(companyId))
  }
  if (entity.entityclass === 'invoice')
    found.add(invoicesName((entity.data as { companyId: string }).companyId))
  if (entity.entityclass === 'conversation' || entity.entityclass === 'message') {
    const { sender, recipient, context } = entity.data as {
      sender: Talking
      recipient: Talking
      context?: Record<string, string>
    }
    for (const { kind, id } of [sender, recipient]) if (kind === 'company') found.add(conversationsName(id))
    for (const id of Object.values(context ?? {})) found.add(conversationsName(id))
  }
  if (isKept(entity.entityclass) && entity.createdBy !== undefined && !entity.disabled)
    found.add(keptName(entity.entityclass, entity.createdBy))
  return [...found]
}
