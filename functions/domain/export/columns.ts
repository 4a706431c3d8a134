/** The columns of a file: what the product list shows in them, in the language of the export. Pure. */
import { shownState, shownStates } from '../../../shared/rules/approval.ts'
import { type Naming, namedValue } from '../../../shared/rules/named-value.ts'
import { readApprovalSummaries } from '../../../shared/search/approval-summary.ts'
import type { CatalogueField } from '../../../shared/search/catalogue-field.ts'
import { isCutText, maxIndexedText } from '../../../shared/search/document-parts.ts'
import { fetchedAtMost, type IndexValue } from '../../../shared/search/index-query.ts'
import type { Forms } from './values.ts'

export interface ColumnWords extends Naming {
  /** `YYYY-MM-DD`, in the installation's time zone. */
  today: string
  /** What the list is called whose values are shown. */
  list: string
  standard(id: string): string
  /** The way down to a category; undefined where it is not known. */
  category(id: string): string | undefined
}
export type Values = Record<string, IndexValue>
export interface Column<T> {
  title: string
  kind: 'plain' | 'day' | 'moment'
  /** In letters. */
  width: number
  cell(values: Values): T
}

const summary = 'lists.approvals.summary'
const until = 'lists.approvedUntil'
const path = 'categoryTree'
/** What has to be read beside the columns, because something of them is said with it. */
export const withCompanions = (columns: readonly string[]): string[] => [
  ...new Set([
    ...columns,
    ...(columns.includes(path) ? ['category'] : []),
    ...(columns.includes(until) ? [summary] : []),
  ]),
]

const width: Record<CatalogueField['kind'], number> = {
  text: 32,
  keyword: 22,
  number: 12,
  date: 12,
  boolean: 10,
}
const wide: Record<string, number> = { name: 40, categoryTree: 44, [summary]: 44 }
const widest = 60

export function columnOf<T>(field: CatalogueField, words: ColumnWords, forms: Forms<T>): Column<T> {
  const { t, title } = words
  const named = typeof field.title === 'string' ? t(field.title) : title(field.title)
  const full = `${named}${field.unit ? ` (${field.unit})` : ''}${field.name === summary ? ` (${words.list})` : ''}`
  const letters = Math.max(
    wide[field.name] ?? (field.isMoment ? 18 : width[field.kind]),
    Math.min(widest, full.length + 4),
  )
  return {
    title: full,
    kind: field.kind !== 'date' ? 'plain' : field.isMoment ? 'moment' : 'day',
    width: letters,
    cell: cellOf(field, words, forms),
  }
}

function cellOf<T>(field: CatalogueField, words: ColumnWords, forms: Forms<T>): (values: Values) => T {
  const { name, kind, isMoment } = field
  const { t } = words
  const one = (value: string | number | boolean): string => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    const text = String(value)
    if (kind !== 'text') return namedValue(field, text, words)
    // The index, which rows are read from, has no more of it.
    if (isCutText(text)) forms.cut(maxIndexedText)
    return text
  }
  const plain = (values: Values): T => {
    const value = values[name]
    if (value === undefined || value === '') return forms.none
    if (typeof value === 'number') return forms.number(value)
    if (Array.isArray(value)) {
      if (value.length === 0) return forms.none
      // The index brings no more of them.
      if (value.length >= fetchedAtMost) forms.cut(fetchedAtMost, 'values')
      if (value.length === 1 && typeof value[0] === 'number') return forms.number(value[0])
      return forms.text([...new Set(value.map(one))].join(', '))
    }
    if (kind === 'date' && typeof value === 'string') return isMoment ? forms.moment(value) : forms.day(value)
    return forms.text(one(value))
  }
  if (name === path)
    return (values) => {
      const { category } = values
      // The index knows the path in one language only.
      const said = typeof category === 'string' ? words.category(category) : undefined
      return said === undefined ? plain(values) : forms.text(said)
    }
  if (name === summary) return (values) => forms.text(approvalsText(values, words))
  if (name === until)
    return (values) => {
      if (values[until] !== undefined) return plain(values)
      const isEndless = readApprovalSummaries(values[summary]).some(
        ({ row, standing }) => row.active && standing.some(({ end }) => end === undefined),
      )
      return isEndless ? forms.text(t('endless')) : forms.none
    }
  return plain
}

/** `Approved: EU, Bio Suisse; Initiated: Demeter`. */
function approvalsText(values: Values, { t, today, standard }: ColumnWords): string {
  const byState = Map.groupBy(readApprovalSummaries(values[summary]), (one) =>
    shownState(one.row, one.own, one.standing, today),
  )
  // Open is worth a word only where nothing else is.
  const shown = shownStates.filter((state) => state !== 'open' && byState.has(state))
  if (shown.length === 0) return t('approvalState.open')
  return shown
    .map((state) => {
      const names = byState.get(state)!.map((one) => standard(one.standard))
      return `${t(`approvalState.${state}`)}: ${names.join(', ')}`
    })
    .join('; ')
}
