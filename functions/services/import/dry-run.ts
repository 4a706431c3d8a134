/**
 * The ports of a dry run: what it writes stays in memory, and is read from there as if it were stored. So a dry run takes
 * its items by the same steps as the run.
 */

import { maxEntityBytes } from '../../../shared/constants.ts'
import { entityTooLarge, revisionConflict, uniqueTaken } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type EntityClassName, isEntityClass } from '../../../shared/model/entity-classes.ts'
import { type EntityOf, isOfClass } from '../../../shared/model/entity-data.ts'
import { namesOf } from '../../../shared/model/references.ts'
import { uniqueValues } from '../../domain/entity/unique-values.ts'
import { jsonBytes } from '../../domain/json-bytes.ts'
import type { PutOptions } from '../../ports/entity-store.ts'
import type { ImportMemory, RegisterThing } from '../../ports/import-memory.ts'
import type { ImportPorts } from './ports.ts'

const held = ({ entityclass, data }: Entity): string[] =>
  isEntityClass(entityclass) ? uniqueValues(entityclass, data) : []
const keyOf = ({ source, kind, key }: RegisterThing) => JSON.stringify([source, kind, key])

export interface DryRun {
  ports: ImportPorts
  /** What it has written, as it would be stored. */
  written(): Entity[]
}
/** `earlier`: what units before this one have written of what its items come from. */
export function dryRun(ports: ImportPorts, earlier: readonly Entity[]): DryRun {
  const { entities, importMemory, reference } = ports
  const made = new Map(earlier.map((entity) => [entity.id, entity]))
  const written = new Set<string>()
  const holders = new Map(earlier.flatMap((entity) => held(entity).map((value) => [value, entity.id])))
  const memories = new Map<string, unknown>()

  async function getMany(ids: string[]): Promise<Entity[]> {
    const stored = await entities.getMany(ids.filter((id) => !made.has(id)))
    const found = new Map(stored.map((entity) => [entity.id, entity]))
    return ids.flatMap((id) => made.get(id) ?? found.get(id) ?? [])
  }
  async function findUnique(value: string): Promise<string | undefined> {
    const holder = holders.get(value) ?? (await entities.findUnique(value))
    const changed = holder === undefined ? undefined : made.get(holder)
    return changed && !held(changed).includes(value) ? undefined : holder
  }
  /** With what the run has made behind the last page. */
  const listNaming: ImportPorts['entities']['listNaming'] = async (name, page) => {
    const { list, cursor } = await entities.listNaming(name, page)
    const stored = list.filter(({ id }) => !made.has(id))
    if (cursor !== undefined) return { list: stored, cursor }
    return { list: [...stored, ...[...made.values()].filter((entity) => namesOf(entity).includes(name))] }
  }
  async function putNow(entity: Entity, { expectRev, unique = [], memory }: PutOptions): Promise<Entity> {
    const bytes = jsonBytes(entity.data)
    if (bytes > maxEntityBytes) throw entityTooLarge(bytes)
    const [before] = await getMany([entity.id])
    if ((before?.rev ?? 0) !== expectRev) throw revisionConflict(expectRev, before?.rev ?? 0)
    for (const value of unique) {
      const holder = await findUnique(value)
      if (holder !== undefined && holder !== entity.id) throw uniqueTaken(value)
    }
    // As the store gives it out again.
    const after = JSON.parse(JSON.stringify({ ...entity, rev: expectRev + 1 })) as Entity
    made.set(after.id, after)
    written.add(after.id)
    for (const value of unique) holders.set(value, after.id)
    if (memory) memories.set(keyOf(memory.thing), memory.value)
    return after
  }
  /** One after the other, so that of two that want the same value one gets it. */
  let last: Promise<unknown> = Promise.resolve()
  function put(entity: Entity, options: PutOptions): Promise<Entity> {
    const writing = last.then(() => putNow(entity, options))
    last = writing.catch(() => undefined)
    return writing
  }
  const memory: ImportMemory = {
    get: async (thing) => memories.get(keyOf(thing)) ?? importMemory.get(thing),
    put: async ({ thing, value }) => void memories.set(keyOf(thing), value),
  }
  async function all<C extends EntityClassName>(entityclass: C): Promise<ReadonlyMap<string, EntityOf<C>>> {
    const stored = await reference.all(entityclass)
    const own = [...made.values()].filter((entity) => isOfClass(entityclass, entity))
    return own.length === 0
      ? stored
      : new Map([...stored, ...own.map((entity) => [entity.id, entity] as const)])
  }
  function get(id: string): Promise<Entity | undefined>
  function get<C extends EntityClassName>(entityclass: C, id: string): Promise<EntityOf<C> | undefined>
  async function get(first: string, id?: string): Promise<Entity | undefined> {
    const [entity] = await getMany([id ?? first])
    return id === undefined || entity?.entityclass === first ? entity : undefined
  }
  return {
    ports: {
      ...ports,
      entities: {
        get,
        getMany,
        erasedAmong: (ids) => entities.erasedAmong(ids.filter((id) => !made.has(id))),
        findUnique,
        counter: (name) => entities.counter(name),
        listNaming,
        getRevision: async (id, rev) => {
          const own = made.get(id)
          return own?.rev === rev ? { entity: own } : entities.getRevision(id, rev)
        },
        history: (id, page) => entities.history(id, page),
        put,
      },
      importMemory: memory,
      reference: { ...reference, all },
    },
    written: () => [...written].map((id) => made.get(id)!),
  }
}
