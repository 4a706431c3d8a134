/** Who has a product open. Nothing of it is a revision or outlives a minute (decisions §8). */
import type { update } from '../../../shared/calls/bml/presence/update.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { viewerClass } from '../../../shared/rules/permissions.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { findProduct, type ReferenceReader, viewReference } from './open.ts'

type Answer = OutputOf<typeof update>
type Person = Answer['present'][number]

/** Seconds that an entry lives; whoever is there says so more often. */
const presenceSeconds = 60
const mostPeople = 20

interface Ports {
  entities: Pick<
    EntityStore,
    'get' | 'getMany' | 'getRevision' | 'putTransient' | 'deleteTransient' | 'listTransient'
  >
  reference: ReferenceReader
  clock: Pick<Clock, 'now' | 'millis'>
}
/** What an entry holds. `sub` is the person behind the account, and never leaves. */
interface Entry extends Person {
  sub: string
}
interface Said {
  id: string
  /** Of one's windows. */
  place: number
  unsaved: boolean
  left: boolean
}

/** Keeps that the actor is there, or no longer, and gives who else is. Refuses: not_found. */
export async function updatePresence(
  { entities, reference, clock }: Ports,
  { id, place, unsaved, left }: Said,
  actor: Actor,
): Promise<Answer | Refusal> {
  const product = await findProduct(entities, id, actor, await viewReference(reference))
  if (isRefusal(product)) return product
  // Company users see what is public of their products, not who works on them.
  if (viewerClass(actor) === 'P') return { isOn: true, present: [] }
  const group = `presence#${id}#`
  const key = `${group}${actor.account}#${place}`
  const entries = (await entities.listTransient(group)).map((one) => ({
    key: one.key,
    ...(one.value as Entry),
  }))
  if (left) await entities.deleteTransient(key)
  else {
    const since = entries.find((one) => one.key === key)?.since ?? clock.now()
    const entry: Entry = { account: actor.account, name: actor.fullname, sub: actor.sub, unsaved, since }
    await entities.putTransient(key, entry, Math.floor(clock.millis() / 1000) + presenceSeconds)
  }
  return { isOn: true, present: peopleIn(entries.filter((one) => one.sub !== actor.sub)) }
}

/** Each person once, whatever windows and accounts they have: by the account that came first. */
function peopleIn(entries: readonly Entry[]): Person[] {
  const people = new Map<string, Person>()
  for (const { sub, account, name, unsaved, since } of entries) {
    const known = people.get(sub)
    people.set(sub, {
      ...(known && known.since <= since ? known : { account, name, since }),
      unsaved: unsaved || known?.unsaved === true,
    })
  }
  return [...people.values()]
    .sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : a.account < b.account ? -1 : 1))
    .slice(0, mostPeople)
}
