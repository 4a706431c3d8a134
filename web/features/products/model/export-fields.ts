/** Fields that a file can have beside the columns of the list. */
import { companyRoles } from '../../../../shared/constants.ts'
import type { ExportPackage } from '../../../../shared/model/search.ts'
import type { CatalogueField } from '../../../../shared/search/catalogue-field.ts'
import { type FieldWords, wordOf } from '../../../ui/catalogue-fields.ts'

const named = [
  'mainCategory',
  'lists.list',
  'lists.categoryTree',
  'lists.mainCategory',
  'lists.person',
  'lists.permit',
  'lists.companies.name',
  'lists.components.name',
  'lists.documents.name',
  'lists.hobbygarden',
  'lists.risklabels',
  'lists.remark',
  'lists.preventPublicDisplay',
]

/** Those of the catalogue that are no columns: rows of a product, and columns of tables that staff have defined. */
export function furtherFields(
  catalogue: readonly CatalogueField[],
  words: FieldWords,
  columns: ReadonlyMap<string, string>,
): { value: string; label: string }[] {
  const byName = new Map(catalogue.map((field) => [field.name, field]))
  const tables = catalogue.filter(({ definition, table, inBaseList }) => definition && table && !inBaseList)
  return [...named.flatMap((name) => byName.get(name) ?? []), ...tables]
    .filter(({ name }) => !columns.has(name))
    .map(({ name, title, unit }) => ({
      value: name,
      label: `${wordOf(title, words)}${unit ? ` (${unit})` : ''}`,
    }))
}

export const packageKey = ({ role, addresses }: ExportPackage): string => `${role} ${addresses}`
export const allPackages: readonly ExportPackage[] = companyRoles.flatMap((role) => [
  { role, addresses: 'catalog' as const },
  { role, addresses: 'invoice' as const },
])
