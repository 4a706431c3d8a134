/** What was ordered, checked: columns that there are, a list that the viewer sees, rows that a workbook holds. Pure. */
import { fixedIds } from '../../../shared/constants.ts'
import {
  type ExportFormat,
  maxCategoryColumns,
  maxWorkbookRows,
  tooManyCategories,
  workbookRows,
} from '../../../shared/rules/export.ts'
import { asRefusal, type Refusal, refuseInput, refuseRule } from '../../../shared/rules/refusal.ts'
import type { CatalogueField } from '../../../shared/search/catalogue-field.ts'
import { and } from '../../../shared/search/combine.ts'
import { compileFetch } from '../../../shared/search/compile-columns.ts'
import type { IndexSearch } from '../../../shared/search/index-query.ts'
import { terms } from '../../../shared/search/visibility.ts'
import type { Scope } from '../search-calls/plan.ts'

/** The fields of the columns, each once. Refuses `invalid_input`. */
export function columnsOf(
  { catalogue, viewer }: Scope,
  columns: readonly string[],
): CatalogueField[] | Refusal {
  return asRefusal(() => {
    compileFetch([...columns], catalogue, viewer)
    const byName = new Map(catalogue.map((field) => [field.name, field]))
    return [...new Set(columns)].map((name) => byName.get(name)!)
  })
}
/** Refuses `invalid_input`. */
export function checkColumns(columns: readonly CatalogueField[]): Refusal | undefined {
  if (!tooManyCategories(columns)) return undefined
  const expected = `expected at most ${maxCategoryColumns} columns of categories`
  return refuseInput([
    { path: '/columns', expected, key: 'exportCategories', params: { max: maxCategoryColumns } },
  ])
}
/** Refuses `rule_violated`. */
export function checkRows(format: ExportFormat, rows: number, columns: number): Refusal | undefined {
  const max = workbookRows(columns)
  if (format === 'csv' || rows <= max) return undefined
  if (rows <= maxWorkbookRows)
    return refuseRule(
      'exportTooManyCells',
      `With ${columns} columns a workbook has ${max} rows at most, and these are ${rows}. Export fewer columns, as CSV, or in parts.`,
      { params: { rows, columns, max } },
    )
  return refuseRule(
    'exportTooManyRows',
    `A workbook holds ${maxWorkbookRows} rows at most, and these are ${rows}. Export them as CSV, or in parts.`,
    { params: { rows, max: maxWorkbookRows } },
  )
}

/** Whose values are shown: a list that the viewer sees, of those that there are. Refuses `invalid_input`. */
export function checkList(
  list: string | undefined,
  { viewer }: Pick<Scope, 'viewer'>,
  lists: ReadonlyMap<string, unknown>,
  path = '/list',
): Refusal | undefined {
  if (list === undefined) return undefined
  const isSeen = list === fixedIds.list.base || (viewer.lists?.includes(list) ?? true)
  if (isSeen && lists.has(list)) return undefined
  return refuseInput([{ path, expected: 'expected a list that exists' }])
}
/** Refuses `invalid_input`. */
export function checkAbout({
  ids,
  attributeFilter,
  name,
  except = [],
}: {
  ids?: readonly string[] | undefined
  attributeFilter?: object | undefined
  name?: string | undefined
  except?: readonly string[] | undefined
}): Refusal | undefined {
  if (!ids || !(attributeFilter || name || except.length > 0)) return undefined
  return refuseInput([{ path: '/ids', expected: 'expected ids, or what finds them, not both' }])
}

/** Of what is searched, these ids alone. */
export const amongIds = (search: IndexSearch, ids: readonly string[]): IndexSearch => ({
  ...search,
  query: and(search.query, terms('id', [...ids])),
  page: { start: 0, limit: ids.length },
})
