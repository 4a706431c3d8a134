/**
 * A workbook, streamed (docs/decisions/exports.md says why no library writes its rows). The container is yazl's; Node packs it
 * beside the process's own thread.
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Sheet } from '../../../ports/table-writer.ts'
import {
  contentTypesXml,
  rootRelationsXml,
  rowWriter,
  sheetEnd,
  sheetStart,
  stylesXml,
  workbookRelationsXml,
  workbookXml,
} from './sheet-xml.ts'

/** From here on a sheet may pack more than the 4 GiB that a plain archive can say. */
const largeCells = 20_000_000

export async function* workbook({ name, columns, rows, expected }: Sheet): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fixed = { mtime: new Date('2020-01-01T00:00:00Z'), forceDosTimestamp: true }
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xml), path, fixed)
  let lines = 1
  async function* sheetXml() {
    yield Buffer.from(sheetStart(columns))
    const write = rowWriter(columns)
    for await (const some of rows) {
      let xml = ''
      for (const row of some) xml += write(row, ++lines)
      yield Buffer.from(xml)
    }
    yield Buffer.from(sheetEnd(columns.length, lines))
    // Only now is it known how many lines there are.
    add('xl/workbook.xml', workbookXml(name, columns.length, lines))
    zip.end()
  }
  add('[Content_Types].xml', contentTypesXml)
  add('_rels/.rels', rootRelationsXml)
  add('xl/_rels/workbook.xml.rels', workbookRelationsXml)
  add('xl/styles.xml', stylesXml)
  const sheet = Readable.from(sheetXml(), { objectMode: false, highWaterMark: 1024 * 1024 })
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', {
    ...fixed,
    compressionLevel: 4,
    forceZip64Format: expected * columns.length > largeCells,
  })
  zip.on('error', (error: Error) => output.destroy(error))
  sheet.once('error', (error) => output.destroy(error))
  try {
    for await (const piece of output) yield piece as Uint8Array
  } finally {
    sheet.destroy()
  }
}
