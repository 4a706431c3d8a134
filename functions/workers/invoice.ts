/** Sends, cancels, deletes or marks invoices that were chosen, each a unit of its own: one that fails stops no other. */
import { isCallError } from '../../shared/errors.ts'
import type { JobReason } from '../../shared/model/job.ts'
import { entityNotFound, isRefusal, unwrap } from '../../shared/rules/refusal.ts'
import { type ActionConfig, actionKind } from '../domain/invoice/action.ts'
import { isInvoice } from '../domain/invoice/rules.ts'
import { whyOf } from '../domain/job/why.ts'
import { planSearch, scopeOf } from '../domain/search-calls/plan.ts'
import { actOn } from '../services/invoice/act.ts'
import { cancellationId } from '../services/invoice/cancel.ts'
import { releaseInvoice } from '../services/invoice/send.ts'
import type { FinishRequest, JobUnit, PlanRequest, UnitRequest } from '../services/job/kind.ts'
import { starterOf } from '../services/job/starter.ts'
import { searchReference } from '../services/search/reference.ts'
import { defineJob } from './job/define-job.ts'

const permission = 'invoice:edit'
const pageSize = 250
const unitsOf = (ids: readonly string[]): JobUnit[] => ids.map((content) => ({ rows: 1, content }))
const stopped = { message: 'The invoice was not sent: the job was stopped.', text: { key: 'invoiceStopped' } }

export default defineJob({
  kind: actionKind,
  permission,
  uses: ['entities', 'index:read', 'files', 'pdf', 'paymentParts', 'mailer', 'clock'],
  seconds: 120,
  atOnce: 4,
  // A browser needs the memory of a function for itself.
  batch: 1,

  async plan(
    { job, config, phase, cursor }: PlanRequest<ActionConfig>,
    { index, reference, entities, clock },
  ) {
    if (phase > 0) return undefined
    if (config.ids) return { units: unitsOf(config.ids) }
    const starter = await starterOf(job.data, permission, { entities, reference })
    // What they would find is not known; the engine says why of this one part.
    if (isRefusal(starter)) return { units: unitsOf(['']) }
    const scope = unwrap(scopeOf('invoice', starter, await searchReference(reference), clock.timeZone))
    const asked = {
      attributeFilter: config.attributeFilter,
      name: config.name,
      columns: [],
      sorting: 'id' as const,
      pagination: cursor === undefined ? { start: 0, limit: pageSize } : { cursor, limit: pageSize },
    }
    const hits = await index.search(unwrap(planSearch(scope, asked)))
    const except = new Set(config.except)
    return {
      units: unitsOf(hits.rows.map(({ id }) => id).filter((id) => !except.has(id))),
      ...(hits.cursor !== undefined && { cursor: hits.cursor }),
    }
  },

  async unit({ job, config, content, actor, signal }: UnitRequest<ActionConfig>, ports) {
    if (!actor) throw new Error('invoices are sent by a person')
    const id = content as string
    const failed = async (why: Parameters<typeof whyOf>[0]) => {
      const entity = await ports.entities.get(id)
      const name = isInvoice(entity) ? (entity.data.number ?? entity.data.indexData.company?.name) : undefined
      const reason: JobReason = { unit: name ?? id, ...whyOf(why) }
      return { failed: 1, reasons: [reason] }
    }
    // Deleted is what was to be deleted, by an earlier try too.
    const found = await ports.entities.get(id)
    if (!isInvoice(found) || (found.disabled && config.action !== 'delete')) return failed(entityNotFound(id))
    try {
      const doing = { by: actor.account, job: job.id, reason: config.reason, signal }
      const refused = await actOn(ports, doing, id, config)
      return refused ? failed(refused) : {}
    } catch (error) {
      // Such a document can never be printed. Other faults are tried again.
      if (!isCallError(error) || error.code !== 'too_large') throw error
      return failed(error)
    }
  },

  async finish({ job, config, signal }: FinishRequest<ActionConfig>, ports) {
    const { jobStore } = ports
    if (!['send', 'resend', 'cancel'].includes(config.action)) return undefined
    for (let step = 0; ; step++) {
      const planned = await jobStore.getStep(job.id, 0, step)
      if (!planned) return undefined
      for (const [n, { content }] of planned.units.entries()) {
        signal.throwIfAborted()
        const id = config.action === 'cancel' ? await cancellationId(content as string) : (content as string)
        const outcome = await jobStore.getOutcome(job.id, 0, planned.first + n)
        if (outcome && outcome.failed === 0) continue
        const { message, text } = outcome?.reasons[0] ?? stopped
        await releaseInvoice(ports, job.id, id, { message, ...(text && { text }) })
      }
    }
  },
})
