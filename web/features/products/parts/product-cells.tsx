/** How the values of a product's row are said. */
import { useMemo } from 'react'
import { search } from '../../../../shared/calls/bml/product/search.ts'
import type { Row } from '../../../../shared/model/answers.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import { categoryText } from '../../../../shared/rules/category-text.ts'
import { namedValue, type TitledClass } from '../../../../shared/rules/named-value.ts'
import { percentSign } from '../../../../shared/rules/percent.ts'
import { readApprovalSummaries } from '../../../../shared/search/approval-summary.ts'
import type { Reference } from '../../../api/reference.ts'
import { useCall } from '../../../api/use-call.ts'
import { useTexts } from '../../../texts/texts.ts'
import { ApprovalCell } from '../../../ui/approval-cell.tsx'
import { type CellWords, useCatalogueCells } from '../../../ui/catalogue-cells.tsx'
import type { CatalogueColumn } from '../../../ui/catalogue-list.ts'
import { useDateFormat, useToday } from '../../../ui/dates.tsx'
import { useTitle } from '../../../ui/localized.tsx'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { LeafAndAbove } from '../../../ui/path-text.tsx'
import { asInTable, secondLines } from '../../../ui/tell-apart.ts'

const summaryColumn = 'lists.approvals.summary'
const untilColumn = 'lists.approvedUntil'
const permitsColumn = 'lists.permits'
/** Asked for beside the visible columns: what the second line of a row says, and what others are said with. */
const companionColumns = [permitsColumn, 'distributor', 'category'] as const
export const withCompanions = (columns: readonly string[]): string[] => [
  ...new Set([...columns, ...companionColumns, ...(columns.includes(untilColumn) ? [summaryColumn] : [])]),
]

const textOf = ({ columns }: Row, name: string): string | undefined =>
  [columns[name] ?? []].flat().map(String).join(', ') || undefined
const approvalsOf = ({ columns }: Row) => readApprovalSummaries(columns[summaryColumn])

/** The base's numbers of rows whose names look alike and that have none in the list whose values are shown, by id. */
function useBasePermits(rows: readonly Row[] | undefined, list: string) {
  const ids = useMemo(() => {
    if (list === '' || !rows) return []
    return [...Map.groupBy(rows, ({ columns }) => asInTable(String(columns['name'] ?? ''))).values()]
      .filter((same) => same.length > 1)
      .flat()
      .filter((row) => textOf(row, permitsColumn) === undefined)
      .map(({ id }) => id)
      .sort()
  }, [rows, list])
  const { data } = useCall(
    search,
    ids.length === 0
      ? null
      : {
          attributeFilter: { field: 'id', comparison: 'in', value: ids },
          columns: [permitsColumn],
          pagination: { start: 0, limit: ids.length },
        },
  )
  return useMemo(() => new Map(data?.list.map((row) => [row.id, textOf(row, permitsColumn)])), [data])
}

/** `rows` are those of the page, and of it before, with values of `list`: what tells one apart depends on the others. */
export function useProductCells(
  columns: readonly CatalogueColumn[],
  reference: Reference,
  personOf: (id: string) => string,
  rows: readonly Row[] | undefined,
  list: string,
) {
  const t = useTexts('products')
  const title = useTitle()
  const today = useToday()
  const { date } = useDateFormat()
  const { format, percent } = useNumberFormat()
  const basePermits = useBasePermits(rows, list)
  const under = useMemo(
    () =>
      secondLines(
        (rows ?? []).map((row) => {
          const category = reference.categories.get(String(row.columns['category']))
          return {
            id: row.id,
            name: String(row.columns['name'] ?? ''),
            parts: [
              textOf(row, permitsColumn) ?? basePermits.get(row.id),
              textOf(row, 'distributor'),
              category && title(category.data.title),
            ],
          }
        }),
      ),
    [rows, basePermits, reference, title],
  )
  const words = useMemo<CellWords>(() => {
    const maps: Record<TitledClass, ReadonlyMap<string, { data: { title: Localized } }>> = {
      institution: reference.institutions,
      category: reference.categories,
      selectoption: reference.selectoptions,
      permit: reference.permits,
      label: reference.labels,
      hobbygarden: reference.hobbyuses,
      checklist: reference.checklists,
    }
    const titleOf = (entityClass: TitledClass, id: string) => maps[entityClass].get(id)?.data.title
    return {
      yes: t('yes'),
      no: t('no'),
      unnamed: t('unnamed'),
      number: (value, unit) => (unit?.trim() === percentSign ? percent(value) : format(value)),
      isName: ({ id }) => id === 'rev',
      named: ({ field }, id) => namedValue(field, id, { t, title, titleOf, person: personOf }),
      under: (row) => under.get(row.id),
      own: (column, row) => {
        if (column.id === summaryColumn)
          return (
            <ApprovalCell
              approvals={approvalsOf(row)}
              today={today}
              standard={(id) => title(reference.biostandards.get(id)?.data.name)}
            />
          )
        if (column.id === 'categoryTree') {
          const { category, categoryTree } = row.columns
          // The index knows the path in one language only.
          const path =
            typeof category === 'string' ? categoryText(reference.categories, category, title) : undefined
          const text = path ?? categoryTree
          return typeof text === 'string' && text !== '' ? <LeafAndAbove text={text} /> : undefined
        }
        if (column.id !== untilColumn) return undefined
        const until = row.columns[untilColumn]
        if (typeof until === 'string') {
          const isOver = until.slice(0, 10) < today
          return (
            <span className="il-cell-state" data-tone={isOver ? 'negative' : undefined}>
              {date(until)}
            </span>
          )
        }
        const isEndless = approvalsOf(row).some(
          ({ row: one, standing }) => one.active && standing.some(({ end }) => end === undefined),
        )
        return isEndless ? t('endless') : undefined
      },
    }
  }, [reference, t, title, format, percent, personOf, under, today, date])
  return useCatalogueCells(columns, words)
}
