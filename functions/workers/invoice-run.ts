/**
 * Makes the invoices of a year: each unit those of some companies. A unit that comes again changes nothing, and neither does another
 * run at the same time: there is one invoice for each institution, company, type and year.
 */
import { chunksOf } from '../../shared/chunks.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Bill } from '../../shared/model/invoice.ts'
import type { JobReason } from '../../shared/model/job.ts'
import { textIn } from '../../shared/rules/localized.ts'
import { entityNotFound, isRefusal, unwrap } from '../../shared/rules/refusal.ts'
import {
  asResult,
  companiesAtOnce,
  countsOf,
  dueYear,
  type RunConfig,
  resultKey,
  runKind,
  unitsKey,
} from '../domain/invoice/run.ts'
import { whyOf } from '../domain/job/why.ts'
import { planSearch, scopeOf } from '../domain/search-calls/plan.ts'
import { withStored } from '../services/entity/with-stored.ts'
import { billCompany, previewBills } from '../services/invoice/bill.ts'
import type { JobUnit, PlanRequest, UnitRequest } from '../services/job/kind.ts'
import { starterOf } from '../services/job/starter.ts'
import { searchReference } from '../services/search/reference.ts'
import { defineJob } from './job/define-job.ts'

const permission = 'invoice:edit'
const pageSize = 250
const unitsOf = (ids: readonly string[]): JobUnit[] =>
  chunksOf(ids, companiesAtOnce).map((content) => ({ rows: content.length, content }))

/** Year of what a schedule has started: that of the time when it was due, however late it came. */
const yearOf = ({ year, due }: RunConfig, created: string, timeZone: string): number =>
  year ?? dueYear(due ?? created, timeZone)

function reasonsOf(bills: readonly Bill[], year: number, titleOf: (institution: string) => string) {
  return bills.flatMap((bill): JobReason[] => {
    const unit = `${bill.company} – ${titleOf(bill.institution)}`
    const institution = titleOf(bill.institution)
    if (bill.outcome === 'noSchedule') {
      const message = `${institution} has no fee schedule for ${year}.`
      return [{ unit, message, text: { key: 'feeScheduleMissing', params: { institution, year } } }]
    }
    if (!bill.totals && bill.outcome !== 'tooLarge') return []
    return bill.problems.map(({ key, message }) => ({ unit, message, text: { key } }))
  })
}

export default defineJob({
  kind: runKind,
  permission,
  uses: ['entities', 'index:read', 'files', 'clock', 'ids'],
  seconds: 120,
  atOnce: 4,

  async plan({ job, config, phase, cursor }: PlanRequest<RunConfig>, { index, reference, entities, clock }) {
    if (phase > 0) return undefined
    if (config.companies) return { units: unitsOf([...new Set(config.companies)]) }
    const page = cursor === undefined ? { limit: pageSize } : { cursor, limit: pageSize }
    if (config.attributeFilter === undefined) {
      const found = await entities.listIds('company', page)
      return { units: unitsOf(found.ids), ...(found.cursor !== undefined && { cursor: found.cursor }) }
    }
    const starter = await starterOf(job.data, permission, { entities, reference })
    // What they would find is not known; the engine says why of this one part.
    if (isRefusal(starter)) return { units: [{ rows: 1, content: [] }] }
    const scope = unwrap(scopeOf('company', starter, await searchReference(reference), clock.timeZone))
    const asked = {
      attributeFilter: config.attributeFilter,
      columns: [],
      sorting: 'id' as const,
      pagination: cursor === undefined ? { start: 0, limit: pageSize } : { cursor, limit: pageSize },
    }
    const hits = await index.search(unwrap(planSearch(scope, asked)))
    return {
      units: unitsOf(hits.rows.map(({ id }) => id)),
      ...(hits.cursor !== undefined && { cursor: hits.cursor }),
    }
  },

  async unit({ job, config, unit, content, actor, signal }: UnitRequest<RunConfig>, cached) {
    // Who has just switched their institution on for the yearly run is billed by it.
    const ports =
      config.schedule === undefined
        ? cached
        : await withStored(cached, 'institution', [...(await cached.reference.all('institution')).keys()])
    const year = yearOf(config, job.created, ports.clock.timeZone)
    const all = await ports.reference.all('institution')
    const switched = [...all.values()].filter(({ data }) => data.yearlyInvoiceRun).map(({ id }) => id)
    const request = {
      type: config.type ?? 'yearly',
      year,
      date: config.date,
      institutions: config.institutions ?? (config.schedule === undefined ? undefined : switched),
    }
    const by = { account: actor?.account ?? fixedIds.account.system, job }
    const bills: Bill[] = []
    const missing: JobReason[] = []
    for (const company of content as string[]) {
      signal.throwIfAborted()
      // What nobody named was there a moment ago, and bills nothing any more.
      if (config.companies && (await ports.entities.get('company', company))?.disabled !== false) {
        missing.push({ unit: company, ...whyOf(entityNotFound(company)) })
        continue
      }
      bills.push(
        ...(config.dryRun
          ? (await previewBills(ports, company, request)).map(({ bill }) => bill)
          : await billCompany(ports, by, company, request)),
      )
    }
    const told = bills.filter(({ outcome, notBilled }) => outcome !== 'nothing' || notBilled.length > 0)
    const body = new TextEncoder().encode(JSON.stringify(told.map(asResult)))
    await ports.files.put(resultKey(job.id, unit), body, 'application/json')
    const without = bills.filter(({ outcome }) => outcome === 'noSchedule' || outcome === 'tooLarge')
    const titleOf = (id: string) => textIn(all.get(id)?.data.title, undefined) ?? ''
    return {
      failed: missing.length + new Set(without.map(({ companyId }) => companyId)).size,
      counts: countsOf(bills),
      reasons: [...missing, ...reasonsOf(bills, year, titleOf)],
    }
  },

  async finish({ job }, { jobStore, files }) {
    let units = 0
    for (let step = 0; ; step++) {
      const planned = await jobStore.getStep(job.id, 0, step)
      if (!planned) break
      units = planned.first + planned.units.length
    }
    await files.put(unitsKey(job.id), new TextEncoder().encode(JSON.stringify(units)), 'application/json')
    return undefined
  },
})
