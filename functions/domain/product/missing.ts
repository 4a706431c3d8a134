/** What approvals of a product's list still lack, each with the place that it leads to. */
import type { Missing } from '../../../shared/calls/bml/product/getapprovals.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { missingDependency, type StandardOf } from '../../../shared/rules/approval.ts'
import { companyRefusal } from '../../../shared/rules/approval-refusals.ts'
import { categoryPath } from '../../../shared/rules/category-path.ts'
import { unmetEntries } from '../../../shared/rules/checklist.ts'
import { pointerToken } from '../../../shared/rules/values.ts'
import type { WriteContext } from './context.ts'
import { categoryOf } from './contradictions.ts'
import { listIssues } from './list-issues.ts'

/**
 * For approvals under every standard of the list: a company, checklist entries that are not met, values that are wrong. `c.before`
 * is what the viewer sees, so that it tells nothing of hidden values; `sees` says which places are shown to them.
 */
export function missingInList(c: WriteContext, list: string, sees: (path: string) => boolean): Missing[] {
  const { data } = c.before
  const of = data.listData[list]
  if (!of) return []
  const at = `/listData/${list}`
  const found: Missing[] = []
  const company = companyRefusal({ list, data: of })
  if (company?.details.key) found.push({ key: company.details.key, path: `${at}/_companies` })
  const { id } = categoryOf(c, data, list)
  const categories = categoryPath(typeof id === 'string' ? id : undefined, c.reference.categories)
  const definitions = [...c.reference.checklists.values()]
    .filter((one) => !one.disabled && one.data.modus !== 'company')
    .map((one) => [one.id, one.data] as const)
  for (const entry of unmetEntries(definitions, of._checklist ?? {}, { list, categories }))
    found.push({
      key: 'checklistUnmet',
      path: `${at}/_checklist/${pointerToken(entry.id)}`,
      title: entry.title,
    })
  // A category of the base list is wrong for each list that follows it: it is told once.
  const told = new Set<string>()
  for (const { key, path } of listIssues(c, data, [list])) {
    if (!sees(path) || told.has(`${key} ${path}`)) continue
    told.add(`${key} ${path}`)
    found.push({ key, path })
  }
  return found
}

/** For an approval under one standard: what it depends on. */
export function missingUnder(
  data: ProductData,
  list: string,
  standard: string,
  standards: StandardOf,
  today: string,
): Missing[] {
  const rows = data.listData[list]?._approval ?? {}
  const base = data.listData[fixedIds.list.base]?._approval ?? {}
  const dependency = missingDependency(standard, rows, standards, today, base)
  return dependency === undefined
    ? []
    : [
        {
          key: 'approvalDependency',
          path: `/listData/${list}/_approval/${pointerToken(dependency)}`,
          standard: dependency,
        },
      ]
}
