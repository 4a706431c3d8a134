/** What is wrong with a company, in the order in which its fields stand on the page. */
import type { Issue } from '../../../../shared/errors.ts'
import type { CompanyData } from '../../../../shared/model/company.ts'
import { inOrder } from '../../../../shared/rules/company.ts'
import type { RowKind } from './draft.ts'
import { addressFields, baseGroups, contactFields, type FormFieldDef } from './fields.ts'

/** Rare fields stand behind "more", after the others. */
const drawn = (fields: readonly FormFieldDef[]) => [
  ...fields.filter((f) => !f.isRare),
  ...fields.filter((f) => f.isRare),
]

function pageOrder(data: CompanyData): string[] {
  const rows = (kind: RowKind, fields: readonly FormFieldDef[]) =>
    inOrder<{ _order?: number | undefined }>(data[kind]).flatMap(([id]) =>
      fields.map((f) => `/${kind}/${id}/${f.key}`),
    )
  return [
    ...baseGroups.flatMap(({ fields }) => fields.map((f) => `/baseData/${f.key}`)),
    ...rows('addresses', drawn(addressFields)),
    '/contactPersons',
    ...rows('contactPersons', drawn(contactFields)),
  ]
}

/** The save bar names the first of them, and leads to it. What has no place on the page comes last. */
export function issuesInPageOrder(issues: readonly Issue[], data: CompanyData): Issue[] {
  const ranks = new Map(pageOrder(data).map((path, rank) => [path, rank]))
  const rankOf = ({ path }: Issue) => ranks.get(path) ?? ranks.size
  return issues.toSorted((a, b) => rankOf(a) - rankOf(b))
}
