import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { type ControlProps, innerOf } from '../model/control.ts'
import { cellOf, columnKeyOf, fieldText } from '../model/describe.ts'
import { addRow, changeRow, moveRow, orderedRows, type Rows, removeRow } from '../model/draft.ts'
import { columnsOf } from '../model/fields.ts'
import { newRowId } from '../model/row-id.ts'
import { useProductPage } from '../page-context.ts'

type Row = Record<string, unknown> & { _order?: number }
const rowsOf = (value: unknown) => (innerOf(value, 'tableValue') ?? {}) as Rows<Row>

/** Name under which a row holds a column: as it does already, else the column's whole path. */
const keyIn = (row: Row, table: string, column: string) =>
  Object.hasOwn(row, columnKeyOf(table, column)) ? columnKeyOf(table, column) : column

/** Rows of a table field, edited in their cells; rows are added, moved and taken out by buttons that say which. */
export function TableControl({
  definition,
  title,
  value,
  onChange,
  Cell,
}: ControlProps & {
  /** The control of a column. */
  Cell: (props: ControlProps) => ReactNode
}) {
  const t = useTexts('product')
  const { lookup } = useProductPage()
  const columns = columnsOf(lookup.definitions, definition.path)
  const rows = rowsOf(value)
  const ordered = orderedRows(rows)
  const tell = (next: Rows<Row>) => onChange({ tableValue: next })
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
                <th scope="col">
                  <span className="product-hidden">{t('rows.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {ordered.map((row, index) => (
                <tr key={row.id}>
                  {columns.map((column) => (
                    <td key={column.path}>
                      <Cell
                        definition={column}
                        title={t('rows.cell', { column: lookup.title(column.title), row: index + 1 })}
                        value={cellOf(row, definition.path, column.path)}
                        onChange={(cell) =>
                          tell(changeRow(rows, row.id, { [keyIn(row, definition.path, column.path)]: cell }))
                        }
                      />
                    </td>
                  ))}
                  <td className="product-row-actions">
                    <Button
                      variant="inline-icon"
                      iconName="angle-up"
                      ariaLabel={t('rows.up', { row: index + 1 })}
                      disabled={index === 0}
                      onClick={() => tell(moveRow(rows, row.id, -1))}
                    />
                    <Button
                      variant="inline-icon"
                      iconName="angle-down"
                      ariaLabel={t('rows.down', { row: index + 1 })}
                      disabled={index === ordered.length - 1}
                      onClick={() => tell(moveRow(rows, row.id, 1))}
                    />
                    <Button
                      variant="inline-icon"
                      iconName="remove"
                      ariaLabel={t('rows.remove', { row: index + 1 })}
                      onClick={() => tell(removeRow(rows, row.id))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Button
        iconName="add-plus"
        variant="inline-link"
        onClick={() => tell(addRow(rows, newRowId(), {} as Row))}
      >
        {t('rows.add')}
      </Button>
    </SpaceBetween>
  )
}

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
