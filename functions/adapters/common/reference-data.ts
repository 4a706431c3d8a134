import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'
import type { ToldStore } from './told-store.ts'

/** Milliseconds that may pass before what another process wrote is seen. */
const maxAge = 15_000
const pageSize = 500

interface Shelf {
  entities: ReadonlyMap<string, Entity>
  checked: number
  version: unknown
  /** Written in this process since `entities` was made. */
  stale: Set<string>
  refreshing?: Promise<void>
}
export interface ReferenceOptions {
  /** Milliseconds since 1970. */
  now?: () => number
  /** Differs once another process has written; without it a class that is old is read again in any case. */
  version?: () => unknown
  /** How far, in milliseconds, `listByClass` of the store may lag behind its writes. */
  lag?: number
}

/**
 * Whole classes in memory. The same map is given out until something in it changes, so what callers compute from it
 * can be kept by the map's identity. Disabled entities are in it.
 */
export function createReferenceData(
  store: ToldStore,
  { now = Date.now, version, lag = 0 }: ReferenceOptions = {},
): ReferenceData {
  const shelves = new Map<string, Shelf>()
  const loading = new Map<string, Promise<Shelf>>()
  const recent = recentWrites(lag, now)

  store.onWrite(({ id, entityclass }) => {
    recent.note(id, entityclass)
    shelves.get(entityclass)?.stale.add(id)
  })

  async function readWhole(entityclass: string): Promise<Map<string, Entity>> {
    const entities = new Map<string, Entity>()
    let cursor: string | undefined
    do {
      const page = await store.listByClass(entityclass, { cursor, limit: pageSize })
      for (const entity of page.list) entities.set(entity.id, entity)
      cursor = page.cursor
    } while (cursor !== undefined)
    return entities
  }
  /** Most of the time nothing has changed: then revisions are all that is read. */
  async function readChanged(entityclass: string, before: ReadonlyMap<string, Entity>) {
    const revs = await store.listRevs?.(entityclass)
    if (!revs) return undefined
    const changed = await getAll([...revs.keys()].filter((id) => before.get(id)?.rev !== revs.get(id)))
    const entities = new Map<string, Entity>()
    for (const [id, rev] of revs) {
      const known = before.get(id)
      const entity = known?.rev === rev ? known : changed.get(id)
      if (entity) entities.set(id, entity)
    }
    return entities
  }
  async function getAll(ids: string[]): Promise<Map<string, Entity>> {
    const found = new Map<string, Entity>()
    for (let i = 0; i < ids.length; i += pageSize)
      for (const entity of await store.getMany(ids.slice(i, i + pageSize))) found.set(entity.id, entity)
    return found
  }
  async function load(entityclass: string): Promise<Shelf> {
    const before = shelves.get(entityclass)?.entities
    const shelf: Shelf = {
      entities: before ?? new Map(),
      checked: now(),
      version: version?.(),
      // A list that lags may not hold what was just written here.
      stale: new Set(recent.of(entityclass)),
    }
    // On the shelf before it is filled: a write during the loading is noted, and read again afterwards.
    shelves.set(entityclass, shelf)
    try {
      const entities = (before && (await readChanged(entityclass, before))) ?? (await readWhole(entityclass))
      if (!before || !isSame(before, entities)) shelf.entities = entities
      return shelf
    } catch (error) {
      shelves.delete(entityclass)
      throw error
    }
  }
  async function fresh(entityclass: string): Promise<Shelf> {
    const pending = loading.get(entityclass)
    if (pending) return pending
    const shelf = shelves.get(entityclass)
    if (shelf) {
      if (now() - shelf.checked < maxAge) return shelf
      shelf.checked = now()
      if (version && version() === shelf.version) return shelf
    }
    const promise = load(entityclass).finally(() => loading.delete(entityclass))
    loading.set(entityclass, promise)
    return promise
  }

  async function refresh(entityclass: string, shelf: Shelf): Promise<void> {
    const ids = [...shelf.stale]
    shelf.stale.clear()
    const entities = new Map(shelf.entities)
    try {
      const found = await getAll(ids)
      for (const id of ids) {
        const entity = found.get(id)
        if (entity?.entityclass === entityclass) entities.set(id, entity)
        else entities.delete(id)
      }
    } catch (error) {
      for (const id of ids) shelf.stale.add(id)
      throw error
    }
    if (!isSame(shelf.entities, entities)) shelf.entities = entities
  }
  async function all(entityclass: EntityClassName): Promise<ReadonlyMap<string, Entity>> {
    const shelf = await fresh(entityclass)
    while (shelf.refreshing || shelf.stale.size > 0) {
      shelf.refreshing ??= refresh(entityclass, shelf).finally(() => {
        shelf.refreshing = undefined
      })
      await shelf.refreshing
    }
    return shelf.entities
  }
  return { all: all as ReferenceData['all'] }
}

const isSame = (a: ReadonlyMap<string, Entity>, b: ReadonlyMap<string, Entity>) =>
  a.size === b.size && [...b].every(([id, entity]) => a.get(id)?.rev === entity.rev)

/** What was written here within the last `lag` milliseconds, oldest first. */
function recentWrites(lag: number, now: () => number) {
  const written = new Map<string, { entityclass: string; at: number }>()
  function forgetOld() {
    for (const [id, { at }] of written) {
      if (now() - at <= lag) return
      written.delete(id)
    }
  }
  return {
    note(id: string, entityclass: string) {
      if (lag === 0) return
      forgetOld()
      written.delete(id)
      written.set(id, { entityclass, at: now() })
    },
    of(entityclass: string): string[] {
      forgetOld()
      return [...written].filter(([, one]) => one.entityclass === entityclass).map(([id]) => id)
    },
  }
}
