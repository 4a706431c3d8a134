/** On 1 January: deactivates the lists that are marked as no longer to be billed, and tells the institutions that billed them. */
import { fixedIds } from '../../shared/constants.ts'
import { dayIn } from '../../shared/rules/dates.ts'
import { isRefusal } from '../../shared/rules/refusal.ts'
import { sameValue } from '../../shared/rules/values.ts'
import { counts } from '../domain/invoice/history.ts'
import { isInvoice } from '../domain/invoice/rules.ts'
import { dueMarks, type Unindexed, unindexKind } from '../domain/invoice/unindex.ts'
import { whyOf } from '../domain/job/why.ts'
import { isProduct } from '../domain/product/context.ts'
import { titlesOf } from '../domain/product/view.ts'
import { deactivateMarked, mailDeactivated, toldOf } from '../services/invoice/deactivate.ts'
import type { PlanRequest, UnitRequest } from '../services/job/kind.ts'
import { inTheNameOf } from '../services/job/starter.ts'
import { viewReference } from '../services/product/open.ts'
import { loadParents } from '../services/product/parents.ts'
import { defineJob } from './job/define-job.ts'

/** Invoices of a step of the plan: one may have thousands of lines. */
const pageSize = 50
/** Lists that a mail names. */
const namedAtMost = 500

type Config = { due?: string; dryRun?: boolean; [key: string]: unknown }
type Lists = Pick<Unindexed, 'productId' | 'listId' | 'institution'>[]
type Report = { account: string; institution: string; lists: Lists; more: number }

export default defineJob({
  kind: unindexKind,
  permission: 'system',
  uses: ['entities', 'mailer', 'site', 'clock'],
  seconds: 60,
  atOnce: 2,

  async plan({ job, config, phase, cursor }: PlanRequest<Config>, ports) {
    const { entities, clock, jobStore } = ports
    if (phase === 0) {
      const page = await entities.listByClass('invoice', {
        limit: pageSize,
        ...(cursor !== undefined && { cursor }),
      })
      // However late it comes, it is about the day on which it was due.
      const today = dayIn(clock.timeZone, config.due ?? job.created)
      const marks = page.list
        .filter(isInvoice)
        .filter(counts)
        .flatMap((invoice) => dueMarks(invoice, today, clock.timeZone))
      return {
        // Each by itself: the job comes once a year, and one that cannot be done must not keep others until the next.
        units: marks.map((content) => ({ rows: 1, content })),
        ...(page.cursor !== undefined && { cursor: page.cursor }),
      }
    }
    if (phase > 1 || config.dryRun) return undefined
    const done = new Map<string, Lists>()
    for (let step = 0; ; step++) {
      const planned = await jobStore.getStep(job.id, 0, step)
      if (!planned) break
      for (const n of planned.units.keys()) {
        const outcome = await jobStore.getOutcome(job.id, 0, planned.first + n)
        const one = outcome?.note as Lists[number] | undefined
        const told = one && (done.get(one.institution) ?? [])
        // Two invoices may have marked it.
        if (one && !told!.some((other) => sameValue(other, one))) done.set(one.institution, [...told!, one])
      }
    }
    const reports: Report[] = []
    for (const [institution, lists] of done)
      for (const account of await toldOf(ports, institution))
        reports.push({
          account,
          institution,
          lists: lists.slice(0, namedAtMost),
          more: Math.max(0, lists.length - namedAtMost),
        })
    return { units: reports.map((content) => ({ rows: 0, content })) }
  },

  async unit({ job, config, phase, content }: UnitRequest<Config>, ports) {
    if (phase === 1) {
      const { account, ...report } = content as Report
      await mailDeactivated(ports, account, report)
      return {}
    }
    const mark = content as Unindexed
    const outcome = await deactivateMarked(ports, mark, { ...job, isDryRun: config.dryRun === true })
    if (isRefusal(outcome)) {
      const unit = (await nameOf(mark.productId, ports)) ?? mark.productId
      return { failed: 1, counts: { deactivated: 0, unchanged: 0 }, reasons: [{ unit, ...whyOf(outcome) }] }
    }
    const { productId, listId, institution } = mark
    const isDone = outcome === 'deactivated'
    return {
      counts: { deactivated: isDone ? 1 : 0, unchanged: isDone ? 0 : 1 },
      ...(isDone && !config.dryRun && { note: { productId, listId, institution } }),
    }
  },
})

async function nameOf(
  id: string,
  { entities, reference }: Parameters<typeof toldOf>[0],
): Promise<string | undefined> {
  const products = (await entities.getMany([id])).filter(isProduct)
  const parents = await loadParents(
    entities,
    products.map(({ data }) => data),
  )
  const titles = titlesOf(products, {
    actor: inTheNameOf(fixedIds.account.system),
    reference: await viewReference(reference),
    parents,
  })
  return titles[id]
}
