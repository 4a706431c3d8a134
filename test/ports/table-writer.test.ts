/** Files of tables, read by other programs' readers. */
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import readSheets from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { columnName } from '../../functions/adapters/common/tables/sheet-xml.ts'
import { tableWriter } from '../../functions/adapters/common/tables/table-writer.ts'
import { csvForms } from '../../functions/domain/export/values.ts'
import type { Cell, SheetColumn } from '../../functions/ports/table-writer.ts'
import { separators } from '../../shared/rules/export.ts'

async function bytesOf(pieces: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
const column = (title: string, kind: SheetColumn['kind'] = 'plain'): SheetColumn => ({
  title,
  kind,
  width: 20,
})
async function* batches(...all: Cell[][][]) {
  yield* all
}
const workbookOf = (columns: SheetColumn[], ...rows: Cell[][][]) =>
  bytesOf(tableWriter.workbook({ name: 'Products', columns, rows: batches(...rows), expected: 10 }))
/** An entry of the directory asks for version 4.5: it may be larger than 4 GiB. */
function hasLargeEntry(file: Buffer): boolean {
  const entry = Buffer.from([0x50, 0x4b, 1, 2])
  for (let at = file.indexOf(entry); at >= 0; at = file.indexOf(entry, at + 1))
    if (file.readUInt16LE(at + 6) === 45) return true
  return false
}
const sheetOf = async (file: Buffer) => (await readSheets(file))[0]!

describe('CSV', () => {
  it('is read as it was written by a strict reader, whatever stands in it', async () => {
    const rows = [
      ['a', 'b;c', 'd,e', 'f\tg', 'line\nbreak', 'line\rbreak'],
      ['"', 'line\n=1+1', 'line\r\nbreak', ' spaces ', '', ''],
      ['', 'äöü 漢字 🌱', "it's", '\u00a0', '', ''],
    ]
    for (const separator of separators) {
      const bytes = await tableWriter.csv(rows, separator)
      expect(parse(Buffer.from(bytes), { delimiter: separator, record_delimiter: '\r\n' })).toEqual(rows)
      const text = Buffer.from(bytes).toString()
      for (const cell of rows[0]!.slice(1)) expect(text).toContain(`"${cell}"`)
    }
  })
  it('has no formula for a program that reads it with another separator, either', async () => {
    const { text } = csvForms('en_GB', '.', 'Europe/Zurich')
    const parts = separators.flatMap((s) => [`x${s}=1+1`, `x${s}"=1+1`, `x${s}""@sum${s}y`, `${s}+1${s}\n-1`])
    const rows = [...parts.map((part) => ['a', text(part), 'b']), ...parts.map((part) => [text(part)])]
    for (const separator of separators) {
      const file = Buffer.from(await tableWriter.csv(rows, separator))
      for (const delimiter of separators) {
        // As programs read that go on at marks in the wrong place; strict ones read nothing there.
        const read = parse(file, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][]
        expect(read.flat().filter((cell) => /^"*[=+\-@]/.test(cell))).toEqual([])
      }
    }
  })
})

describe('a workbook', () => {
  it('has texts, numbers, days and moments that another program reads as such', async () => {
    const file = await workbookOf(
      [column('Name'), column('Amount'), column('Valid until', 'day'), column('Changed', 'moment')],
      [['Compost & <more>', 12.345, 46_022, 46_022.5]],
      [
        [' two\nlines ', -3, null, null],
        ['=1+1', '+49 30', 'no end date', '@x'],
      ],
    )
    const { sheet, data } = await sheetOf(file)
    expect(sheet).toBe('Products')
    expect(data).toEqual([
      ['Name', 'Amount', 'Valid until', 'Changed'],
      ['Compost & <more>', 12.345, new Date('2025-12-31'), new Date('2025-12-31T12:00Z')],
      [expect.stringContaining('two\nlines'), -3, null, null],
      ['=1+1', '+49 30', 'no end date', '@x'],
    ])
  })
  it('keeps its titles in view, filters, has widths, and no formula', async () => {
    const parts = unzipSync(await workbookOf([column('A'), column('B')], [['=1+1', 1]], [['x', 2]]))
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<autoFilter ref="A1:B3"/>')
    expect(sheet).toContain('<col min="2" max="2" width="20" customWidth="1"/>')
    expect(sheet).not.toContain('<f>')
    // Stays a text when its cell is edited: the format says so.
    expect(sheet).toContain('<c r="A2" s="4" t="inlineStr">')
    expect(strFromU8(parts['xl/styles.xml']!)).toContain('quotePrefix="1"')
    expect(strFromU8(parts['xl/workbook.xml']!)).toContain("'Products'!$A$1:$B$3</definedName>")
  })
  it('holds what XML cannot', async () => {
    const file = await workbookOf([column('A')], [['a\u0001b'], ['\ud800'], ['_x0041_'], ['c\rd']])
    const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)
    for (const text of ['a_x0001_b', '\ufffd', '_x005F_x0041_', 'c_x000D_d'])
      expect(sheet).toContain(`>${text}</t>`)
  })
  it('tells a failure of its rows to who reads it', async () => {
    async function* failing(): AsyncGenerator<Cell[][]> {
      yield [['a']]
      throw new Error('no more rows')
    }
    const pieces = tableWriter.workbook({
      name: 'X',
      columns: [column('A')],
      rows: failing(),
      expected: 1,
    })
    await expect(bytesOf(pieces)).rejects.toThrow('no more rows')
  })
  it('is also written where a plain archive would be too small', async () => {
    const rows = batches([['a', 1]])
    const columns = [column('A'), column('B')]
    const file = await bytesOf(
      tableWriter.workbook({ name: 'Large', columns, rows, expected: 1_000_000_000 }),
    )
    // Readers in Node know plain archives only. Python's (openpyxl) has read it.
    expect([hasLargeEntry(file), hasLargeEntry(await workbookOf([column('A')]))]).toEqual([true, false])
  })
  it('names its columns as workbooks do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })
})
