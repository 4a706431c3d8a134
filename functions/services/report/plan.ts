/** What a report's job does: first reads its products in parts, then prints documents of what these hold. */
import { chunksOf } from '../../../shared/chunks.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { documentsOf } from '../../domain/report/documents.ts'
import {
  type PrintContent,
  printedAtOnce,
  type ReadPart,
  type ReportConfig,
  readAtOnce,
} from '../../domain/report/job.ts'
import type { Clock } from '../../ports/clock.ts'
import { type PlanPorts, planRows } from '../export/plan.ts'
import { exportScope } from '../export/scope.ts'
import type { Planned, PlanRequest } from '../job/kind.ts'
import type { ReferenceReader } from '../product/open.ts'
import { type PartPorts, partOf, partsRead } from './parts.ts'

export interface ReportPlanPorts extends PlanPorts, PartPorts {
  reference: ReferenceReader
  clock: Pick<Clock, 'timeZone'>
}

/**
 * Fixes which products it is about. Its rows are those of the longer phase: a zip takes its time for printing. Refuses
 * `invalid_input`.
 */
export async function planReading(
  request: PlanRequest<ReportConfig>,
  starter: Actor,
  ports: ReportPlanPorts,
): Promise<Planned | Refusal> {
  const scope = await exportScope(starter, ports.reference, ports.clock)
  if (isRefusal(scope)) return scope
  const planned = await planRows(request, scope, ports, readAtOnce)
  if (isRefusal(planned) || request.config.form === 'pdf') return planned
  return { ...planned, units: planned.units.map((unit) => ({ ...unit, rows: 0 })) }
}

/** Nothing to print where a part could not be read, or no product has a place in the report: the job's end says which. */
export async function planPrinting(
  { job, config }: PlanRequest<ReportConfig>,
  ports: ReportPlanPorts,
): Promise<Planned | undefined> {
  const count = await partsRead(job.id, ports)
  if (typeof count !== 'number') return undefined
  const parts: ReadPart[] = []
  for (let unit = 0; unit < count; unit++) parts.push(await partOf(job.id, unit, ports))
  const documents = documentsOf(config, parts)
  if (documents.length === 0) return undefined
  const units = chunksOf(documents, printedAtOnce).map((some) => {
    const content: PrintContent = { documents: some }
    const rows = config.form === 'pdf' ? 0 : some.reduce((sum, { products }) => sum + products.length, 0)
    return { rows, content }
  })
  return { units }
}
