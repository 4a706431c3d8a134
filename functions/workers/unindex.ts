/** On 1 January: deactivates the lists that are marked as no longer to be billed, and tells the institutions that billed them. */
import { chunksOf } from '../../shared/chunks.ts'
import { fixedIds } from '../../shared/constants.ts'
import { dayIn } from '../../shared/rules/dates.ts'
import { isRefusal } from '../../shared/rules/refusal.ts'
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

/** Invoices of a step of the plan: one may have thousands of lines. Lists of a unit, and lists that a mail names. */
const pageSize = 50
const listsAtOnce = 50
const namedAtMost = 500

type Config = { due?: string; [key: string]: unknown }
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
        units: chunksOf(marks, listsAtOnce).map((content) => ({ rows: content.length, content })),
        ...(page.cursor !== undefined && { cursor: page.cursor }),
      }
    }
    if (phase > 1) return undefined
    const done = new Map<string, Lists>()
    for (let step = 0; ; step++) {
      const planned = await jobStore.getStep(job.id, 0, step)
      if (!planned) break
      for (const n of planned.units.keys()) {
        const outcome = await jobStore.getOutcome(job.id, 0, planned.first + n)
        for (const one of (outcome?.note as Lists | undefined) ?? [])
          done.set(one.institution, [...(done.get(one.institution) ?? []), one])
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

  async unit({ job, phase, content, signal }: UnitRequest<Config>, ports) {
    if (phase === 1) {
      const { account, ...report } = content as Report
      await mailDeactivated(ports, account, report)
      return {}
    }
    const marks = content as Unindexed[]
    const note: Lists = []
    const refused: [Unindexed, ReturnType<typeof whyOf>][] = []
    for (const mark of marks) {
      signal.throwIfAborted()
      const outcome = await deactivateMarked(ports, mark, job)
      if (isRefusal(outcome)) refused.push([mark, whyOf(outcome)])
      else if (outcome === 'deactivated') {
        const { productId, listId, institution } = mark
        note.push({ productId, listId, institution })
      }
    }
    const names = refused.length > 0 ? await namesOf(refused, ports) : {}
    return {
      failed: refused.length,
      counts: { deactivated: note.length, unchanged: marks.length - note.length - refused.length },
      reasons: refused.map(([{ productId }, why]) => ({ unit: names[productId] ?? productId, ...why })),
      ...(note.length > 0 && { note }),
    }
  },
})

async function namesOf(
  refused: readonly [Unindexed, unknown][],
  { entities, reference }: Parameters<typeof toldOf>[0],
): Promise<Record<string, string>> {
  const products = (await entities.getMany(refused.map(([{ productId }]) => productId))).filter(isProduct)
  const parents = await loadParents(
    entities,
    products.map(({ data }) => data),
  )
  return titlesOf(products, {
    actor: inTheNameOf(fixedIds.account.system),
    reference: await viewReference(reference),
    parents,
  })
}
