import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { memo, type ReactNode, useCallback, useMemo, useRef } from 'react'
import { pointerToken } from '../../../../shared/rules/values.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { type ControlProps, innerOf } from '../model/control.ts'
import { addRow, changeRow, moveRow, orderedRows, type Rows, removeRow } from '../model/draft.ts'
import { cellOf, columnKeyOf, fieldText } from '../model/field-text.ts'
import { columnsOf, type Definition } from '../model/fields.ts'
import { newRowId } from '../model/row-id.ts'
import { useProductPage } from '../page-context.ts'
import { useProblem } from '../use-problems.ts'
import { MoveButtons, RemoveButton, RowActionsHead } from './row-actions.tsx'

type Row = Record<string, unknown> & { _order?: number }
const rowsOf = (value: unknown) => (innerOf(value, 'tableValue') ?? {}) as Rows<Row>

/** Name under which a row holds a column: as it does already, else the column's whole path. */
const keyIn = (row: Row, table: string, column: string) =>
  Object.hasOwn(row, columnKeyOf(table, column)) ? columnKeyOf(table, column) : column

type TellRows = (change: (rows: Rows<Row>) => Rows<Row>) => void
/** The control of a column. */
type CellControl = (props: ControlProps) => ReactNode

/** Rows of a table field, edited in their cells; rows are added, moved and taken out by buttons that say which. */
export function TableControl({
  definition,
  title,
  path,
  value,
  onChange,
  focusRef,
  Cell,
}: ControlProps & { Cell: CellControl }) {
  const t = useTexts('product')
  const { lookup } = useProductPage()
  const columns = useMemo(
    () => columnsOf(lookup.definitions, definition.path),
    [lookup.definitions, definition.path],
  )
  const rows = rowsOf(value)
  const ordered = orderedRows(rows)
  // Rows and cells get the same function each time, so that a keystroke draws its own cell.
  const latest = useRef({ rows, onChange })
  latest.current = { rows, onChange }
  const tell = useCallback<TellRows>(
    (change) => latest.current.onChange({ tableValue: change(latest.current.rows) }),
    [],
  )
  return (
    <SpaceBetween size="xs">
      {ordered.length > 0 && (
        <div className="product-table">
          <table aria-label={title}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.path} scope="col">
                    {lookup.title(column.title)}
                  </th>
                ))}
                <RowActionsHead />
              </tr>
            </thead>
            <tbody>
              {ordered.map(({ id }, index) => (
                <TableRow
                  key={id}
                  id={id}
                  row={rows[id] as Row}
                  path={`${path}/tableValue/${pointerToken(id)}`}
                  index={index}
                  isLast={index === ordered.length - 1}
                  table={definition.path}
                  columns={columns}
                  tell={tell}
                  Cell={Cell}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Button
        ref={focusRef}
        iconName="add-plus"
        variant="inline-link"
        onClick={() => tell((now) => addRow(now, newRowId(), {} as Row))}
      >
        {t('rows.add')}
      </Button>
    </SpaceBetween>
  )
}

interface RowProps {
  id: string
  row: Row
  /** JSON pointer of the row. */
  path: string
  index: number
  isLast: boolean
  /** Path of the table's definition. */
  table: string
  columns: readonly Definition[]
  tell: TellRows
  Cell: CellControl
}
const TableRow = memo(function TableRow({
  id,
  row,
  path,
  index,
  isLast,
  table,
  columns,
  tell,
  Cell,
}: RowProps) {
  const t = useTexts('product')
  const number = index + 1
  // The name that a cell had when it was drawn first: emptied and filled again it is the same cell.
  const keys = useRef<Record<string, string>>({})
  const keyOf = (column: string) => (keys.current[column] ??= keyIn(row, table, column))
  return (
    <tr>
      {columns.map((column) => (
        <TableCell
          key={column.path}
          column={column}
          path={path}
          cell={keyOf(column.path)}
          value={cellOf(row, table, column.path)}
          id={id}
          number={number}
          tell={tell}
          Cell={Cell}
        />
      ))}
      <td className="product-row-actions">
        <MoveButtons
          labels={{ up: t('rows.up', { row: number }), down: t('rows.down', { row: number }) }}
          isFirst={index === 0}
          isLast={isLast}
          onMove={(by) => tell((now) => moveRow(now, id, by))}
        />
        <RemoveButton
          label={t('rows.remove', { row: number })}
          onRemove={() => tell((now) => removeRow(now, id))}
        />
      </td>
    </tr>
  )
})

const TableCell = memo(function TableCell({
  column,
  path: row,
  cell,
  value,
  id,
  number,
  tell,
  Cell,
}: Pick<RowProps, 'id' | 'path' | 'tell' | 'Cell'> & {
  column: Definition
  /** The name that the row holds the column under. */
  cell: string
  value: unknown
  number: number
}) {
  const t = useTexts('product')
  const { lookup } = useProductPage()
  const path = `${row}/${pointerToken(cell)}`
  const problem = useProblem(path)
  const { place, control } = useFieldPlace(path)
  return (
    <td ref={place}>
      <Cell
        definition={column}
        title={t('rows.cell', { column: lookup.title(column.title), row: number })}
        path={path}
        value={value}
        invalid={problem !== undefined}
        focusRef={control}
        onChange={(next) => tell((now) => changeRow(now, id, { [cell]: next }))}
      />
      <FieldError text={problem} />
    </td>
  )
})

export function TableReader({
  definition,
  title,
  value,
}: Pick<ControlProps, 'definition' | 'title' | 'value'>) {
  const t = useTexts('product')
  const { lookup, words } = useProductPage()
  const columns = columnsOf(lookup.definitions, definition.path)
  const ordered = orderedRows(rowsOf(value))
  if (ordered.length === 0) return <span className="product-muted">{t('rows.none')}</span>
  return (
    <div className="product-table">
      <table aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.path} scope="col">
                {lookup.title(column.title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ordered.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.path}>
                  {fieldText(column, cellOf(row, definition.path, column.path), words)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
