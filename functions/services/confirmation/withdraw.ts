/** Takes a confirmation out of use whose document was made out and not sent. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Confirmation } from '../../../shared/model/confirmation.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { isRefusal, notAllowed, type Refusal } from '../../../shared/rules/refusal.ts'
import { withdrawn } from '../../domain/confirmation/rules.ts'
import { uniqueValues } from '../../domain/entity/unique-values.ts'
import { isOver } from '../../domain/job/job.ts'
import type { EntityStore } from '../../ports/entity-store.ts'

/**
 * The confirmation as withdrawn; another one may take the place that it held. Refuses: forbidden, rule_violated. Errors:
 * revision_conflict, where it is being sent at the same moment.
 */
export async function withdrawConfirmation(
  { entities, clock }: { entities: EntityStore; clock: { now(): string } },
  actor: Actor,
  before: Confirmation,
): Promise<Confirmation | Refusal> {
  const { institutionId: institution, sendJob } = before.data
  if (!can(actor, 'confirmation:edit', { institution })) return notAllowed()
  const job = sendJob === undefined ? undefined : await entities.get('batchjob', sendJob)
  const now = clock.now()
  const data = withdrawn(before.data, { now, isSending: job !== undefined && !isOver(job) })
  if (isRefusal(data)) return data
  const next = { ...before, rev: before.rev + 1, updated: now, updatedBy: actor.account, data }
  return entities.put(next, {
    expectRev: before.rev,
    unique: uniqueValues('listing_confirmation', data),
  })
}
