/** How the values of a row are shown, by the kind of their field. */
import { useMemo } from 'react'
import type { Row } from '../../../../shared/model/answers.ts'
import { categoryPath } from '../../../api/category-path.ts'
import type { Reference } from '../../../api/reference.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import type { EntityColumn } from '../../../ui/entity-table.tsx'
import { useTitle } from '../../../ui/localized.tsx'
import { useNumberFormat } from '../../../ui/numbers.tsx'
import type { ProductColumn } from '../model/columns.ts'

type Value = Row['columns'][string]

const idOf = (row: Row) => (typeof row.columns['category'] === 'string' ? row.columns['category'] : undefined)

export function useProductCells(
  columns: readonly ProductColumn[],
  reference: Reference,
): EntityColumn<Row>[] {
  const t = useTexts('products')
  const title = useTitle()
  const { date, moment } = useDateFormat()
  const { format } = useNumberFormat()
  return useMemo(() => {
    const named = (field: ProductColumn['field'], id: string): string => {
      const option = field.options?.find((o) => o.id === id)
      if (option) return typeof option.title === 'string' ? t(option.title) : title(option.title)
      if (field.entityClass === 'institution') return title(reference.institutions.get(id)?.data.title)
      if (field.entityClass === 'category') return title(reference.categories.get(id)?.data.title)
      if (field.entityClass === 'selectoption') return title(reference.selectoptions.get(id)?.data.title)
      return id
    }
    const cell = (column: ProductColumn, value: Value | undefined) => {
      const { field } = column
      if (value === undefined || value === '') return <span className="products-nothing">–</span>
      if (Array.isArray(value)) return value.map((v) => named(field, String(v))).join(', ')
      if (typeof value === 'boolean')
        return value ? t('yes') : <span className="products-nothing">{t('no')}</span>
      if (typeof value === 'number') return <span className="products-number">{format(value)}</span>
      if (field.kind === 'date')
        return (
          <time dateTime={value} title={moment(value)}>
            {date(value)}
          </time>
        )
      const text = field.kind === 'keyword' ? named(field, value) : value
      // Long text is cut off in the row; whole on hover.
      return <span title={text}>{text}</span>
    }
    return columns.map((column) => ({
      id: column.id,
      title: column.title,
      isDefault: column.isDefault,
      isFixed: column.isFixed,
      width: column.width,
      minWidth: 80,
      ...(column.field.sortable ? { sortField: column.field.name } : {}),
      cell: (row: Row) => {
        if (column.isFixed) return row.columns[column.id] || t('unnamed')
        const value = row.columns[column.id]
        // The index knows the path in one language only.
        if (column.id === 'categoryTree')
          return cell(column, categoryPath(reference.categories, idOf(row), title) ?? value)
        return cell(column, value)
      },
    }))
  }, [columns, reference, t, title, date, moment, format])
}
