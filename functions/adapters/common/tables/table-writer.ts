import type { TableWriter } from '../../../ports/table-writer.ts'

/** Cells with one are quoted: programs guess what separates cells, and end a row at any line break. */
const breaksTables = /[,;\t\r\n]/

/** Both libraries are loaded with the first table. */
export const tableWriter: TableWriter = {
  async csv(rows, separator) {
    const { stringify } = await import('csv-stringify/sync')
    const form = { delimiter: separator, record_delimiter: '\r\n', quoted_match: breaksTables }
    return Buffer.from(stringify(rows as string[][], form))
  },
  async *workbook(sheet) {
    const { workbook } = await import('./workbook.ts')
    yield* workbook(sheet)
  },
}
