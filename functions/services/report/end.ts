/** The end of a report's job: what its units made becomes the file that is fetched, and what only they needed goes. */
import type { Actor } from '../../../shared/model/actor.ts'
import { chosenKey, fileKey, partKey } from '../../domain/export/job.ts'
import { type Why, whyOf } from '../../domain/job/why.ts'
import {
  documentKey,
  type PrintContent,
  type ReportConfig,
  reportTypesOfFile,
} from '../../domain/report/job.ts'
import type { ArchiveEntry, ArchiveWriter } from '../../ports/archive-writer.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { JobStore } from '../../ports/job-store.ts'
import type { FinishRequest } from '../job/kind.ts'
import type { ReferenceReader } from '../product/open.ts'
import { lastOutcome, outcomeFailed, partsRead, whyFailed } from './parts.ts'
import { reportRightsChanged } from './rights.ts'

export interface EndPorts {
  files: Pick<FileStore, 'get' | 'has' | 'putPieces' | 'delete'>
  jobStore: Pick<JobStore, 'getOutcome' | 'getStep' | 'takeBack'>
  archives: ArchiveWriter
  reference: ReferenceReader
}
type Request = FinishRequest<ReportConfig>

const empty: Why = {
  message: 'None of these products has a place in this report.',
  text: { key: 'reportEmpty' },
}

/** May be repeated, also at the same time: what it is made of is there until the file is. Gives why there is none. */
export async function endReport(
  { job, config, signal }: Request,
  starter: Actor,
  ports: EndPorts,
): Promise<Why | undefined> {
  const { files, archives, reference } = ports
  const others = await reportRightsChanged(starter, config, reference)
  if (others) return whyOf(others)
  const read = await partsRead(job.id, ports)
  if (typeof read !== 'number') return read
  const first = await lastOutcome(job.id, 1, 0, ports)
  if (!first) return empty
  if (config.form === 'pdf') return outcomeFailed(first) ? whyFailed(first) : undefined
  if (await files.has(fileKey(job.id))) return undefined
  const entries = await entriesOf(job.id, signal, ports)
  if (entries.length === 0) return whyFailed(first)
  await files.putPieces(fileKey(job.id), archives.zip(entries), reportTypesOfFile.zip)
  return undefined
}

async function entriesOf(
  jobId: string,
  signal: AbortSignal,
  { files, jobStore }: Pick<EndPorts, 'files' | 'jobStore'>,
): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  for await (const { unit, documents } of plannedUnits(jobId, jobStore)) {
    signal.throwIfAborted()
    const outcome = await lastOutcome(jobId, 1, unit, { jobStore })
    if (!outcome || outcome.isGivenUp) continue
    for (const [i, { name }] of documents.entries()) {
      const key = documentKey(jobId, unit, i)
      if (outcome.failed > 0 && !(await files.has(key))) continue
      const content = async () => {
        signal.throwIfAborted()
        return (await files.get(key)).body
      }
      entries.push({ name, content })
    }
  }
  return entries
}

/** Units of the second phase, as the plan froze them. */
async function* plannedUnits(jobId: string, { getStep }: Pick<JobStore, 'getStep'>) {
  for (let n = 0; ; n++) {
    const step = await getStep(jobId, 1, n)
    if (!step) return
    for (const [i, { content }] of step.units.entries())
      yield { unit: step.first + i, documents: (content as PrintContent).documents }
  }
}

/** Removes what only the work needed. What a unit that is under way then writes ends by itself. */
export async function clearReport(
  { job: { id }, config }: Request,
  { files, jobStore }: Pick<EndPorts, 'files' | 'jobStore'>,
  hasFile: boolean,
): Promise<void> {
  if (config.form === 'zip')
    for await (const { unit, documents } of plannedUnits(id, jobStore))
      await Promise.all(documents.map((_, i) => files.delete(documentKey(id, unit, i))))
  for (let n = 0; ; n++) {
    const step = await jobStore.getStep(id, 0, n)
    if (!step) break
    await Promise.all(step.units.map((_, i) => files.delete(partKey(id, step.first + i))))
  }
  await files.delete(chosenKey(id))
  if (!hasFile) await files.delete(fileKey(id))
}
