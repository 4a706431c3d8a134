/** What the first phase of a report reads, for the second and for the end. */
import { partKey } from '../../domain/export/job.ts'
import type { Why } from '../../domain/job/why.ts'
import type { ReadContent, ReadPart, ReportConfig } from '../../domain/report/job.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { JobOutcome, JobStore } from '../../ports/job-store.ts'
import type { UnitRequest, UnitResult } from '../job/kind.ts'
import { type ReportPorts, reportProducts } from './products.ts'

export interface PartPorts {
  files: Pick<FileStore, 'get'>
  jobStore: Pick<JobStore, 'getOutcome' | 'takeBack'>
}
export const outcomeFailed = ({ failed, isGivenUp }: JobOutcome): boolean => failed > 0 || isGivenUp === true
export const whyFailed = ({ reasons: [reason] }: JobOutcome): Why => ({
  message: reason?.message ?? 'The document could not be created.',
  text: reason?.text ?? { key: 'printFailed' },
})

/** From now on nobody who is still at a unit that was given up replaces its outcome: what follows is made without it. */
export async function lastOutcome(
  jobId: string,
  phase: number,
  unit: number,
  { jobStore }: Pick<PartPorts, 'jobStore'>,
): Promise<JobOutcome | undefined> {
  const outcome = await jobStore.getOutcome(jobId, phase, unit)
  if (!outcome?.isGivenUp) return outcome
  await jobStore.takeBack(jobId, phase, unit)
  return jobStore.getOutcome(jobId, phase, unit)
}

/** How many parts there are, or why the report would be without some of its products: then there is none. */
export async function partsRead(jobId: string, ports: Pick<PartPorts, 'jobStore'>): Promise<number | Why> {
  for (let unit = 0; ; unit++) {
    const outcome = await lastOutcome(jobId, 0, unit, ports)
    if (!outcome) return unit
    if (outcomeFailed(outcome)) return whyFailed(outcome)
  }
}

/** Reads some of the products as its starter sees them now, and keeps what the report says of them. */
export async function readPart(
  { job, config, unit, content, actor }: UnitRequest<ReportConfig>,
  ports: ReportPorts & { files: Pick<FileStore, 'put'> },
): Promise<UnitResult> {
  if (!actor) throw new Error('a report is of what a person sees')
  const { ids } = content as ReadContent
  const { asked, day } = config
  const part: ReadPart = await reportProducts(asked, { ids, day }, actor, ports)
  const body = new TextEncoder().encode(JSON.stringify(part))
  await ports.files.put(partKey(job.id, unit), body, 'application/json')
  return { counts: { leftOut: ids.length - part.length } }
}

export async function partOf(
  jobId: string,
  unit: number,
  { files }: Pick<PartPorts, 'files'>,
): Promise<ReadPart> {
  const { body } = await files.get(partKey(jobId, unit))
  return JSON.parse(new TextDecoder().decode(body)) as ReadPart
}
