/** Sets or removes a flag of one product for a job, and takes that back: as often as it is asked, it is done once. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { TimelineEvent } from '../../../shared/model/entity.ts'
import { isRefusal, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import {
  isProduct,
  type Product,
  type ProductReference,
  type ViewReference,
} from '../../domain/product/context.ts'
import { decideFlags, type FlagChange, flagsOf } from '../../domain/product/flags.ts'
import { untilSaved } from '../entity/turns.ts'
import { eventsSince } from '../job/steps.ts'
import { findProduct } from './open.ts'
import type { RevisionReader } from './parents.ts'
import { type EntityWriter, writeOneProduct } from './write.ts'

export interface FlagPorts {
  entities: EntityWriter & RevisionReader
  clock: { now(): string }
}
export interface FlagJob {
  /** Job that does it. */
  id: string
  /** When it was asked for: what it did was written later. */
  since: string
  flag: string
  action: 'assign' | 'remove'
  actor: Actor
  reference: ViewReference & Pick<ProductReference, 'categories'>
}
/** What a job did to a product: the revision that it wrote, and where it removed the flag at which it had been set. */
export interface Flagged {
  id: string
  rev: number
  was?: number
}
/** `same`: there was nothing to do. */
type FlagOutcome = Flagged | 'same' | Refusal

/** An event that says that the flag was set, or removed. */
const isOfFlag = ({ kind, from, to }: TimelineEvent, flag: string) =>
  (kind === 'flagSet' && to === flag) || (kind === 'flagRemoved' && from === flag)

/** Revisions that set or removed the flag, the newest first, back to a time. */
async function* flagSteps(entities: RevisionReader, product: Product, flag: string, since: string) {
  for await (const step of eventsSince(entities, product, since)) if (isOfFlag(step.event, flag)) yield step
}
const kindOf = (action: FlagJob['action']) => (action === 'assign' ? 'flagSet' : 'flagRemoved')

/** What the job did to the product, by its history; undefined where it did nothing. */
async function doneBy(
  job: Pick<FlagJob, 'id' | 'since' | 'flag' | 'action'>,
  product: Product,
  entities: RevisionReader,
): Promise<Flagged | undefined> {
  const { id } = product
  for await (const { rev, event } of flagSteps(entities, product, job.flag, job.since)) {
    if (event.job !== job.id || event.kind !== kindOf(job.action)) continue
    if (job.action === 'assign') return { id, rev }
    const before = (await entities.getRevision(id, rev - 1))?.entity
    const was = isProduct(before) ? flagsOf(before)[job.flag] : undefined
    return { id, rev, ...(was !== undefined && { was }) }
  }
  return undefined
}

/** Writes what is decided on the newest state; again where somebody else was faster. */
async function write(
  { entities, clock }: FlagPorts,
  id: string,
  { actor, reference }: Pick<FlagJob, 'actor' | 'reference'>,
  decide: (before: Product) => Promise<FlagChange | FlagOutcome>,
): Promise<FlagOutcome> {
  return untilSaved<FlagOutcome>(async () => {
    const before = await findProduct(entities, id, actor, reference)
    if (isRefusal(before)) return before
    const change = await decide(before)
    if (change === 'same' || isRefusal(change) || 'rev' in change) return change
    if (before.disabled) return refuseRule('productDeleted', 'Product was deleted')
    const decision = decideFlags({ before, actor, reference }, change)
    if (isRefusal(decision)) return decision.details.key === 'noChange' ? 'same' : decision
    const c = { actor, now: clock.now(), reference }
    const written = await writeOneProduct(entities, before, decision, c)
    return isRefusal(written) ? written : { id, rev: written.rev }
  })
}

/** Does the job to one product. Refuses: not_found, forbidden, rule_violated (deleted, archived), too_large. */
export async function flagProduct(ports: FlagPorts, id: string, job: FlagJob): Promise<FlagOutcome> {
  const { flag, action } = job
  let was: number | undefined
  const outcome = await write(ports, id, job, async (before) => {
    const earlier = await doneBy(job, before, ports.entities)
    if (earlier) return earlier
    was = flagsOf(before)[flag]
    const change = { job: job.id, set: {}, remove: [flag] }
    return action === 'remove' ? change : { ...change, set: { [flag]: before.rev + 1 }, remove: [] }
  })
  const hasRemoved = typeof outcome === 'object' && 'rev' in outcome && action === 'remove'
  return hasRemoved && outcome.was === undefined && was !== undefined ? { ...outcome, was } : outcome
}

/** What has become of a product that a job was about; `open`: it was not done, whatever kept it from that. */
export async function assessFlag(
  entities: FlagPorts['entities'],
  id: string,
  job: Pick<FlagJob, 'id' | 'since' | 'flag' | 'action'>,
): Promise<'changed' | 'same' | 'open'> {
  const product = await entities.get(id)
  if (!isProduct(product)) return 'open'
  if (await doneBy(job, product, entities)) return 'changed'
  const hasFlag = flagsOf(product)[job.flag] !== undefined
  return hasFlag === (job.action === 'assign') ? 'same' : 'open'
}

/**
 * Takes back what a job did to one product, and nothing that somebody did since. `done`: as it was noted; else it is looked
 * for. Refuses as `flagProduct`.
 */
export async function unflagProduct(
  ports: FlagPorts,
  id: string,
  of: Pick<FlagJob, 'id' | 'since' | 'flag' | 'action'>,
  by: Pick<FlagJob, 'id' | 'since' | 'actor' | 'reference'>,
  done?: Flagged,
): Promise<FlagOutcome> {
  const { flag, action } = of
  const { entities } = ports
  return write(ports, id, by, async (before) => {
    const opposite = { ...by, flag, action: action === 'assign' ? ('remove' as const) : ('assign' as const) }
    const earlier = await doneBy(opposite, before, entities)
    if (earlier) return earlier
    const what = done ?? (await doneBy(of, before, entities))
    if (!what) return 'same'
    const now = flagsOf(before)[flag]
    if (action === 'assign') return now === what.rev ? { job: by.id, set: {}, remove: [flag] } : 'same'
    if (now !== undefined || what.was === undefined) return 'same'
    // Whoever has set and removed it since wants it away.
    for await (const { rev } of flagSteps(entities, before, flag, of.since)) {
      if (rev > what.rev) return 'same'
      break
    }
    return { job: by.id, set: { [flag]: what.was }, remove: [] }
  })
}
