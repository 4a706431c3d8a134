/** A confirmation from the moment that its document is made out until it is sent: each step is written for good. */
import { isCallError, tooBusy } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Confirmation, ListingConfirmation } from '../../../shared/model/confirmation.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import { confirmationRule, isConfirmation } from '../../domain/confirmation/rules.ts'
import { uniqueValues } from '../../domain/entity/unique-values.ts'
import { isMailing } from '../../domain/job/mailing.ts'
import type { EntityStore, Write } from '../../ports/entity-store.ts'
import { untilSaved } from '../entity/turns.ts'

export type Sent = NonNullable<ListingConfirmation['sent']>
interface SealPorts {
  entities: EntityStore
  clock: { now(): string }
}
/** Of the one that is to be sent, what is stored now. */
export const current = async (
  entities: Pick<EntityStore, 'get'>,
  id: string,
): Promise<Confirmation | undefined> => {
  const found = await entities.get(id)
  return isConfirmation(found) ? found : undefined
}

export const written = (
  before: Confirmation,
  by: Actor | Pick<Actor, 'account'>,
  now: string,
  data: ListingConfirmation,
) => ({
  ...before,
  rev: before.rev + 1,
  updated: now,
  updatedBy: by.account,
  data,
})

/**
 * Writes what is about to be mailed, and that it is: from here on nobody changes it, no other one takes the place of what it replaces,
 * and who withdraws it has done so before or comes too late. Gives it as it stands then, which another run may have written;
 * undefined where it is no longer this job's to send. Refuses: rule_violated, where another one was faster to take that place. Errors:
 * too_many_requests while another run is mailing it, or has died over that: the work waits, and comes again.
 */
export async function seal(
  { entities, clock }: SealPorts,
  actor: Actor,
  jobId: string,
  { id, number, sent, mailedUntil }: { id: string; number: string; sent: Sent; mailedUntil: string },
): Promise<Sent | Refusal | undefined> {
  try {
    return await untilSaved(async () => {
      const before = await current(entities, id)
      if (!before || before.disabled || before.data.sendJob !== jobId || before.data.sendDate !== undefined)
        return undefined
      if (isMailing(before.data, clock.now())) throw tooBusy()
      const sealed = before.data.sent ?? sent
      const data = { ...before.data, number, sent: sealed, mailedUntil }
      await entities.putAll([writeOf(written(before, actor, clock.now(), data))])
      return sealed
    })
  } catch (error) {
    if (isCallError(error) && error.code === 'duplicate' && error.details.path === '/sent/replaces')
      return confirmationRule('confirmationReplaces', '/replaces')
    throw error
  }
}

/** What was mailed is sent, whatever became of the draft meanwhile: the one that it replaces says so in the same transaction. */
export async function keepSent(
  { entities, clock }: SealPorts,
  actor: Actor,
  id: string,
  to: string[],
): Promise<void> {
  await untilSaved(async () => {
    const before = await current(entities, id)
    if (!before?.data.sent || before.data.sendDate !== undefined || before.data.withdrawn !== undefined)
      return
    const now = clock.now()
    const { failure: _, mailedUntil: __, sent, ...data } = before.data
    const writes: Write[] = [
      writeOf(written(before, actor, now, { ...data, sent: { ...sent, to }, sendDate: now })),
    ]
    const replaced = data.replaces === undefined ? undefined : await current(entities, data.replaces)
    if (replaced && replaced.data.replacedBy === undefined)
      writes.push(writeOf(written(replaced, actor, now, { ...replaced.data, replacedBy: id })))
    await entities.putAll(writes)
  })
}
const writeOf = (entity: Confirmation): Write => ({
  entity,
  options: {
    expectRev: entity.rev - 1,
    unique: uniqueValues('listing_confirmation', entity.data),
  },
})
