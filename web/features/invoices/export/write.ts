/** Reads the invoices of an export page by page and writes their file. */
import { execute } from '../../../../shared/calls/search/search/execute.ts'
import { chunksOf } from '../../../../shared/chunks.ts'
import { searchPageSize } from '../../../../shared/constants.ts'
import type { Row } from '../../../../shared/model/answers.ts'
import type { Filter } from '../../../../shared/search/filter.ts'
import { callApi } from '../../../api/client.ts'
import { isRow } from '../../../api/hits.ts'
import { csvFile } from '../../../ui/save-file.ts'
import { askedColumns, type ExportColumn, type ExportWords, exportRow } from './rows.ts'

/** `onRead` hears how many were read so far. */
async function readInvoices(filter: Filter, signal: AbortSignal, onRead: (count: number) => void) {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await callApi(
      execute,
      {
        entityClass: 'invoice',
        attributeFilter: filter,
        columns: askedColumns,
        sorting: ['number:asc'],
        pagination:
          cursor === undefined ? { start: 0, limit: searchPageSize } : { cursor, limit: searchPageSize },
      },
      { quiet: true, signal },
    )
    rows.push(...page.list.filter(isRow))
    onRead(rows.length)
    cursor = page.cursor
  } while (cursor !== undefined)
  return rows
}

async function readAbacusNumbers(companies: readonly string[], signal: AbortSignal) {
  const numbers = new Map<string, string>()
  for (const ids of chunksOf([...new Set(companies)], searchPageSize)) {
    const { list } = await callApi(
      execute,
      {
        entityClass: 'company',
        attributeFilter: { field: 'id', comparison: 'in', value: ids },
        columns: ['abacusCustomerNumber'],
        pagination: { start: 0, limit: searchPageSize },
      },
      { quiet: true, signal },
    )
    for (const { id, columns } of list.filter(isRow))
      if (columns['abacusCustomerNumber'] !== undefined)
        numbers.set(id, String(columns['abacusCustomerNumber']))
  }
  return numbers
}

export interface FileOf {
  filter: Filter
  columns: readonly ExportColumn[]
  titles: readonly string[]
  separator: string
  words: Omit<ExportWords, 'abacus'>
  signal: AbortSignal
  onRead(count: number): void
}

export async function writeInvoices(of: FileOf): Promise<Blob> {
  const { filter, columns, titles, separator, words, signal, onRead } = of
  const rows = await readInvoices(filter, signal, onRead)
  const numbers = columns.includes('abacusCustomerNumber')
    ? await readAbacusNumbers(
        rows.map(({ columns: { companyId } }) => String(companyId)),
        signal,
      )
    : new Map<string, string>()
  const all = { ...words, abacus: (company: string) => numbers.get(company) ?? '' }
  return csvFile([titles, ...rows.map((row) => exportRow(row, columns, all))], separator)
}
