/** Columns of the list table: how their cells are drawn. */
import type { TableProps } from '@cloudscape-design/components/table'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type RowLinks, rememberRow } from './table-keys.ts'
import type { TablePreferences } from './table-preferences.ts'
import { headerOf } from './table-view.tsx'

export interface EntityColumn<R> {
  id: string
  /** Key of the header in the table's texts; or `title` as it stands. */
  textKey?: string
  title?: string
  cell(row: R): ReactNode
  /** A second line, for rows that need it. */
  under?(row: R): string | undefined
  /** Name of the field catalogue; a column without it cannot be sorted by. */
  sortField?: string
  isDefault?: boolean
  minWidth?: number
  width?: number
  /** Never hidden: the name that a row is known by. */
  isFixed?: boolean
  /** Numbers and amounts, whose digits stand below each other. Years and numbers of customers are names. */
  isNumber?: boolean | undefined
}

/** What a cell knows of its table. */
interface RowsOf<R> {
  id: string
  t: TFunction
  preferences: TablePreferences
  rowId(row: R): string
  rowHref?(row: R): string
  rowLabel(row: R): string
  openId?: string | undefined
  room?: number
}

/** Cloudscape's table takes the width of a column once, by its id: in another room it is another one. */
export const idIn = (id: string, room: number): string => (room > 0 ? `${id} ${room}` : id)

/** What Cloudscape's table wants to know of a column. The first one shown holds the link that opens the row. */
export function columnDefinition<R>(
  column: EntityColumn<R>,
  index: number,
  props: RowsOf<R>,
  links: RowLinks,
): TableProps.ColumnDefinition<R> {
  const { preferences, rowHref, rowId, t } = props
  const isFirst = preferences.visible[0] === column.id || (preferences.visible.length === 0 && index === 0)
  const width = preferences.widths[column.id] ?? column.width
  return {
    id: idIn(column.id, props.room ?? 0),
    header: column.isNumber ? <div className="il-number">{headerOf(column, t)}</div> : headerOf(column, t),
    ...(column.sortField ? { sortingField: column.sortField } : {}),
    ...(width ? { width } : {}),
    minWidth: column.minWidth ?? 90,
    isRowHeader: isFirst,
    cell: (row) => {
      const cell =
        isFirst && rowHref ? (
          <Link
            to={rowHref(row)}
            className="il-row-link"
            aria-current={rowId(row) === props.openId ? 'true' : undefined}
            data-row-link={rowId(row)}
            ref={(link) => links.set(rowId(row), link)}
            onClick={() => rememberRow(props.id, rowId(row), links)}
          >
            {column.cell(row) || props.rowLabel(row)}
          </Link>
        ) : (
          column.cell(row)
        )
      const under = column.under?.(row)
      if (column.isNumber) return <div className="il-number">{cell}</div>
      if (!under) return cell
      return (
        <>
          {cell}
          <div className="il-row-under" title={under.trim() || undefined}>
            {under}
          </div>
        </>
      )
    },
  }
}
