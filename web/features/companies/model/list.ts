/** The company list: its state in the address, its conditions and its columns. Pure. */
import * as z from 'zod'
import { companyPageSize } from '../../../../shared/constants.ts'
import { companySearchFilter } from '../../../../shared/rules/company.ts'
import type { CatalogueField } from '../../../../shared/search/catalogue.ts'
import type { Filter } from '../../../../shared/search/filter.ts'
import { type FieldSources, type FieldWords, filterFieldOf, wordOf } from '../../../ui/catalogue-fields.ts'
import { readQuery } from '../../../ui/filter-query.ts'
import type { FilterField } from '../../../ui/list-filter.tsx'

export { companyPageSize }
export const pageSizes = [15, 25, 50, 100, 250] as const
export const listStateSchema = z.object({
  /** Digits: customer number; else a part of name or abbreviation. */
  q: z.string().max(200),
  f: z.string().refine((text) => readQuery(text) !== undefined, 'expected conditions'),
  sort: z.string().regex(/^[A-Za-z0-9_.-]+:(asc|desc)$/),
  /** 1-based. */
  page: z.number().int().min(1),
  /** Rows of a page, where a link fixes them; 0: as set on this machine. */
  size: z.union([z.literal(0), ...pageSizes.map((n) => z.literal(n))]),
  /** Visible columns in their order; empty: as set on this machine. */
  cols: z.array(z.string().max(200)).max(60),
})
export type CompanyListState = z.infer<typeof listStateSchema>
export const listDefaults: CompanyListState = {
  q: '',
  f: '',
  sort: 'name:asc',
  page: 1,
  size: 0,
  cols: [],
}

/** What was typed and the conditions, together. */
export function companyFilter(typed: string, conditions: Filter | undefined): Filter | undefined {
  const parts = [companySearchFilter(typed), conditions].filter((f): f is Filter => f !== undefined)
  return parts.length > 1 ? { $and: parts } : parts[0]
}

export const filterGroups = ['company', 'addresses', 'contacts'] as const
/** Asked for by nobody: ids, and what the search field already does. */
const hidden = new Set(['id', 'deleted'])

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
    .map((f) => filterFieldOf(f, f.nestedPath ?? 'company', words, sources))
}

export interface CompanyColumn {
  id: string
  title: string
  field: CatalogueField
  isDefault: boolean
  isFixed: boolean
  width: number
}
const shown: Record<string, { width: number; isDefault: boolean }> = {
  name: { width: 240, isDefault: true },
  companyAbbreviation: { width: 120, isDefault: true },
  customerNumber: { width: 170, isDefault: true },
  'addresses.city': { width: 150, isDefault: true },
  'addresses.country': { width: 130, isDefault: true },
  institution: { width: 160, isDefault: true },
  groups: { width: 150, isDefault: true },
  language: { width: 130, isDefault: true },
  updated: { width: 120, isDefault: true },
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
export function companyColumns(catalogue: readonly CatalogueField[], words: FieldWords): CompanyColumn[] {
  const byName = new Map(catalogue.map((f) => [f.name, f]))
  return Object.entries(shown).flatMap(([name, { width, isDefault }]) => {
    const field = byName.get(name)
    if (!field) return []
    return [
      { id: name, title: wordOf(field.title, words), field, isDefault, isFixed: name === 'name', width },
    ]
  })
}
