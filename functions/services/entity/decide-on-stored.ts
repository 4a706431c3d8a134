import { tooBusy } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isEntityName } from '../../../shared/model/references.ts'
import { readMany } from './many.ts'

/** Ids that no class has and that are read all the same: more than anybody has made elsewhere within some seconds. */
const maxUnknown = 200
/** Somebody changes what it is decided on all the time. */
const mostDecisions = 20

type Class = ReadonlyMap<string, Entity<never>>
/** Reference data by the name that a decision knows it by. */
type Classes = { readonly [name: string]: Class }

/** A map that notes which ids somebody has looked at, also those that it does not have. */
class NotingMap<T> implements ReadonlyMap<string, T> {
  private readonly map: ReadonlyMap<string, T>
  private readonly looked: Set<string>
  constructor(map: ReadonlyMap<string, T>, looked: Set<string>) {
    this.map = map
    this.looked = looked
  }
  get size() {
    return this.map.size
  }
  get(id: string) {
    this.looked.add(id)
    return this.map.get(id)
  }
  has(id: string) {
    this.looked.add(id)
    return this.map.has(id)
  }
  private all() {
    for (const id of this.map.keys()) this.looked.add(id)
    return this.map
  }
  entries() {
    return this.all().entries()
  }
  keys() {
    return this.all().keys()
  }
  values() {
    return this.all().values()
  }
  [Symbol.iterator]() {
    return this.all()[Symbol.iterator]()
  }
  forEach(each: (value: T, id: string, map: ReadonlyMap<string, T>) => void) {
    this.all().forEach(each)
  }
}

/** What is read of the ids that the decision looked at: all that a class has, and the first of those that none has. */
function idsToRead(classes: Classes, looked: Readonly<Record<string, Set<string>>>): string[] {
  const known = new Set<string>()
  const unknown = new Set<string>()
  for (const [name, ids] of Object.entries(looked))
    for (const id of ids) {
      if (classes[name]?.has(id)) known.add(id)
      // A request may name anything; what is no id is not in the store either.
      else if (isEntityName(id)) unknown.add(id)
    }
  const first = [...unknown].filter((id) => !known.has(id)).slice(0, maxUnknown)
  return [...known, ...first]
}

/** The class with its entries as the store has them, or the same map where nothing differs. */
function brought(map: Class, entityclass: string, looked: Set<string>, stored: ReadonlyMap<string, Entity>) {
  let after: Map<string, Entity> | undefined
  for (const id of looked) {
    const found = stored.get(id)
    const entity = found?.entityclass === entityclass ? found : undefined
    if (entity?.rev === map.get(id)?.rev) continue
    after ??= new Map(map as ReadonlyMap<string, Entity>)
    if (entity) after.set(id, entity)
    else after.delete(id)
  }
  return (after ?? map) as Class
}

/**
 * Decides on reference data, which another process may have changed some seconds ago: every entry that the decision has
 * looked at is read from the store, consistently, and if one differs it is decided again. Entries made elsewhere within
 * these seconds are found by their id, but not by going through the class. Of many unknown ids only the first are
 * looked for; the others stay unknown, so `decide` must refuse what names an unknown id. `decide` has no effects.
 * Errors: those of reading; `too_many_requests`, where they are changed each time.
 */
export async function decideOnStored<R extends object, T>(
  entities: { getMany(ids: string[]): Promise<Entity[]> },
  reference: R & { [K in keyof R]: ReadonlyMap<string, Entity<object>> },
  classOf: { readonly [K in keyof R]: string },
  decide: (reference: R) => T | Promise<T>,
): Promise<T> {
  let classes = reference as unknown as Classes
  for (let decisions = 1; ; decisions++) {
    const looked = Object.fromEntries(Object.keys(classes).map((name) => [name, new Set<string>()]))
    const noting = Object.fromEntries(
      Object.entries(classes).map(([name, map]) => [name, new NotingMap(map, looked[name]!)]),
    )
    const outcome = await decide(noting as unknown as R)
    const ids = idsToRead(classes, looked)
    const stored = new Map((await readMany(entities, ids)).map((entity) => [entity.id, entity]))
    const now = Object.fromEntries(
      Object.entries(classes).map(([name, map]) => [
        name,
        brought(map, classOf[name as keyof R], looked[name]!, stored),
      ]),
    )
    if (Object.entries(now).every(([name, map]) => map === classes[name])) return outcome
    if (decisions === mostDecisions) throw tooBusy()
    classes = now
  }
}
