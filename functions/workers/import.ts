/**
 * Takes a register into the store: phase by phase, so that things come after what they refer to, the units of a phase
 * side by side. A unit that comes again finds its items as it left them, and counts them as it did then.
 */

import type { ImportItem } from '../../shared/calls/bml/import/run.ts'
import { chunksOf } from '../../shared/chunks.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { JobReason } from '../../shared/model/job.ts'
import {
  filesOf,
  type ImportConfig,
  importKind,
  madeFile,
  noCounts,
  plannedUnits,
  retireFile,
  type UnitItem,
  unitSize,
} from '../domain/import/job.ts'
import { reasonOf } from '../domain/import/notes.ts'
import { phasesOf } from '../domain/import/phases.ts'
import type { FileStore } from '../ports/file-store.ts'
import { dryRun } from '../services/import/dry-run.ts'
import { assessGone, assessItems } from '../services/import/given-up.ts'
import type { ImportPorts } from '../services/import/ports.ts'
import { goneProducts, type Retire, retireProduct } from '../services/import/retire.ts'
import { type ImportOptions, ImportRun } from '../services/import/run.ts'
import { settledOf } from '../services/job/each.ts'
import type { PlanRequest, UnitRequest, UnitResult } from '../services/job/kind.ts'
import { defineJob } from './job/define-job.ts'

type Content = { file: string } | { list: string; gone: string[] }

async function readJson<T>(files: Pick<FileStore, 'get'>, file: string): Promise<T> {
  const { body } = await files.get(file)
  return JSON.parse(new TextDecoder().decode(body)) as T
}

const toJson = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** What units before a dry run's unit have made of what its items come from; a unit that was given up has made nothing. */
async function madeEarlier(files: Pick<FileStore, 'get' | 'has'>, jobId: string, items: readonly UnitItem[]) {
  const made: Entity[] = []
  for (const unit of new Set(items.flatMap(({ sources = [] }) => sources))) {
    const file = madeFile(`imports/${jobId}/${unit}`)
    if (await files.has(file)) made.push(...(await readJson<Entity[]>(files, file)))
  }
  return made
}
async function takeItems(
  run: ImportRun,
  items: readonly ImportItem[],
  signal: AbortSignal,
): Promise<UnitResult> {
  const counts = noCounts()
  const reasons: { reason: JobReason; line: number }[] = []
  for (const group of phasesOf(items)) {
    // Every one is waited for, so that nothing of a unit still runs when it is tried again.
    const taken = await settledOf(group, (item) => run.take(item), signal)
    for (const [i, result] of taken.entries()) {
      // Faults of ours and of the store are not the item's: the unit is tried again.
      if (result.status === 'rejected') throw result.reason
      const { outcome, notes } = result.value
      counts[outcome] += 1
      const { line = Number.MAX_SAFE_INTEGER } = group[i]!
      for (const note of notes) reasons.push({ reason: reasonOf(group[i]!, note), line })
    }
  }
  // Who mends a source goes through it line by line.
  reasons.sort((a, b) => a.line - b.line)
  return { failed: counts.rejected, counts, reasons: reasons.map(({ reason }) => reason) }
}

/** Writes nothing but, for later units, what it would have written of what they refer to. */
async function tryItems(
  { jobId, file, options }: { jobId: string; file: string; options: ImportOptions },
  context: ImportPorts & { files: FileStore },
  signal: AbortSignal,
): Promise<UnitResult> {
  const { files } = context
  const items = await readJson<UnitItem[]>(files, file)
  const { ports, written } = dryRun(context, await madeEarlier(files, jobId, items))
  const result = await takeItems(new ImportRun(ports, options), items, signal)
  const awaited = new Set(
    items.flatMap(({ kind, key, isAwaited }) => (isAwaited ? [`${kind}:${options.source}:${key}`] : [])),
  )
  if (awaited.size > 0) {
    const made = written().filter(({ entityclass, data }) =>
      awaited.has(`${entityclass}:${data['importKey']}`),
    )
    await files.put(madeFile(file), toJson(made), 'application/json')
  }
  return result
}

export default defineJob({
  kind: importKind,
  permission: 'import:run',
  uses: ['files', 'importMemory', 'index:read', 'ids'],
  seconds: 60,
  atOnce: 4,

  async plan({ job, config, phase, cursor }: PlanRequest<ImportConfig>, { files, index }) {
    const planned = plannedUnits(job, config, phase)
    if (planned) return { units: planned.map(({ rows, file }) => ({ rows, content: { file } })) }
    const isRetire = config.hasRetire && (phase === 0 || plannedUnits(job, config, phase - 1) !== undefined)
    if (!isRetire) return undefined
    const { list, keep } = await readJson<Retire>(files, retireFile(job.id, config))
    const page = await goneProducts(index, config.source, keep, cursor)
    const units = chunksOf(page.gone, unitSize).map((gone) => ({
      rows: gone.length,
      content: { list, gone },
    }))
    return { units, ...(page.cursor !== undefined && { cursor: page.cursor }) }
  },

  async unit({ job, config, content, actor, signal }: UnitRequest<ImportConfig>, context) {
    const options: ImportOptions = {
      jobId: job.id,
      source: config.source,
      account: job.data.startedBy,
      migrator: config.approvals === 'migrate' ? actor : undefined,
    }
    const about = content as Content
    if ('file' in about && config.dryrun)
      return tryItems({ jobId: job.id, file: about.file, options }, context, signal)
    if ('file' in about)
      return takeItems(
        new ImportRun(context, options),
        await readJson<ImportItem[]>(context.files, about.file),
        signal,
      )
    const counts = noCounts()
    const ports = config.dryrun ? dryRun(context, []).ports : context
    for (const id of about.gone)
      if (await retireProduct(id, about.list, ports, options)) counts.deactivated += 1
    return { counts }
  },

  givenUp: {
    uses: ['files', 'importMemory'],
    async assess({ job, config, content, why }, context) {
      const isMigrating = config.approvals === 'migrate'
      const given = { jobId: job.id, source: config.source, isMigrating, why }
      const about = content as Content
      if ('gone' in about) return assessGone(about.gone, given, context)
      return assessItems(await readJson<UnitItem[]>(context.files, about.file), given, context)
    },
  },

  async finish({ job, config }, { files }) {
    for (const file of filesOf(job, config)) await files.delete(file)
    return undefined
  },
})
