/** How the values of a row are shown, by the kind of their field. */
import { type ReactNode, useMemo } from 'react'
import type { Row } from '../../shared/model/answers.ts'
import type { CatalogueColumn } from './catalogue-list.ts'
import { useDateFormat } from './dates.tsx'
import { sortsAsShown } from './fit-columns.ts'
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
  /** A column of numbers that are names: years, customers. */
  isName?(column: CatalogueColumn): boolean
  /** A cell that is more than the value of its field; undefined where the value is shown. */
  own?(column: CatalogueColumn, row: Row): ReactNode
  /** Second line of a row, below its name. A list that has it has it for every row, so that rows have one height. */
  under?(row: Row): string | undefined
  /** Values that mean "none". */
  isNone?(column: CatalogueColumn, value: Row['columns'][string]): boolean
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
      if (typeof value === 'number') return words.number(value, column.field.unit)
      if (column.field.kind === 'date')
        return (
          <time dateTime={value} title={moment(value)}>
            {date(value)}
          </time>
        )
      const text = column.field.kind === 'keyword' ? words.named(column, value) : value
      // Long text is cut off in the row, after two lines where the row has them; whole on hover.
      return (
        <span className="il-cell-text" title={text}>
          {text}
        </span>
      )
    }
    return columns.map((column) => ({
      id: column.id,
      title: column.title,
      isDefault: column.isDefault,
      isFixed: column.isFixed,
      width: column.width,
      minWidth: 60,
      isNumber: column.field.kind === 'number' && !words.isName?.(column),
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
