/**
 * Prints reports of products: reads them in parts, prints one document or many side by side, and packs many. Whoever started it
 * may see what is in it: that is looked up at each unit, at the end, and again when the file is fetched.
 */
import { isRefusal, unwrap } from '../../shared/rules/refusal.ts'
import { whyOf } from '../domain/job/why.ts'
import { type ReadContent, type ReportConfig, reportKind } from '../domain/report/job.ts'
import type { FinishRequest, PlanRequest, UnitRequest } from '../services/job/kind.ts'
import { starterOf } from '../services/job/starter.ts'
import { clearReport, endReport } from '../services/report/end.ts'
import { readPart } from '../services/report/parts.ts'
import { planPrinting, planReading } from '../services/report/plan.ts'
import { printDocuments } from '../services/report/print.ts'
import { reportRightsChanged } from '../services/report/rights.ts'
import { defineJob } from './job/define-job.ts'

const permission = 'export:run'

export default defineJob({
  kind: reportKind,
  permission,
  uses: ['files', 'index:read', 'pdf', 'archives'],
  // Thousands of documents are packed at the end.
  seconds: 300,
  atOnce: 4,
  // A browser needs the memory of a function for itself.
  batch: 1,

  async plan(request: PlanRequest<ReportConfig>, context) {
    if (request.phase === 1) return planPrinting(request, context)
    if (request.phase > 1) return undefined
    const starter = await starterOf(request.job.data, permission, context)
    // What they would find is not known; the engine says why of this one part.
    if (isRefusal(starter)) return { units: [{ rows: 1, content: { ids: [] } satisfies ReadContent }] }
    return unwrap(await planReading(request, starter, context))
  },

  async unit(request: UnitRequest<ReportConfig>, context) {
    const { phase, content, config, actor } = request
    if (!actor) throw new Error('a report is of what a person sees')
    const others = await reportRightsChanged(actor, config, context.reference)
    if (others) {
      const failed = phase === 0 ? (content as ReadContent).ids.length : 1
      return { failed, reasons: [{ unit: '', ...whyOf(others) }] }
    }
    return phase === 0 ? readPart(request, context) : printDocuments(request, context)
  },

  async finish(request: FinishRequest<ReportConfig>, context) {
    const starter = request.isAborted ? undefined : await starterOf(request.job.data, permission, context)
    const why = isRefusal(starter) ? whyOf(starter) : starter && (await endReport(request, starter, context))
    await clearReport(request, context, starter !== undefined && !why)
    return why
  },
})
