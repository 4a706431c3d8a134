/** Joins the parts of an export to its file, as a stream: however large it is, little of it is in memory. */
import type { Actor } from '../../../shared/model/actor.ts'
import { isRefusal } from '../../../shared/rules/refusal.ts'
import { columnOf } from '../../domain/export/columns.ts'
import { chosenKey, contentTypes, type ExportConfig, fileKey, partKey } from '../../domain/export/job.ts'
import { columnsOf } from '../../domain/export/order.ts'
import { packageColumns } from '../../domain/export/packages.ts'
import { csvForms } from '../../domain/export/values.ts'
import { type Why, whyOf } from '../../domain/job/why.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { JobStore } from '../../ports/job-store.ts'
import type { Cell, TableWriter } from '../../ports/table-writer.ts'
import type { FinishRequest } from '../job/kind.ts'
import { exportScope, rightsChanged } from './scope.ts'
import { exportWords, type WordPorts } from './words.ts'

export interface JoinPorts extends WordPorts {
  files: Pick<FileStore, 'open' | 'has' | 'putPieces' | 'delete'>
  jobStore: Pick<JobStore, 'getOutcome' | 'getStep' | 'takeBack'>
  tables: TableWriter
}
type Request = FinishRequest<ExportConfig>

/** With any of these a unit says that somebody may see something else than the units before it wrote. */
const lostRights = ['exportOtherRights', 'jobStarterLost']

/**
 * Units that were given up have no part, or one that nobody knows the state of: they are left out for good, whoever is still at
 * them. Gives why there is nothing to join where a unit found other rights.
 */
async function partsOf({ job, signal }: Request, { jobStore }: JoinPorts): Promise<string[] | { lost: Why }> {
  const parts: string[] = []
  for (let unit = 0; ; unit++) {
    signal.throwIfAborted()
    let outcome = await jobStore.getOutcome(job.id, 0, unit)
    if (outcome?.isGivenUp) {
      await jobStore.takeBack(job.id, 0, unit)
      outcome = await jobStore.getOutcome(job.id, 0, unit)
    }
    if (!outcome) return parts
    const { isGivenUp, done, reasons } = outcome
    const lost = reasons.find(({ text }) => text && lostRights.includes(text.key))
    if (lost) return { lost: { message: lost.message, text: lost.text } }
    // One without a row has none.
    if (!isGivenUp && done > 0) parts.push(partKey(job.id, unit))
  }
}

/**
 * May be repeated, also at the same time: the parts are there until the file is. Gives why there is none where the columns are no
 * fields any more, or its starter may see something else than at the start.
 */
export async function joinParts(
  request: Request,
  starter: Actor,
  ports: JoinPorts,
): Promise<Why | undefined> {
  const { job, config, sums, signal } = request
  const { files, tables, reference, clock } = ports
  if (await files.has(fileKey(job.id))) return undefined
  const scope = await exportScope(starter, reference, clock)
  if (isRefusal(scope)) return whyOf(scope)
  const fields = columnsOf(scope, config.columns)
  if (isRefusal(fields)) return whyOf(fields)
  const others = await rightsChanged(scope, config)
  if (others) return whyOf(others)
  const found = await partsOf(request, ports)
  if (!Array.isArray(found)) return found.lost
  const parts = found
  const words = await exportWords(config, fields, starter, ports)
  const forms = csvForms(config.language, config.decimalSign, clock.timeZone)
  const columns = [
    ...fields.map((field) => columnOf(field, words, forms)),
    ...packageColumns(config.packages, words, forms),
  ]

  async function* contentOf(part: string) {
    const { content } = await files.open(part)
    for await (const piece of content) {
      signal.throwIfAborted()
      yield piece
    }
  }
  async function* csv() {
    if (config.hasMark) yield Uint8Array.of(0xef, 0xbb, 0xbf)
    yield await tables.csv([columns.map(({ title }) => forms.text(title))], config.separator)
    for (const part of parts) yield* contentOf(part)
  }
  async function* rows() {
    for (const part of parts)
      for await (const line of linesOf(contentOf(part))) yield JSON.parse(line) as Cell[][]
  }
  const pieces =
    config.format === 'csv'
      ? csv()
      : tables.workbook({ name: words.t('title'), columns, rows: rows(), expected: sums.done })
  await files.putPieces(fileKey(job.id), pieces, contentTypes[config.format])
  return undefined
}

/**
 * Removes what only the work needed, of every unit that was planned: in an aborted job not all have an outcome. What a unit that is under
 * way then writes ends by itself.
 */
export async function clearParts({ job }: Request, ports: JoinPorts, hasFile: boolean): Promise<void> {
  const { files, jobStore } = ports
  for (let n = 0; ; n++) {
    const step = await jobStore.getStep(job.id, 0, n)
    if (!step) break
    await Promise.all(step.units.map((_, i) => files.delete(partKey(job.id, step.first + i))))
  }
  await files.delete(chosenKey(job.id))
  if (!hasFile) await files.delete(fileKey(job.id))
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
