/** Joins the parts of an export to its file, as a stream: however large it is, little of it is in memory. */
import type { Actor } from '../../../shared/model/actor.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { columnOf } from '../../domain/export/columns.ts'
import { chosenKey, contentTypes, type ExportConfig, fileKey, partKey } from '../../domain/export/job.ts'
import { columnsOf } from '../../domain/export/order.ts'
import { csvForms } from '../../domain/export/values.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { JobStore } from '../../ports/job-store.ts'
import type { Cell, TableWriter } from '../../ports/table-writer.ts'
import type { FinishRequest } from '../job/kind.ts'
import { exportScope } from './scope.ts'
import { exportWords, type WordPorts } from './words.ts'

export interface JoinPorts extends WordPorts {
  files: Pick<FileStore, 'open' | 'has' | 'putPieces' | 'delete'>
  jobStore: Pick<JobStore, 'getOutcome'>
  tables: TableWriter
}
type Request = FinishRequest<ExportConfig>

/** Units that were given up have no part, or one that nobody knows the state of. */
async function partsOf(
  { job }: Request,
  { jobStore }: JoinPorts,
): Promise<{ parts: string[]; units: number }> {
  const parts: string[] = []
  for (let unit = 0; ; unit++) {
    const outcome = await jobStore.getOutcome(job.id, 0, unit)
    if (!outcome) return { parts, units: unit }
    if (outcome.isGivenUp) continue
    // One that its starter could not write any more has none.
    if (outcome.done > 0) parts.push(partKey(job.id, unit))
  }
}

/** May be repeated, also at the same time: the parts are there until the file is. Refuses where the columns are no fields any more. */
export async function joinParts(
  request: Request,
  starter: Actor,
  ports: JoinPorts,
): Promise<Refusal | undefined> {
  const { job, config, sums } = request
  const { files, tables, reference, clock } = ports
  if (await files.has(fileKey(job.id))) return undefined
  const scope = await exportScope(starter, reference, clock)
  if (isRefusal(scope)) return scope
  const fields = columnsOf(scope, config.columns)
  if (isRefusal(fields)) return fields
  const words = await exportWords(config, fields, starter, ports)
  const forms = csvForms(config.language, config.decimalSign, clock.timeZone)
  const columns = fields.map((field) => columnOf(field, words, forms))
  const { parts } = await partsOf(request, ports)

  async function* csv() {
    if (config.hasMark) yield Uint8Array.of(0xef, 0xbb, 0xbf)
    yield await tables.csv([columns.map(({ title }) => forms.text(title))], config.separator)
    for (const part of parts) yield* (await files.open(part)).content
  }
  async function* rows() {
    for (const part of parts)
      for await (const line of linesOf((await files.open(part)).content)) yield JSON.parse(line) as Cell[][]
  }
  const pieces =
    config.format === 'csv'
      ? csv()
      : tables.workbook({ name: words.t('title'), columns, rows: rows(), expected: sums.done })
  await files.putPieces(fileKey(job.id), pieces, contentTypes[config.format])
  return undefined
}

/** Removes what only the work needed; of a job without a file, all of it. */
export async function clearParts(request: Request, ports: JoinPorts): Promise<void> {
  const { job } = request
  const { units } = await partsOf(request, ports)
  for (let unit = 0; unit < units; unit++) await ports.files.delete(partKey(job.id, unit))
  await ports.files.delete(chosenKey(job.id))
}

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of content) {
    rest += decoder.decode(piece, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
