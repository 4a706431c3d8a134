/** The company list: its state in the address, its conditions and its columns. Pure. */
import { companyPageSize } from '../../../../shared/constants.ts'
import { companySearchFilter } from '../../../../shared/rules/company-search.ts'
import type { CatalogueField } from '../../../../shared/search/catalogue-field.ts'
import type { Filter } from '../../../../shared/search/filter.ts'
import { type FieldSources, type FieldWords, filterFieldOf, wordOf } from '../../../ui/catalogue-fields.ts'
import type { CatalogueColumn } from '../../../ui/catalogue-list.ts'
import type { FilterField } from '../../../ui/filter-field.ts'

export { companyPageSize }

/** What was typed and the conditions, together. */
export function companyFilter(typed: string, conditions: Filter | undefined): Filter | undefined {
  const parts = [companySearchFilter(typed), conditions].filter((f): f is Filter => f !== undefined)
  return parts.length > 1 ? { $and: parts } : parts[0]
}

export const filterGroups = ['company', 'addresses', 'contacts'] as const
/** Asked for by nobody: ids, and what the search field already does. */
const hidden = new Set(['id', 'deleted'])
/** What a number means that is typed without a property. */
const numbers = new Map([
  ['customerNumber', 'number'],
  ['importKey', 'otherNumber'],
] as const)

export function companyFilterFields(
  catalogue: readonly CatalogueField[],
  words: FieldWords,
  sources: FieldSources,
): FilterField[] {
  const first = [
    'name',
    'companyAbbreviation',
    'customerNumber',
    'institution',
    'owner',
    'groups',
    'language',
  ]
  const rank = (f: CatalogueField) => {
    const at = first.indexOf(f.name)
    return at < 0 ? first.length : at
  }
  return catalogue
    .filter((f) => !hidden.has(f.name))
    .toSorted((a, b) => rank(a) - rank(b))
    .map((f) => {
      const typed = numbers.get(f.name as 'importKey')
      return { ...filterFieldOf(f, f.nestedPath ?? 'company', words, sources), ...(typed && { typed }) }
    })
}

type Shown = Pick<CatalogueColumn, 'width' | 'isDefault' | 'least' | 'grows' | 'leaves'>
const shown: Record<string, Shown> = {
  name: { width: 240, least: 240, grows: 3, isDefault: true },
  companyAbbreviation: { width: 120, least: 90, leaves: 4, isDefault: true },
  customerNumber: { width: 170, least: 150, isDefault: true },
  'addresses.city': { width: 150, least: 130, grows: 1, leaves: 6, isDefault: true },
  'addresses.country': { width: 145, least: 140, leaves: 5, isDefault: true },
  institution: { width: 210, least: 160, grows: 1, leaves: 3, isDefault: true },
  groups: { width: 150, least: 150, grows: 1, leaves: 7, isDefault: true },
  language: { width: 130, least: 100, leaves: 1, isDefault: true },
  updated: { width: 120, least: 104, leaves: 2, isDefault: true },
  createdBy: { width: 160, isDefault: false },
  updatedBy: { width: 160, isDefault: false },
  owner: { width: 160, isDefault: false },
  rev: { width: 80, isDefault: false },
  created: { width: 110, isDefault: false },
  euControlNumber: { width: 150, isDefault: false },
  abacusCustomerNumber: { width: 150, isDefault: false },
  legalType: { width: 130, isDefault: false },
  taxId: { width: 150, isDefault: false },
  customerSince: { width: 110, isDefault: false },
  website: { width: 180, isDefault: false },
  importKey: { width: 150, isDefault: false },
}
export function companyColumns(catalogue: readonly CatalogueField[], words: FieldWords): CatalogueColumn[] {
  const byName = new Map(catalogue.map((f) => [f.name, f]))
  return Object.entries(shown).flatMap(([name, room]) => {
    const field = byName.get(name)
    if (!field) return []
    return [{ id: name, title: wordOf(field.title, words), field, isFixed: name === 'name', ...room }]
  })
}
