/** Starts the job that does something to chosen invoices. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { InvoiceChoice } from '../../../shared/model/invoice-choice.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { type ActionConfig, actionKind } from '../../domain/invoice/action.ts'
import { planSearch, scopeOf } from '../../domain/search-calls/plan.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { type StartPorts, startJob } from '../job/start.ts'
import type { ReferenceReader } from '../product/open.ts'
import { searchReference } from '../search/reference.ts'
import { findInvoice, type ViewPorts } from './view.ts'

/** Ports that `startAction` needs: what a call that uses it names. */
export const actionPorts = ['entities', 'reference', 'jobs:invoice', 'clock', 'ids'] as const
interface ActionPorts extends StartPorts<typeof actionKind> {
  entities: StartPorts<typeof actionKind>['entities'] & EntityReader
  reference: ReferenceReader
  clock: { now(): string; readonly timeZone: string }
  ids: { next(): string }
  actor: Actor
}

/** Number of the one invoice that is named, or the company of a draft, as the actor may see it. */
async function nameOfOne(
  ports: ViewPorts,
  actor: Actor,
  ids: readonly string[] = [],
): Promise<string | undefined> {
  const [id, ...others] = new Set(ids)
  if (id === undefined || others.length > 0) return undefined
  const seen = await findInvoice(ports, actor, id)
  return isRefusal(seen) ? undefined : (seen.data.number ?? seen.data.indexData.company?.name)
}

/** Refuses: invalid_input, where what finds them is not understood. */
export async function startAction(
  { actor, reference, entities, jobs, clock, ids }: ActionPorts,
  chosen: InvoiceChoice,
  what: Pick<ActionConfig, 'action' | 'reason'>,
): Promise<{ jobId: string } | Refusal> {
  const { ids: named, attributeFilter, name, except } = chosen
  const scope = scopeOf('invoice', actor, await searchReference(reference), clock.timeZone)
  if (isRefusal(scope)) return scope
  // Says now what could not be planned later.
  const planned = planSearch(scope, { attributeFilter, name })
  if (isRefusal(planned)) return planned
  const invoice = await nameOfOne({ entities, reference }, actor, named)
  const config: ActionConfig = {
    ...what,
    ...(invoice !== undefined && { invoice }),
    ...(named && { ids: [...new Set(named)] }),
    ...(attributeFilter && { attributeFilter }),
    ...(name !== undefined && { name }),
    ...(except && { except }),
  }
  const start = { id: ids.next(), kind: actionKind, by: actor.account, sub: actor.sub, config }
  const job = await startJob({ ...start, total: config.ids?.length ?? 0 }, { entities, jobs, clock })
  return { jobId: job.id }
}
