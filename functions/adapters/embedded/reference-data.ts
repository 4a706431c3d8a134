import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'
import type { Database } from './database.ts'
import type { EmbeddedEntityStore } from './entity-store.ts'

/** Milliseconds that may pass before what another process wrote is seen. */
const maxAge = 15_000
const pageSize = 500

interface Shelf {
  entities: ReadonlyMap<string, Entity>
  checked: number
  foreign: number
  /** Written in this process since `entities` was made. */
  stale: Set<string>
  refreshing?: Promise<void>
}

/**
 * Whole classes in memory. The same map is given out until something in it changes, so what callers compute from it
 * can be kept by the map's identity. Disabled entities are in it.
 */
export function createReferenceData(
  db: Database,
  store: EmbeddedEntityStore,
  now: () => number = Date.now,
): ReferenceData {
  const shelves = new Map<string, Shelf>()
  const loading = new Map<string, Promise<Shelf>>()

  store.onWrite(({ id, entityclass }) => shelves.get(entityclass)?.stale.add(id))

  async function load(entityclass: string): Promise<Shelf> {
    const shelf: Shelf = {
      entities: new Map(),
      checked: now(),
      foreign: db.foreignVersion(),
      stale: new Set(),
    }
    // On the shelf before it is filled: a write during the loading is noted, and read again afterwards.
    shelves.set(entityclass, shelf)
    try {
      const entities = new Map<string, Entity>()
      let cursor: string | undefined
      do {
        const page = await store.listByClass(entityclass, { cursor, limit: pageSize })
        for (const entity of page.list) entities.set(entity.id, entity)
        cursor = page.cursor
      } while (cursor !== undefined)
      shelf.entities = entities
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
      const foreign = db.foreignVersion()
      shelf.checked = now()
      if (foreign === shelf.foreign) return shelf
    }
    const promise = load(entityclass).finally(() => loading.delete(entityclass))
    loading.set(entityclass, promise)
    return promise
  }

  async function refresh(entityclass: string, shelf: Shelf): Promise<void> {
    const ids = [...shelf.stale]
    shelf.stale.clear()
    const entities = new Map(shelf.entities)
    for (let i = 0; i < ids.length; i += pageSize) {
      const part = ids.slice(i, i + pageSize)
      const found = new Map((await store.getMany(part)).map((entity) => [entity.id, entity]))
      for (const id of part) {
        const entity = found.get(id)
        if (entity?.entityclass === entityclass) entities.set(id, entity)
        else entities.delete(id)
      }
    }
    shelf.entities = entities
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
