/**
 * Writes products to a file: units of rows, each to a part of its own, joined at the end. Whoever started it may see what is in
 * it: that is looked up at each unit, and again when the file is fetched.
 */
import { isRefusal, unwrap } from '../../shared/rules/refusal.ts'
import { type ExportConfig, exportKind, type UnitContent } from '../domain/export/job.ts'
import { whyOf } from '../domain/job/why.ts'
import { clearParts, joinParts } from '../services/export/join.ts'
import { planRows } from '../services/export/plan.ts'
import { exportScope } from '../services/export/scope.ts'
import { writeRows } from '../services/export/write-rows.ts'
import type { FinishRequest, PlanRequest, UnitRequest } from '../services/job/kind.ts'
import { starterOf } from '../services/job/starter.ts'
import { defineJob } from './job/define-job.ts'

const permission = 'export:run'

export default defineJob({
  kind: exportKind,
  permission,
  uses: ['files', 'index:read', 'tables'],
  // The join of a million rows takes minutes.
  seconds: 300,
  // On one machine they share a thread with everybody who asks for something.
  atOnce: 4,
  batch: 1,

  async plan(request: PlanRequest<ExportConfig>, context) {
    if (request.phase > 0) return undefined
    const starter = await starterOf(request.job.data, permission, context)
    // What they would find is not known; the engine says why of this one part.
    if (isRefusal(starter)) return { units: [{ rows: 1, content: { ids: [], first: 0 } }] }
    const scope = unwrap(await exportScope(starter, context.reference, context.clock))
    return unwrap(await planRows(request, scope, context))
  },

  async unit(request: UnitRequest<ExportConfig>, context) {
    const written = await writeRows(request, context)
    if (!isRefusal(written)) return written
    // Other rights, a column that is no field any more: decisions of somebody, which another try does not change.
    const reasons = [{ unit: '', ...whyOf(written) }]
    return { failed: (request.content as UnitContent).ids.length, reasons }
  },

  async finish(request: FinishRequest<ExportConfig>, context) {
    // Who may no longer do it, may see something else, or asked for what is no field any more, gets no file.
    const starter = request.isAborted ? undefined : await starterOf(request.job.data, permission, context)
    const why = isRefusal(starter) ? whyOf(starter) : starter && (await joinParts(request, starter, context))
    await clearParts(request, context, starter !== undefined && !why)
    return why
  },
})
