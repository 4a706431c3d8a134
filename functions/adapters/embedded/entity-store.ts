import { setImmediate as nextTurn } from 'node:timers/promises'
import { maxEntityBytes } from '../../../shared/constants.ts'
import { entityTooLarge, notFound, revisionConflict, turnTaken, uniqueTaken } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { PutOptions } from '../../ports/entity-store.ts'
import { freezeDeep, type PackedBody, packBody } from '../common/body.ts'
import { checkItems, itemsOf, maxIds, namersOf, stillNamed, tooManyIds } from '../common/entity-limits.ts'
import {
  counterKey,
  entityKey,
  entityOfRow,
  envelopeOfRow,
  headMeta,
  type Meta,
  noteMarksPartition,
  pageOfIds,
  revisionKey,
  revisionMeta,
  type StateRow,
  stepOfMeta,
  type Tombstone,
  uniqueKey,
} from '../common/entity-rows.ts'
import { createGet } from '../common/get-entity.ts'
import type { ObservableStore, Written } from '../common/observable-store.ts'
import type { Database } from './database.ts'
import { EntityCache } from './entity-cache.ts'
import { memoryWriter } from './import-memory.ts'
import { createNames } from './names.ts'
import { createTransients } from './transients.ts'

/** What the statements below select. */
const stateRow = (row: unknown) => row as StateRow | undefined
/** Bodies that are unpacked before others get their turn. */
const perTurn = 100
const cacheCharacters = 16_000_000

export interface EntityStoreOptions {
  /** Milliseconds since 1970. */
  now?: () => number
}

/** Entities in one table of `node:sqlite`. What it gives out is immutable: take a copy to change it. */
export function createEntityStore(db: Database, options: EntityStoreOptions = {}): ObservableStore {
  const state = 'pk, class, rev, meta, body'
  const selectHead = db.prepare(`SELECT ${state} FROM items WHERE pk = ? AND sk = 'HEAD'`)
  const selectHeadMeta = db.prepare(`SELECT class, rev, meta FROM items WHERE pk = ? AND sk = 'HEAD'`)
  const selectRevision = db.prepare(`SELECT ${state} FROM items WHERE pk = ? AND sk = ?`)
  const selectHistory = db.prepare(
    `SELECT pk, class, rev, meta FROM items WHERE pk = ? AND sk BETWEEN 'R#' AND ? ORDER BY sk DESC LIMIT ?`,
  )
  const selectClass = db.prepare(
    `SELECT ${state} FROM items WHERE class = ? AND sk = 'HEAD' AND pk > ? ORDER BY pk LIMIT ?`,
  )
  const selectClassIds = db.prepare(
    `SELECT pk FROM items WHERE class = ? AND sk = 'HEAD' AND pk > ? ORDER BY pk LIMIT ?`,
  )
  const countClass = db.prepare(`SELECT count(*) AS count FROM items WHERE class = ? AND sk = 'HEAD'`)
  const upsertHead = db.prepare(
    `INSERT INTO items (pk, sk, class, rev, meta, body) VALUES (?, 'HEAD', ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET class = excluded.class, rev = excluded.rev, meta = excluded.meta, body = excluded.body`,
  )
  const insertRevision = db.prepare('INSERT INTO items (pk, sk, class, rev, meta) VALUES (?, ?, ?, ?, ?)')
  const keepBody = db.prepare(
    `UPDATE items SET body = (SELECT body FROM items WHERE pk = ?1 AND sk = 'HEAD') WHERE pk = ?1 AND sk = ?2`,
  )
  const deleteRevisions = db.prepare(`DELETE FROM items WHERE pk = ? AND sk BETWEEN 'R#' AND 'R$'`)
  const selectMeta = db.prepare('SELECT meta FROM items WHERE pk = ? AND sk = ?')
  const insertUnique = db.prepare(
    `INSERT INTO items (pk, sk, meta) VALUES (?, 'U', ?) ON CONFLICT DO NOTHING`,
  )
  const freeUnique = db.prepare(`DELETE FROM items WHERE pk = ? AND sk = 'U' AND meta = ?`)
  const deletePartition = db.prepare('DELETE FROM items WHERE pk = ?')
  const deleteItem = db.prepare('DELETE FROM items WHERE pk = ? AND sk = ?')
  const raiseCounter = db.prepare(
    `INSERT INTO items (pk, sk, rev) VALUES (?, 'C', ?) ON CONFLICT DO UPDATE SET rev = rev + excluded.rev`,
  )
  const selectCounter = db.prepare(`SELECT rev FROM items WHERE pk = ? AND sk = 'C'`)
  const appendFeed = db.prepare('INSERT INTO feed (id, class, rev, erased) VALUES (?, ?, ?, ?)')

  const names = createNames(db, (id, rev) => stateNow(entityKey(id), id, rev))
  const writeMemory = memoryWriter(db)

  const cache = new EntityCache(cacheCharacters)
  const listeners = new Set<(written: Written) => void>()
  let foreign = db.foreignVersion()

  function cached(id: string): Entity | undefined {
    const version = db.foreignVersion()
    if (version === foreign) return cache.get(id)
    foreign = version
    cache.clear()
    return undefined
  }
  function read(id: string): Entity | undefined {
    const hit = cached(id)
    if (hit) return hit
    const row = stateRow(selectHead.get(entityKey(id)))
    if (!row || row.class === null) return undefined
    const entity = entityOfRow(row)
    cache.set(entity, row.meta.length + 3 * row.body.length)
    return entity
  }
  function committed(written: Written) {
    cache.forget(written.id)
    for (const listener of listeners) listener(written)
  }

  const counter = (name: string) => Number(selectCounter.get(counterKey(name))?.['rev'] ?? 0)
  /** The body of a state that is not too large. */
  function packed(entity: Entity, { unique = [] }: PutOptions): PackedBody {
    const json = JSON.stringify(entity.data)
    const bytes = Buffer.byteLength(json) + Buffer.byteLength(headMeta(entity, unique))
    if (bytes > maxEntityBytes) throw entityTooLarge(bytes)
    return packBody(json)
  }
  /** The current state, inside of a write. */
  function stateNow(pk: string, id: string, rev: number): Entity {
    const hit = cache.get(id)
    return hit?.rev === rev ? hit : entityOfRow(stateRow(selectHead.get(pk))!)
  }
  /** `transaction` counts its items. */
  function writeState(entity: Entity, body: PackedBody, put: PutOptions, transaction = { items: 0 }): Entity {
    const pk = entityKey(entity.id)
    const head = selectHeadMeta.get(pk) as { rev: number; class: string | null; meta: string } | undefined
    const currentRev = head?.rev ?? 0
    // A tombstone refuses every write, whichever rev it was meant for.
    if (currentRev !== put.expectRev || head?.class === null)
      throw revisionConflict(put.expectRev, currentRev)
    const held = head ? ((JSON.parse(head.meta) as Meta).unique ?? []) : []
    const holds = put.unique ? [...new Set(put.unique)] : held
    const lost = held.filter((value) => !holds.includes(value))
    const won = holds.filter((value) => !held.includes(value))
    transaction.items += itemsOf(lost.length + won.length, put)
    checkItems(transaction.items)
    if (put.turn && counter(put.turn.counter) !== put.turn.at) throw turnTaken()
    const namers = namersOf(put)
    if (namers && names.isNamed(entity.id, namers)) throw stillNamed()
    names.follow(entity, head && stateNow(pk, entity.id, currentRev), put)
    for (const value of lost) freeUnique.run(uniqueKey(value), entity.id)
    for (const value of won) {
      if (insertUnique.run(uniqueKey(value), entity.id).changes === 0) throw uniqueTaken(value)
    }
    for (const { name, by } of put.counters ?? []) raiseCounter.run(counterKey(name), by)
    if (put.turn) raiseCounter.run(counterKey(put.turn.counter), 1)
    const written: Entity = { ...entity, rev: put.expectRev + 1 }
    // The current revision's body is the head's; it becomes the revision's own when the next one comes.
    if (head) keepBody.run(pk, revisionKey(currentRev))
    upsertHead.run(pk, entity.entityclass, written.rev, headMeta(written, holds), body)
    insertRevision.run(
      pk,
      revisionKey(written.rev),
      entity.entityclass,
      written.rev,
      revisionMeta(written, put.changeset, put.events),
    )
    appendFeed.run(entity.id, entity.entityclass, written.rev, 0)
    if (put.memory) writeMemory(put.memory)
    return written
  }

  /** Ahead of the write itself, which frees them too. */
  function freeLost(id: string, { unique }: PutOptions) {
    const head = selectHeadMeta.get(entityKey(id)) as { class: string | null; meta: string } | undefined
    if (!unique || !head || head.class === null) return
    const { unique: held = [] } = JSON.parse(head.meta) as Meta
    for (const value of held) if (!unique.includes(value)) freeUnique.run(uniqueKey(value), id)
  }

  function erase(id: string, by: string, at: string, evenIfNamed: boolean): Written | undefined {
    const pk = entityKey(id)
    const head = selectHeadMeta.get(pk) as { rev: number; class: string | null; meta: string } | undefined
    if (!head) throw notFound(id)
    if (head.class === null) return undefined
    if (!evenIfNamed && names.isNamed(id, { areDeletedToo: true })) throw stillNamed()
    for (const value of (JSON.parse(head.meta) as Meta).unique ?? []) deleteItem.run(uniqueKey(value), 'U')
    names.forget(stateNow(pk, id, head.rev))
    deleteRevisions.run(pk)
    deletePartition.run(noteMarksPartition(id))
    const tombstone: Tombstone = { erased: true, class: head.class, by, at }
    upsertHead.run(pk, null, head.rev + 1, JSON.stringify(tombstone), null)
    appendFeed.run(id, head.class, head.rev + 1, 1)
    return { id, entityclass: head.class }
  }

  async function getMany(ids: string[]): Promise<Entity[]> {
    if (ids.length > maxIds) throw tooManyIds()
    const found: Entity[] = []
    for (const [i, id] of ids.entries()) {
      if (i > 0 && i % perTurn === 0) await nextTurn()
      const entity = read(id)
      if (entity) found.push(entity)
    }
    return found
  }

  return {
    ...createTransients(db, options.now ?? Date.now),

    get: createGet(async (id) => read(id)),
    getMany,
    async erasedAmong(ids) {
      if (ids.length > maxIds) throw tooManyIds()
      const classOf = (id: string) =>
        (selectHeadMeta.get(entityKey(id)) as { class: string | null } | undefined)?.class
      return ids.filter((id) => classOf(id) === null)
    },
    async getRevision(id, rev) {
      const pk = entityKey(id)
      const row = stateRow(selectRevision.get(pk, revisionKey(rev)))
      if (!row) return undefined
      const body = row.body ?? stateRow(selectHead.get(pk))!.body
      return freezeDeep({ ...stepOfMeta(row.meta), entity: entityOfRow({ ...row, body }) })
    },
    async history(id, { start, limit }) {
      const pk = entityKey(id)
      const head = selectHeadMeta.get(pk) as { rev: number; class: string | null } | undefined
      if (!head || head.class === null) return { revisions: [], count: 0 }
      // Revisions have no gaps, so skipping some is a seek, not a scan.
      const rows = selectHistory.all(pk, revisionKey(Math.max(0, head.rev - start)), limit)
      const revisions = rows
        .map(stateRow)
        .map((row) => ({ ...stepOfMeta(row!.meta), entity: envelopeOfRow(row!) }))
      return { revisions, count: head.rev }
    },
    async put<T extends Entity['data']>(entity: Entity<T>, put: PutOptions) {
      const body = packed(entity, put)
      return db.write(() => writeState(entity, body, put), committed) as Promise<Entity<T>>
    },
    async putAll(writes) {
      const bodies = writes.map(({ entity, options }) => packed(entity, options))
      return db.write(
        () => {
          const transaction = { items: 0 }
          // What one of them gives away another one may take.
          for (const { entity, options } of writes) freeLost(entity.id, options)
          return writes.map(({ entity, options }, i) => writeState(entity, bodies[i]!, options, transaction))
        },
        (all) => all.forEach(committed),
      )
    },
    async erase(id, by, at, { evenIfNamed = false } = {}) {
      await db.write(
        () => erase(id, by, at, evenIfNamed),
        (written) => written && committed(written),
      )
    },
    async findUnique(key) {
      return selectMeta.get(uniqueKey(key), 'U')?.['meta'] as string | undefined
    },
    async listNaming(name, { cursor, limit }) {
      const { ids, ...next } = names.page(name, cursor, limit)
      return { list: await getMany(ids), ...next }
    },
    async listByClass(entityclass, { cursor, limit }) {
      const list: Entity[] = []
      let after = cursor === undefined ? '' : entityKey(cursor)
      while (list.length <= limit) {
        const rows = selectClass.all(entityclass, after, Math.min(perTurn, limit + 1 - list.length))
        for (const row of rows) list.push(entityOfRow(stateRow(row)!))
        if (rows.length < perTurn) break
        after = entityKey(list.at(-1)!.id)
        await nextTurn()
      }
      if (list.length <= limit) return { list }
      const page = list.slice(0, limit)
      return { list: page, cursor: page.at(-1)!.id }
    },
    async listIds(entityclass, { cursor, limit }) {
      const after = cursor === undefined ? '' : entityKey(cursor)
      const rows = selectClassIds.all(entityclass, after, limit + 1) as { pk: string }[]
      return pageOfIds(
        rows.map(({ pk }) => pk.slice(2)),
        limit,
      )
    },
    async countByClass(entityclass) {
      return Number(countClass.get(entityclass)!['count'])
    },
    counter: async (name) => counter(name),
    onWrite(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
