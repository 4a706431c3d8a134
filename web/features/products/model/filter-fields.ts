/** The conditions of the product list, from the field catalogue: the product, approvals, its lists, its fields. */
import { companyRoles } from '../../../../shared/constants.ts'
import { tradeNamePath } from '../../../../shared/model/field-path.ts'
import type { CatalogueField } from '../../../../shared/search/catalogue-field.ts'
import { type FieldSources, type FieldWords, filterFieldOf } from '../../../ui/catalogue-fields.ts'
import type { FilterField, FilterOption } from '../../../ui/filter-field.ts'
import { approvalCases, approvalConditions } from './approval-cases.ts'

export const filterGroups = ['product', 'approvals', 'lists', 'base', 'fields'] as const

/** In this order; everything else of the catalogue is either a field definition or too technical to ask for. */
const ofProduct = [
  'name',
  'inCategory',
  'mainCategory',
  'manufacturer',
  'distributor',
  'responsible',
  'isNationalPartner',
  'invoiceFlags',
  'archived',
  'rev',
  'created',
  'updated',
  'createdBy',
  'updatedBy',
  'importKey',
]
const ofLists = [
  'lists.list',
  'lists.active',
  'lists.archived',
  'lists.name',
  'lists.permits',
  'lists.permit',
  'lists.responsible',
  'lists.person',
  'lists.inCategory',
  'lists.companies.company',
  'lists.companies.name',
  'lists.components.component',
  'lists.components.name',
  'lists.documents.name',
  'lists.documents.type',
  'lists.notes.text',
  'lists.notes.label',
  'lists.notes.by',
  'lists.hobbygarden',
  'lists.risklabels',
  'lists.remark',
  'lists.preventPublicDisplay',
  'lists.approvedUntil',
  'lists.activatedOn',
  'lists.deactivatedOn',
]

interface ProductFilterInput {
  catalogue: readonly CatalogueField[]
  words: FieldWords
  sources: FieldSources
  /** Ids and titles of the standards, in their order. */
  standards: readonly { id: string; title: string }[]
  /** Entries of the checklist that products answer, with their options. */
  checklist: readonly { id: string; title: string; options: readonly FilterOption[] }[]
  /** `YYYY-MM-DD`. */
  today: string
  /** Texts of this feature. */
  t(key: string, params?: Record<string, string>): string
}

/** What is typed without a property: `FilterField.typed`. */
const typedAs: Record<string, FilterField['typed']> = {
  // A company is offered once in any role and once in each.
  manufacturer: 'never',
  distributor: 'never',
  'lists.companies.name': 'never',
  'lists.permits': 'number',
  importKey: 'otherNumber',
  'lists.companies.company': 'any',
}

export function productFilterFields(input: ProductFilterInput): FilterField[] {
  const { catalogue, words, sources, t } = input
  const byName = new Map(catalogue.map((f) => [f.name, f]))
  const pick = (names: readonly string[], group: string) =>
    names.flatMap((name) => {
      const field = byName.get(name)
      const typed = typedAs[name]
      return field ? [{ ...filterFieldOf(field, group, words, sources), ...(typed && { typed }) }] : []
    })
  const states = approvalConditions.map((value) => ({ value, label: t(`approval.${value}`) }))
  const approval = (key: string, title: string, standard?: string): FilterField => ({
    key: `approval.${key}`,
    title,
    group: 'approvals',
    kind: 'cases',
    rowsOf: 'lists',
    options: states,
    cases: approvalCases(input.today, standard),
  })
  const roles = companyRoles.map(
    (role): FilterField => ({
      key: `company.${role}`,
      title: t('company.inList', { role: t(`catalogue.role.${role}`) }),
      group: 'lists',
      kind: 'choice',
      field: 'lists.companies.company',
      rowsOf: 'lists',
      within: {
        path: 'lists.companies',
        also: [{ field: 'lists.companies.role', comparison: 'eq', value: role }],
      },
      loader: 'company',
    }),
  )
  const answers = byName.has('lists.checklist.status')
    ? input.checklist.map(
        ({ id, title, options }): FilterField => ({
          key: `checklist.${id}`,
          title: t('checklist.entry', { title }),
          group: 'lists',
          kind: 'choice',
          field: 'lists.checklist.status',
          rowsOf: 'lists',
          within: {
            path: 'lists.checklist',
            also: [{ field: 'lists.checklist.entry', comparison: 'eq', value: id }],
          },
          options,
        }),
      )
    : []
  const lists = pick(ofLists, 'lists').map((f) =>
    f.key === 'lists.list' ? { ...f, isRowKey: true, canBeEmpty: false } : f,
  )
  const at = lists.findIndex((f) => f.key === 'lists.companies.company') + 1
  // The trade name is there as `name` and `lists.name`, which know more ways of writing.
  const defined = catalogue.filter((f) => f.definition && f.valuePath !== tradeNamePath)
  return [
    ...pick(ofProduct, 'product'),
    approval('any', t('approval.any')),
    ...input.standards.map((s) => approval(s.id, s.title, s.id)),
    ...lists.slice(0, at),
    ...roles,
    ...lists.slice(at),
    ...answers,
    ...defined.filter((f) => f.inBaseList).map((f) => filterFieldOf(f, 'base', words, sources)),
    ...defined
      .filter((f) => !f.inBaseList)
      .map((f) => {
        const field = filterFieldOf(f, 'fields', words, sources)
        // Table columns are rows within the list's row: the compiler joins them on the list.
        return { ...field, title: t('field.inList', { field: field.title }), rowsOf: 'lists' }
      }),
  ]
}
