/** What stands in a cell: a text, a number; a day or a moment as the number that a workbook counts them by. */
export type Cell = string | number | null

export interface SheetColumn {
  title: string
  /** How numbers in it are shown; texts are texts in each. */
  kind: 'plain' | 'day' | 'moment'
  /** In letters. */
  width: number
}
export interface Sheet {
  /** Name of the sheet, up to 31 letters. */
  name: string
  columns: readonly SheetColumn[]
  /** Rows in their order, some at a time. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>
  /** About so many. */
  expected: number
}

/** Writes tables as files that other programs open. It holds as much in memory as it is given at a time. */
export interface TableWriter {
  /** Lines as RFC 4180 says, each with its end, in UTF-8. */
  csv(rows: readonly (readonly string[])[], separator: string): Promise<Uint8Array>
  /**
   * A workbook (Office Open XML) of one sheet: a first line of titles that stays in view, filters, widths. A text is a text
   * whatever it begins with. At most 1,048,575 rows, texts of at most 32,767 UTF-16 units: the caller sees to it.
   */
  workbook(sheet: Sheet): AsyncIterable<Uint8Array>
}
