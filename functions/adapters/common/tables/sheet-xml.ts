/** The parts of a workbook that has one sheet of rows, as ECMA-376 writes them. */
import type { Cell, SheetColumn } from '../../../ports/table-writer.ts'

/** What XML cannot hold or reads as something else, and what the format would take for such an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not get into XML
const special = /[&<>\u0000-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g
const hasSpecial = new RegExp(special.source)
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\t': '\t', '\n': '\n' }
const escapeOf = (sign: string) =>
  escaped[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
const textXml = (text: string) => {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return hasSpecial.test(whole) ? whole.replace(special, escapeOf) : whole
}
const attributeXml = (text: string) => textXml(text).replaceAll('"', '&quot;')

/** Index of the formats in `stylesXml`. */
const style = { plain: 0, title: 1, day: 2, moment: 3, quoted: 4 }
/** A text that would be a formula if somebody typed it: it stays a text also when its cell is edited. */
const looksLikeFormula = /^[=+\-@]/

/** `A`, `B` … `AA`. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

const textCell = (at: string, text: string, format: number) =>
  `<c r="${at}"${format === 0 ? '' : ` s="${format}"`} t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`

/** What stands before the rows: the line of titles included. */
export function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }, i) => textCell(`${columnName(i)}1`, title, style.title))
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
}
/** Writes rows of these columns; `number` is that of the line, from 1. */
export function rowWriter(columns: readonly SheetColumn[]) {
  const names = columns.map((_, i) => columnName(i))
  const numbers = columns.map(({ kind }) => (style[kind] === 0 ? '' : ` s="${style[kind]}"`))
  return (cells: readonly Cell[], number: number): string => {
    let xml = `<row r="${number}">`
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]
      if (cell === null || cell === undefined || cell === '') continue
      if (typeof cell === 'string')
        xml += textCell(
          `${names[i]}${number}`,
          cell,
          looksLikeFormula.test(cell) ? style.quoted : style.plain,
        )
      else if (Number.isFinite(cell)) xml += `<c r="${names[i]}${number}"${numbers[i]}><v>${cell}</v></c>`
    }
    return `${xml}</row>`
  }
}
const areaOf = (columns: number, lines: number) => `A1:${columnName(columns - 1)}${lines}`
export const sheetEnd = (columns: number, lines: number): string =>
  `</sheetData><autoFilter ref="${areaOf(columns, lines)}"/></worksheet>`

/** Without the hidden name of its area some programs show no filter. */
export function workbookXml(name: string, columns: number, lines: number): string {
  const area = areaOf(columns, lines).replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2')
  const quoted = `'${name.replaceAll("'", "''")}'`
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${attributeXml(name)}" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${textXml(quoted)}!${area}</definedName></definedNames></workbook>`
}
const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
const format = (numFmt: number, more = '') =>
  `<xf numFmtId="${numFmt}" fontId="0" fillId="0" borderId="0" xfId="0"${more}/>`
/** Formats 14 and 22 are days and moments in the way of whoever opens the workbook. */
export const stylesXml = `${declaration}<styleSheet xmlns="${main}"><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${format(0)}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${format(14, ' applyNumberFormat="1"')}${format(22, ' applyNumberFormat="1"')}${format(0, ' quotePrefix="1"')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
export const contentTypesXml = `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`
const relations = (...of: [type: string, target: string][]) =>
  `${declaration}<Relationships xmlns="${packaged}/relationships">${of.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`
export const rootRelationsXml = relations(['officeDocument', 'xl/workbook.xml'])
export const workbookRelationsXml = relations(
  ['worksheet', 'worksheets/sheet1.xml'],
  ['styles', 'styles.xml'],
)
