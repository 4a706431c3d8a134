import type { AccountData, Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { dayMs } from '../../../shared/rules/dates.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import type { EntityReader } from '../../ports/entity-store.ts'

/** How often a person saves the settings of an account within a day: each save is a revision that is kept for good. */
export const settingsSavesPerDay = 200

/** Refuses to save settings of the own account once more, where they were saved too often within 24 hours. */
export async function settingsRefusal(
  account: Pick<Entity<AccountData | object>, 'id' | 'rev' | 'entityclass'>,
  actor: Actor,
  entities: Pick<EntityReader, 'history'>,
  now: string,
): Promise<Refusal | undefined> {
  const isOwn = account.entityclass === 'account' && account.id === actor.account
  if (!isOwn || can(actor, 'account:manage', undefined) || account.rev < settingsSavesPerDay) return undefined
  const { revisions } = await entities.history(account.id, { start: settingsSavesPerDay - 1, limit: 1 })
  const then = revisions[0]?.entity.updated
  if (then === undefined || Date.parse(now) - Date.parse(then) >= dayMs) return undefined
  return refuseRule(
    'settingsTooOften',
    `Settings can be saved ${settingsSavesPerDay} times a day. Please try again tomorrow.`,
    { params: { max: settingsSavesPerDay } },
  )
}
