/** How the values of a row of the company list are shown. */
import { useMemo } from 'react'
import type { Row } from '../../../../shared/model/answers.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import type { EntityColumn } from '../../../ui/entity-table.tsx'
import type { CompanyColumn } from '../model/list.ts'
import type { CompanyWords } from '../use-company-words.ts'

export function useCompanyCells(columns: readonly CompanyColumn[], words: CompanyWords): EntityColumn<Row>[] {
  const { date, moment } = useDateFormat()
  return useMemo(() => {
    const said = (column: CompanyColumn, value: string): string => {
      const { name, entityClass, optionSource } = column.field
      if (name === 'language') return words.language(value)
      if (entityClass === 'institution') return words.institution(value)
      if (entityClass === 'country') return words.country(value)
      return optionSource ? words.option(value) : value
    }
    const cell = (column: CompanyColumn, value: Row['columns'][string] | undefined) => {
      if (value === undefined || value === '' || (column.id === 'customerNumber' && value === 0))
        return <span className="companies-nothing">–</span>
      if (Array.isArray(value)) return [...new Set(value.map((v) => said(column, String(v))))].join(', ')
      if (typeof value === 'number') return <span className="companies-number">{String(value)}</span>
      if (typeof value === 'boolean') return words.t(value ? 'yes' : 'no')
      if (column.field.kind === 'date')
        return (
          <time dateTime={value} title={moment(value)}>
            {date(value)}
          </time>
        )
      const text = said(column, value)
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
      cell: (row: Row) =>
        column.isFixed
          ? String(row.columns[column.id] || words.t('unnamed'))
          : cell(column, row.columns[column.id]),
    }))
  }, [columns, words, date, moment])
}
