/** How the values of a row are shown, by the kind of their field. */
import { type ReactNode, useMemo } from 'react'
import type { Row } from '../../shared/model/answers.ts'
import type { CatalogueColumn } from './catalogue-list.ts'
import { useDateFormat } from './dates.tsx'
import type { EntityColumn } from './table-columns.tsx'

export interface CellWords {
  yes: string
  no: string
  /** A row without a name. */
  unnamed: string
  /** What an id or code of the column is called. */
  named(column: CatalogueColumn, id: string): string
  /** With the unit of its column. */
  number(value: number, unit?: string): string
  /** A cell that is more than the value of its field; undefined where the value is shown. */
  own?(column: CatalogueColumn, row: Row): ReactNode
  /** Second line of a row, below its name. A list that has it has it for every row, so that rows have one height. */
  under?(row: Row): string | undefined
  /** Values that mean "none". */
  isNone?(column: CatalogueColumn, value: Row['columns'][string]): boolean
}

/** Keywords are ids and codes, shown by names that the index does not sort by; these stand as they are. */
const shownAsItIs = new Set(['importKey'])
const sortsAsShown = ({ kind, name, sortable }: CatalogueColumn['field']) =>
  sortable && (kind !== 'keyword' || shownAsItIs.has(name))

/** Pixels that the head of a column needs for its words, its padding, and the arrow that sorts. */
const widthOfHead = (title: string, isSortable: boolean) =>
  Math.min(widestHead, Math.ceil(widthOfWords(title)) + (isSortable ? 58 : 40))
const widestHead = 290
const pen = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
/** In the bold letters of a head; about so much where nothing can be measured. */
function widthOfWords(words: string): number {
  if (!pen) return words.length * 8
  pen.font = `700 14px ${getComputedStyle(document.body).fontFamily}`
  return pen.measureText(words).width
}

/** Columns of a table. `words` should be the same object as long as it says the same. */
export function useCatalogueCells(
  columns: readonly CatalogueColumn[],
  words: CellWords,
): EntityColumn<Row>[] {
  const { date, moment } = useDateFormat()
  return useMemo(() => {
    const cell = (column: CatalogueColumn, value: Row['columns'][string] | undefined) => {
      if (value === undefined || value === '' || words.isNone?.(column, value))
        return <span className="il-cell-none">–</span>
      if (Array.isArray(value))
        return [...new Set(value.map((one) => words.named(column, String(one))))].join(', ')
      if (typeof value === 'boolean')
        return value ? words.yes : <span className="il-cell-none">{words.no}</span>
      if (typeof value === 'number')
        return <span className="il-cell-number">{words.number(value, column.field.unit)}</span>
      if (column.field.kind === 'date')
        return (
          <time dateTime={value} title={moment(value)}>
            {date(value)}
          </time>
        )
      const text = column.field.kind === 'keyword' ? words.named(column, value) : value
      // Long text is cut off in the row; whole on hover.
      return <span title={text}>{text}</span>
    }
    return columns.map((column) => ({
      id: column.id,
      title: column.title,
      isDefault: column.isDefault,
      isFixed: column.isFixed,
      width: Math.max(column.width, widthOfHead(column.title, sortsAsShown(column.field))),
      minWidth: 80,
      ...(sortsAsShown(column.field) ? { sortField: column.field.name } : {}),
      ...(column.isFixed && words.under ? { under: words.under } : {}),
      cell: (row: Row) => {
        const value = row.columns[column.id]
        if (column.isFixed) return String(value || words.unnamed)
        const own = words.own?.(column, row)
        if (own !== undefined) return own
        return cell(column, value)
      },
    }))
  }, [columns, words, date, moment])
}
