/** Writes the rows of a unit to a part of their own: read in batches, put to the file store as they come. */
import { chunksOf } from '../../../shared/chunks.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { packageColumnCount, workbookRows } from '../../../shared/rules/export.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import type { IndexSearch } from '../../../shared/search/index-query.ts'
import { type Column, columnOf, withCompanions } from '../../domain/export/columns.ts'
import {
  batchSize,
  contentTypes,
  type ExportConfig,
  partKey,
  type UnitContent,
} from '../../domain/export/job.ts'
import { amongIds, columnsOf } from '../../domain/export/order.ts'
import { packageColumns } from '../../domain/export/packages.ts'
import { csvForms, type Forms, workbookForms } from '../../domain/export/values.ts'
import { planSearch } from '../../domain/search-calls/plan.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { IndexReader } from '../../ports/search-index.ts'
import type { TableWriter } from '../../ports/table-writer.ts'
import type { UnitRequest, UnitResult } from '../job/kind.ts'
import { type PackagePorts, packageReader } from './packages.ts'
import { exportScope, rightsChanged } from './scope.ts'
import { exportWords, type WordPorts } from './words.ts'

export interface WritePorts extends WordPorts, PackagePorts {
  entities: WordPorts['entities'] & PackagePorts['entities']
  files: Pick<FileStore, 'putPieces'>
  index: Pick<IndexReader, 'search'>
  tables: Pick<TableWriter, 'csv'>
}
type Reasons = NonNullable<UnitResult['reasons']>
/** Of one kind; there may be as many as the unit has rows. */
const maxReasons = 100

/** Refuses where the columns are no fields any more, or its starter may see something else than at the start. */
export async function writeRows(
  { job, config, unit, content, actor, signal }: UnitRequest<ExportConfig>,
  ports: WritePorts,
): Promise<UnitResult | Refusal> {
  const { ids, first } = content as UnitContent
  const { index, files, tables, clock, reference } = ports
  const viewer = actor as Actor
  const scope = await exportScope(viewer, reference, clock)
  if (isRefusal(scope)) return scope
  const fields = columnsOf(scope, config.columns)
  if (isRefusal(fields)) return fields
  const others = await rightsChanged(scope, config)
  if (others) return others
  const { list } = config
  const isCsv = config.format === 'csv'
  const columns = [...new Set([...withCompanions(config.columns), 'name'])]
  const planned = planSearch(scope, { columns, sorting: 'id', ...(list && { list }) })
  if (isRefusal(planned)) return planned
  const search: IndexSearch = planned
  const words = await exportWords(config, fields, viewer, ports)

  const withPackages = await packageReader(config, viewer, ports)

  const width = fields.length + packageColumnCount(config.packages)
  const room = isCsv ? Number.POSITIVE_INFINITY : workbookRows(width)
  let failed = 0
  const reasons: Reasons = []
  const tell = (unit: string, key: string, message: string, params?: Record<string, string | number>) => {
    if (reasons.filter(({ text }) => text?.key === key).length < maxReasons)
      reasons.push({ unit, message, text: { key, ...(params && { params }) } })
  }
  /** What the cell that is being made was told of. */
  const cuts: { max: number; of: 'characters' | 'values' }[] = []
  const cut = (max: number, of: 'characters' | 'values' = 'characters') => {
    cuts.push({ max, of })
  }
  const lineOf = <T>(columns: readonly Column<T>[], row: Row): T[] =>
    columns.map(({ title, cell }) => {
      const made = cell(row.values)
      const last = cuts.splice(0).at(-1)
      if (last) {
        const { max, of } = last
        const product = String(row.values['name'] ?? row.id)
        const message = `Only the first ${max} ${of} of “${title}” are in the file.`
        tell(product, of === 'values' ? 'exportValuesCut' : 'exportTextCut', message, { column: title, max })
      }
      return made
    })
  const piecesBy = <T>(forms: Forms<T>, write: (lines: T[][]) => Uint8Array | Promise<Uint8Array>) => {
    const columns = [
      ...fields.map((field) => columnOf(field, words, forms)),
      ...packageColumns(config.packages, words, forms),
    ]
    return (rows: readonly Row[]) => write(rows.map((row) => lineOf(columns, row)))
  }
  const pieceOf: (rows: readonly Row[]) => Uint8Array | Promise<Uint8Array> = isCsv
    ? piecesBy(csvForms(config.language, config.decimalSign, clock.timeZone, cut), (lines) =>
        tables.csv(lines, config.separator),
      )
    : piecesBy(workbookForms(clock.timeZone, cut), (lines) => encoder.encode(`${JSON.stringify(lines)}\n`))

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const [i, some] of chunksOf(ids, batchSize).entries()) {
      signal.throwIfAborted()
      const hits = await index.search(amongIds(search, some))
      const found = new Map(hits.rows.map((row) => [row.id, row]))
      const rows: Row[] = []
      for (const [k, id] of some.entries()) {
        const row = found.get(id)
        const isBeyond = first + i * batchSize + k >= room
        if (row && !isBeyond) rows.push(row)
        else {
          failed++
          if (isBeyond) tell(id, 'exportRowBeyond', 'A workbook has no room for more rows.')
          else tell(id, 'exportRowGone', 'The product is not there any more, or may no longer be seen.')
        }
      }
      await words.meet(rows.map(({ values }) => values))
      const whole = await withPackages(rows, ({ id, values }, company) => {
        const product = String(values['name'] ?? id)
        tell(product, 'exportNoAddress', `“${company}” has no address for this.`, { company })
      })
      yield await pieceOf(whole)
    }
  }
  const contentType = isCsv ? contentTypes.csv : 'application/x-ndjson'
  await files.putPieces(partKey(job.id, unit), pieces(), contentType)
  return { failed, reasons }
}
const encoder = new TextEncoder()
type Row = Pick<Awaited<ReturnType<IndexReader['search']>>['rows'][number], 'id' | 'values'>
