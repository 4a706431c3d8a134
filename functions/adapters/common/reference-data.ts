import { chunksOf } from '../../../shared/chunks.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { pagesOf } from '../../../shared/pages.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'
import type { ObservableStore } from './observable-store.ts'

/** Milliseconds that may pass before what another process wrote is seen. */
const maxAge = 15_000
const pageSize = 500

interface CacheEntry {
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
  store: ObservableStore,
  { now = Date.now, version, lag = 0 }: ReferenceOptions = {},
): ReferenceData {
  const cache = new Map<string, CacheEntry>()
  const loading = new Map<string, Promise<CacheEntry>>()
  const recent = recentWrites(lag, now)

  store.onWrite(({ id, entityclass }) => {
    recent.note(id, entityclass)
    cache.get(entityclass)?.stale.add(id)
  })

  async function readWhole(entityclass: string): Promise<Map<string, Entity>> {
    const entities = new Map<string, Entity>()
    for await (const { list } of pagesOf((cursor) =>
      store.listByClass(entityclass, { cursor, limit: pageSize }),
    ))
      for (const entity of list) entities.set(entity.id, entity)
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
    for (const some of chunksOf(ids, pageSize))
      for (const entity of await store.getMany(some)) found.set(entity.id, entity)
    return found
  }
  async function load(entityclass: string): Promise<CacheEntry> {
    const before = cache.get(entityclass)?.entities
    const entry: CacheEntry = {
      entities: before ?? new Map(),
      checked: now(),
      version: version?.(),
      // A list that lags may not hold what was just written here.
      stale: new Set(recent.of(entityclass)),
    }
    // In the cache before it is filled: a write during the loading is noted, and read again afterwards.
    cache.set(entityclass, entry)
    try {
      const entities = (before && (await readChanged(entityclass, before))) ?? (await readWhole(entityclass))
      if (!before || !isSame(before, entities)) entry.entities = entities
      return entry
    } catch (error) {
      cache.delete(entityclass)
      throw error
    }
  }
  async function fresh(entityclass: string): Promise<CacheEntry> {
    const pending = loading.get(entityclass)
    if (pending) return pending
    const entry = cache.get(entityclass)
    if (entry) {
      if (now() - entry.checked < maxAge) return entry
      entry.checked = now()
      if (version && version() === entry.version) return entry
    }
    const promise = load(entityclass).finally(() => loading.delete(entityclass))
    loading.set(entityclass, promise)
    return promise
  }

  async function refresh(entityclass: string, entry: CacheEntry): Promise<void> {
    const ids = [...entry.stale]
    entry.stale.clear()
    const entities = new Map(entry.entities)
    try {
      const found = await getAll(ids)
      for (const id of ids) {
        const entity = found.get(id)
        if (entity?.entityclass === entityclass) entities.set(id, entity)
        else entities.delete(id)
      }
    } catch (error) {
      for (const id of ids) entry.stale.add(id)
      throw error
    }
    if (!isSame(entry.entities, entities)) entry.entities = entities
  }
  async function all(entityclass: EntityClassName): Promise<ReadonlyMap<string, Entity>> {
    const entry = await fresh(entityclass)
    while (entry.refreshing || entry.stale.size > 0) {
      entry.refreshing ??= refresh(entityclass, entry).finally(() => {
        entry.refreshing = undefined
      })
      await entry.refreshing
    }
    return entry.entities
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
