/** What a condition of a tree can ask: fields with their rows, their comparators and their words. */
import type { searchComparators } from '../../../shared/search/tree.ts'
import type { FilterField, FilterOption } from '../filter-field.ts'

export type Comparator = (typeof searchComparators)[number]

/** A collection of rows that a group of conditions can be about: one list, one component, one row of a table. */
export interface RowsChoice {
  path: string
  title: string
}
export interface TreeFields {
  /** By name of the catalogue. */
  byName: ReadonlyMap<string, FilterField>
  /** In their order, with the groups that they are listed under. */
  all: readonly FilterField[]
  groups: readonly { id: string; title: string }[]
  /** Rows that a field is of; undefined: of the document. */
  rowsOf(field: string): string | undefined
  rows: readonly RowsChoice[]
  standards: readonly FilterOption[]
  roles: readonly FilterOption[]
  load(loader: string, text: string, signal: AbortSignal): Promise<FilterOption[]>
  /** What a value of a searched option is called. */
  labelOf(loader: string, value: string): string
}

const wordless: readonly FilterField['kind'][] = ['boolean', 'number', 'date']
/** Text of a comparator: of numbers and days it is another one than of words. */
export const comparatorKey = (field: FilterField | undefined, comparator: Comparator): string =>
  `comparator.${field && wordless.includes(field.kind) && comparator !== 'exists' ? `${field.kind}.` : ''}${comparator}`

const comparatorsOf: Readonly<Record<FilterField['kind'], readonly Comparator[]>> = {
  text: ['contains', 'begins', 'eq', 'fuz', 'exists'],
  number: ['eq', 'gt', 'gte', 'lt', 'lte', 'exists'],
  date: ['eq', 'gt', 'gte', 'lt', 'lte', 'exists'],
  boolean: ['eq'],
  choice: ['eq', 'exists'],
  cases: [],
}
/** Of a field that holds keys: they have no words to look at. */
export const comparatorsFor = (field: FilterField): readonly Comparator[] =>
  field.kind === 'text' && field.operators && !field.operators.includes(':')
    ? ['eq', 'begins', 'contains', 'exists']
    : comparatorsOf[field.kind]

/** Fields that a condition can ask where its group is about rows of `path`; all of them elsewhere. */
export const fieldsIn = ({ all, rowsOf }: TreeFields, path: string | undefined): readonly FilterField[] =>
  path === undefined
    ? all
    : all.filter(({ key }) => {
        const rows = rowsOf(key)
        return rows !== undefined && (rows === path || rows.startsWith(`${path}.`))
      })
/** Collections within the rows of `path`. */
export const rowsIn = ({ rows }: TreeFields, path: string | undefined): readonly RowsChoice[] =>
  rows.filter((one) => path === undefined || one.path.startsWith(`${path}.`))
