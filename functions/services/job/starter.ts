import type { AccountData, Actor } from '../../../shared/model/actor.ts'
import type { Institution } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { actorOf, mayUse } from '../../../shared/rules/actor.ts'
import { couldEver, type Permission } from '../../../shared/rules/permissions.ts'
import { type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'

export interface StarterPorts {
  entities: { get(id: string): Promise<Entity | undefined> }
  reference: ReferenceData
}

/** Who started a job, with the rights that the account has now. */
export async function starterOf(
  account: string,
  permission: Permission,
  { entities, reference }: StarterPorts,
): Promise<Actor | Refusal> {
  const [found, institutions] = await Promise.all([
    entities.get(account),
    reference.all<Institution>('institution'),
  ])
  const known = found as Entity<AccountData> | undefined
  const sub = known?.data.ssoUsers?.[0] ?? ''
  const actor = mayUse(known, sub) ? actorOf(known, sub, institutions) : undefined
  if (actor && couldEver(actor, permission)) return actor
  return refuse('forbidden', 'The person who started the job may no longer do this.', {
    key: 'jobStarterLost',
  })
}
