/**
 * The physical fields of the index, by entity class. Their number never depends on data: values of field
 * definitions and of generic classes are rows of `values` that say which field they are.
 */
import type { EntityClassName } from '../model/entity-classes.ts'
import type { IndexKind, IndexMapping } from './index-query.ts'

/**
 * Raise it when documents of the same entities come out differently. Indices made before are then of another version: the
 * embedded one is built anew at the start; of the cloud's the doctor says so, and `npm run ops -- upgrade` builds them anew.
 */
export const documentVersion = 13

const leaf = (fields: Record<string, IndexKind>): IndexMapping => ({ fields, nested: {} })
/**
 * Parents that a value was read through and that not everybody knows of who knows of the product. `seenBy`: the ids by
 * which viewers know of the parent (`audienceOf`). Who may see the value is known by one id of each row.
 */
const through = { through: leaf({ seenBy: 'keyword' }) }

/**
 * Rows of typed values, one a path: exactly one of the typed fields is filled. `responsible` is the institution
 * responsible where the value is stored: secrecy is judged there.
 */
const values = (nested: IndexMapping['nested'] = {}): IndexMapping => ({
  fields: {
    path: 'keyword',
    responsible: 'keyword',
    keyword: 'keyword',
    text: 'text',
    number: 'number',
    date: 'date',
    boolean: 'boolean',
  },
  nested,
})
/** What the index knows of every entity. `nameSearch` holds the name or title as `nameKey` makes it. */
const common = {
  id: 'keyword',
  rev: 'number',
  created: 'date',
  updated: 'date',
  createdBy: 'keyword',
  updatedBy: 'keyword',
  deleted: 'boolean',
  nameSearch: 'text',
} as const satisfies Record<string, IndexKind>

const pathField = 'path'
const toldByPath = (rows: IndexMapping): IndexMapping => ({ ...rows, key: pathField })

const product: IndexMapping = {
  fields: {
    ...common,
    name: 'text',
    archived: 'boolean',
    isNationalPartner: 'boolean',
    categoryTree: 'text',
    /** The category's place in the tree, as it sorts. */
    categorySort: 'keyword',
    category: 'keyword',
    /** The category and all above it. */
    inCategory: 'keyword',
    mainCategory: 'keyword',
    manufacturer: 'text',
    distributor: 'text',
    responsible: 'keyword',
    derived: 'keyword',
    importKey: 'keyword',
    invoiceFlags: 'keyword',
    /** Companies with a role in any list: decides what a paid company user finds. */
    companies: 'keyword',
    /** Other entities that the document was made of, whatever their class. */
    uses: 'keyword',
  },
  nested: {
    lists: {
      fields: {
        list: 'keyword',
        active: 'boolean',
        archived: 'boolean',
        /** Institution responsible for the list: its own, else the base list's. */
        responsible: 'keyword',
        /** The person whom the list itself names as responsible. */
        person: 'keyword',
        /** When the newest note was written. */
        noted: 'date',
        category: 'keyword',
        inCategory: 'keyword',
        mainCategory: 'keyword',
        name: 'text',
        /** Permit and admission numbers. */
        permits: 'text',
        /** Permits by their kind. */
        permit: 'keyword',
        /** Uses in the hobby garden. */
        hobbygarden: 'keyword',
        risklabels: 'keyword',
        preventPublicDisplay: 'boolean',
        remark: 'text',
        approvedUntil: 'date',
        activatedOn: 'date',
        deactivatedOn: 'date',
      },
      nested: {
        values: toldByPath(values(through)),
        /** Rows of table fields. */
        rows: {
          fields: { table: 'keyword', responsible: 'keyword' },
          nested: { ...through, values: toldByPath(values()) },
        },
        /** The list's category, for viewers who may not see each product that it was read from. */
        categories: {
          fields: {
            category: 'keyword',
            inCategory: 'keyword',
            mainCategory: 'keyword',
            tree: 'text',
            sort: 'keyword',
          },
          nested: through,
        },
        approvals: leaf({
          standard: 'keyword',
          active: 'boolean',
          begin: 'date',
          end: 'date',
          tmp_begin: 'date',
          tmp_end: 'date',
          hasEverBeenApproved: 'boolean',
          initiated: 'boolean',
          /** Stands from `begin` to `end`, also by all that it depends on (`standingOf`); else they are the row's own dates. */
          given: 'boolean',
          /** Stands again later, after a gap: of that there is another row. */
          again: 'boolean',
          /** The whole row as one keyword, for lists that show it. */
          summary: 'keyword',
        }),
        companies: leaf({ company: 'keyword', role: 'keyword', name: 'text' }),
        components: leaf({
          component: 'keyword',
          secrecy: 'keyword',
          /** Institution that the row's secrecy depends on. */
          responsible: 'keyword',
          amount: 'number',
          name: 'text',
        }),
        /** Answers to entries of the checklist. */
        checklist: leaf({
          entry: 'keyword',
          status: 'keyword',
          date: 'date',
          until: 'date',
          comment: 'text',
        }),
        documents: leaf({ name: 'text', type: 'keyword', secrecy: 'keyword', responsible: 'keyword' }),
        /** `settled`: for everybody. What each person has read is no matter of the product. */
        notes: leaf({ text: 'text', label: 'keyword', by: 'keyword', at: 'date', settled: 'boolean' }),
      },
    },
  },
}

const company: IndexMapping = {
  fields: {
    ...common,
    name: 'text',
    companyAbbreviation: 'text',
    customerNumber: 'number',
    /** Of companies that were merged into it. */
    formerName: 'text',
    formerNumber: 'number',
    customerSince: 'date',
    euControlNumber: 'text',
    abacusCustomerNumber: 'text',
    groups: 'keyword',
    institution: 'keyword',
    owner: 'keyword',
    language: 'keyword',
    legalType: 'keyword',
    registrationNumber: 'text',
    taxId: 'text',
    taxIdCh: 'text',
    gliInternational: 'text',
    terminationDate: 'date',
    lastContractDate: 'date',
    sendInvoiceViaEmail: 'boolean',
    invoiceEmail: 'text',
    website: 'text',
    importKey: 'keyword',
  },
  nested: {
    /** `visibleTo`: the institution that owns the company, where only it may see the row. */
    addresses: leaf({
      type: 'keyword',
      country: 'keyword',
      region: 'keyword',
      city: 'text',
      zip: 'text',
      street: 'text',
      email: 'text',
      lists: 'keyword',
      visibleTo: 'keyword',
    }),
    contacts: leaf({
      function: 'keyword',
      isMain: 'boolean',
      firstName: 'text',
      lastName: 'text',
      email: 'text',
      language: 'keyword',
      lists: 'keyword',
      jurisdictions: 'keyword',
      visibleTo: 'keyword',
    }),
  },
}

/**
 * `title` holds every language, `titleSort` the one that lists show and sort by. `seenBy`: institutions, or `everyone`, of what a
 * person keeps and shares; parties of conversations, with the marks of `conversation-document.ts`.
 */
const generic: IndexMapping = {
  fields: { ...common, title: 'text', titleSort: 'text', seenBy: 'keyword' },
  nested: { values: values() },
}

/** Who may see an owner-only row where nobody owns the company: administrators. */
export const nobody = '-'
/** In `seenBy`: staff of any institution. */
export const everyone = '*'

export function indexMapping(entityclass: EntityClassName | (string & {})): IndexMapping {
  if (entityclass === 'product') return product
  if (entityclass === 'company') return company
  return generic
}

/** Kind of the field behind a path like `lists.values.text`; undefined if the mapping has none. */
export function physicalKind(mapping: IndexMapping, path: string): IndexKind | undefined {
  const steps = path.split('.')
  const field = steps.pop()!
  let at: IndexMapping | undefined = mapping
  for (const step of steps) at = at && Object.hasOwn(at.nested, step) ? at.nested[step] : undefined
  return at && Object.hasOwn(at.fields, field) ? at.fields[field] : undefined
}
