import type { Actor } from '../../../shared/model/actor.ts'
import type { BatchJob } from '../../../shared/model/administration.ts'
import { actorOf, mayUse } from '../../../shared/rules/actor.ts'
import { couldEver, type Permission } from '../../../shared/rules/permissions.ts'
import { type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'

export interface StarterPorts {
  entities: Pick<EntityReader, 'get'>
  reference: ReferenceData
}

/**
 * Who started a job, with the rights that the account has now. Refuses: forbidden, where the account may no longer do
 * it, or the person who started it no longer signs in to it.
 */
export async function starterOf(
  { startedBy, startedBySub }: Pick<BatchJob, 'startedBy' | 'startedBySub'>,
  permission: Permission,
  { entities, reference }: StarterPorts,
): Promise<Actor | Refusal> {
  const [known, institutions] = await Promise.all([
    entities.get('account', startedBy),
    reference.all('institution'),
  ])
  const people = known?.data.ssoUsers ?? []
  // Jobs of earlier versions do not say who it was; of an account of one person it is known all the same.
  const sub = startedBySub ?? (people.length === 1 ? people[0] : undefined)
  const actor = sub !== undefined && mayUse(known, sub) ? actorOf(known, sub, institutions) : undefined
  if (actor && couldEver(actor, permission)) return actor
  return refuse('forbidden', 'The person who started the job may no longer do this.', {
    key: 'jobStarterLost',
  })
}

/** Takes back what its own job did and nobody else can: in the name of who started that, whatever they may do now. */
export const inTheNameOf = (account: string): Actor => ({
  account,
  sub: '',
  fullname: '',
  role: 'admin',
  isSuperAdmin: false,
  flags: { approval: false, responsible: false, companies: false },
  institutions: [],
})
