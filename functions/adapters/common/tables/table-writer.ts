import type { TableWriter } from '../../../ports/table-writer.ts'

/** Both libraries are loaded with the first table. */
export const tableWriter: TableWriter = {
  async csv(rows, separator) {
    const { stringify } = await import('csv-stringify/sync')
    return Buffer.from(stringify(rows as string[][], { delimiter: separator, record_delimiter: '\r\n' }))
  },
  async *workbook(sheet) {
    const { workbook } = await import('./workbook.ts')
    yield* workbook(sheet)
  },
}
