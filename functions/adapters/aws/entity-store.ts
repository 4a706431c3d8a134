import { chunksOf } from '../../../shared/chunks.ts'
import { maxEntityBytes } from '../../../shared/constants.ts'
import { entityTooLarge, revisionConflict, tooBusy, turnTaken, uniqueTaken } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { namesOf } from '../../../shared/model/references.ts'
import type { PutOptions, Write } from '../../ports/entity-store.ts'
import { checkItems, itemsOf, maxIds, namersOf, tooManyIds } from '../common/entity-limits.ts'
import { counterKey, headMeta, pageOfIds, revisionMeta, uniqueKey } from '../common/entity-rows.ts'
import { createGet } from '../common/get-entity.ts'
import type { ObservableStore, Written } from '../common/observable-store.ts'
import { classIndex, countOfClass } from './class-index.ts'
import { type Cancelled, type Dynamo, type Item, isCancelled } from './dynamo.ts'
import { createErasure } from './entity-erasure.ts'
import { createHistory, type EntityReads } from './entity-history.ts'
import { handOver, headKey, heldValues, idOf, isLive, putItems, revOf, stateOfItem } from './entity-items.ts'
import { memoryItem } from './import-memory.ts'
import { createNames } from './names.ts'
import { areNamesNoted } from './names-layout.ts'
import { type Bucket, dropText, isGone, storeText } from './overflow.ts'
import { createTransients } from './transients.ts'

/** What a save must know of the state that it follows; many are kept, so nothing here may hold on to a state. */
interface Before {
  rev: number
  held: string[]
  disabled: boolean
  areNamesNoted: boolean
  names: string[]
}
const nothingBefore: Before = { rev: 0, held: [], disabled: false, areNamesNoted: true, names: [] }
const beforeOf = (head: Item, entity: Entity, held: string[]): Before => ({
  rev: entity.rev,
  held,
  disabled: entity.disabled,
  areNamesNoted: areNamesNoted(head),
  // A tenth of what reading costs; the state itself may be a thousand times as large.
  names: namesOf(entity),
})

/** `closing`: mark that must still be on the head. */
type PreparedWrite = Write & { closing?: string | undefined }

const maxKnown = 500

export interface DynamoStoreOptions {
  dynamo: Dynamo
  /** For what is too large for an item. */
  bucket: Bucket
  /** Milliseconds since 1970. */
  now?: () => number
}

/** Entities in one DynamoDB table (docs/data-model.md). What it gives out is immutable: take a copy to change it. */
export function createEntityStore({ dynamo, bucket, now = Date.now }: DynamoStoreOptions): ObservableStore {
  const listeners = new Set<(written: Written) => void>()
  const tell = (id: string, entityclass: string) => {
    for (const listener of listeners) listener({ id, entityclass })
  }
  /** Of heads that were read or written here lately: what a save must know, and what no later save can change. */
  const known = new Map<string, Before>()
  function remember(id: string, before: Before) {
    known.delete(id)
    known.set(id, before)
    if (known.size > maxKnown) known.delete(known.keys().next().value!)
  }
  const names = createNames({ dynamo, bucket, now, getMany: (ids) => getMany(ids) })
  const headOf = (id: string, attributes?: string[]) => dynamo.get(headKey(id), attributes)

  /** The state of an item; undefined where the entity was erased between the reading of the two. */
  async function stateOf(item: Item): Promise<Entity | undefined> {
    try {
      const { entity, held } = await stateOfItem(bucket, item)
      if (isLive(item)) remember(entity.id, beforeOf(item, entity, held))
      return entity
    } catch (error) {
      if (!isGone(error)) throw error
      if (!isLive(await headOf(idOf(item), ['class']))) return undefined
      throw new Error(`entity ${idOf(item)}: its state of revision ${revOf(item)} is not in the bucket`, {
        cause: error,
      })
    }
  }

  const reads: EntityReads = { dynamo, bucket, headOf, stateOf }

  /** What a save must know of the revision before. Errors: `revision_conflict`, if it is not the current one. */
  async function beforeAt(id: string, rev: number): Promise<Before> {
    if (rev === 0) return nothingBefore
    const lately = known.get(id)
    if (lately?.rev === rev) return lately
    const head = await headOf(id)
    const state = isLive(head) && revOf(head) === rev ? await stateOf(head) : undefined
    if (!head || !state) throw revisionConflict(rev, revOf(head))
    return beforeOf(head, state, await heldValues(bucket, head))
  }

  /** Says what the save will name anew, and refuses what is deleted. Gives what follows once the save is done. */
  async function writeNames(entity: Entity, before: Before, { mayNameDeleted, namesAt = {} }: PutOptions) {
    const [after, earlier] = [namesOf(entity), before.names]
    const isBack = before.disabled && !entity.disabled
    const added = after.filter((name) => !earlier.includes(name) || Object.hasOwn(namesAt, name))
    const news = before.areNamesNoted && !isBack ? added : after
    const announced = await names.announce(entity, before.rev + 1, news)
    // Who comes back must find all that it names, not only what is new.
    const checked = isBack ? after : added
    if (!entity.disabled && !mayNameDeleted)
      await names.checkOpen(checked, namesAt).catch(async (error: unknown) => {
        await announced.withdraw()
        throw error
      })
    const lost = earlier.filter((name) => !after.includes(name))
    const followed = async () => {
      await names.forget(entity, before.rev + 1, lost)
      if (isBack) await names.forget(entity, before.rev, after)
    }
    return { ...announced, after, followed }
  }

  function put<T extends Entity['data']>(entity: Entity<T>, options: PutOptions): Promise<Entity<T>> {
    const namers = namersOf(options)
    if (!namers) return write(entity, options)
    return names.whileClosed(entity.id, options.expectRev, namers, (closing) =>
      write(entity, options, closing),
    )
  }
  async function write<T extends Entity['data']>(entity: Entity<T>, options: PutOptions, closing?: string) {
    await writeAll([{ entity, options, closing }])
    return { ...entity, rev: options.expectRev + 1 }
  }

  /** What a transaction writes of one entity, after everything that lies outside of it. */
  async function prepare({ entity, options, closing }: PreparedWrite) {
    const { id } = entity
    const { expectRev } = options
    const json = JSON.stringify(entity.data)
    const bytes = Buffer.byteLength(json) + Buffer.byteLength(headMeta(entity, options.unique ?? []))
    if (bytes > maxEntityBytes) throw entityTooLarge(bytes)

    // Of a new entity the transaction itself finds out whether it is there.
    const before = await beforeAt(id, expectRev)
    const { held } = before
    const holds = options.unique ? [...new Set(options.unique)] : held
    const lost = held.filter((value) => !holds.includes(value))
    const won = holds.filter((value) => !held.includes(value))
    checkItems(itemsOf(lost.length + won.length, options))

    const named = await writeNames(entity, before, options)
    const written: Entity = { ...entity, rev: expectRev + 1 }
    const folder = `entity-${id}`
    const memory = options.memory && (await memoryItem(dynamo, bucket, options.memory))
    const stored = await Promise.all([
      storeText(bucket, folder, 'meta', headMeta(written, holds)),
      storeText(bucket, folder, 'meta', revisionMeta(written, options.changeset, options.events)),
      storeText(bucket, folder, 'body', json),
    ])
    const [head, revision, body] = stored.map(({ attributes }) => attributes)
    const items = putItems(dynamo.table, {
      entity,
      head: { ...head, ...body },
      revision: { ...revision, ...body },
      expectRev,
      won,
      lost,
      counters: options.counters,
      turn: options.turn,
      memory: memory?.item,
      closing,
    })
    return {
      items,
      written,
      checkAge: named.checkAge,
      withdraw: () => Promise.all([dropText(bucket, ...stored, memory?.stored), named.withdraw()]),
      done() {
        const { rev, disabled } = written
        remember(id, { rev, disabled, held: holds, areNamesNoted: true, names: named.after })
        return Promise.all([named.followed(), dropText(bucket, memory?.replaced)])
      },
      /** Why it was refused, by what the transaction says of its items; undefined where nothing was wrong with them. */
      refusal([first, , ...others]: Cancelled['cancelled']) {
        if (first?.code === 'ConditionalCheckFailed') return revisionConflict(expectRev, revOf(first.item))
        const failed = others.findIndex(({ code }) => code === 'ConditionalCheckFailed')
        if (failed < 0) return undefined
        const taken = won[failed]
        return taken === undefined ? turnTaken() : uniqueTaken(taken)
      },
      async checkCurrent() {
        const rev = revOf(await headOf(id, ['rev']))
        if (rev !== expectRev) throw revisionConflict(expectRev, rev)
      },
    }
  }

  async function writeAll(writes: readonly PreparedWrite[]): Promise<Entity[]> {
    const prepared: Awaited<ReturnType<typeof prepare>>[] = []
    try {
      for (const write of writes) prepared.push(await prepare(write))
      handOver(prepared.map(({ items, written }) => ({ items, id: written.id })))
      const items = prepared.flatMap((one) => one.items)
      checkItems(items.length)
      for (const one of prepared) one.checkAge()
    } catch (error) {
      await Promise.all(prepared.map((one) => one.withdraw()))
      throw error
    }
    try {
      const result = await dynamo.transact(prepared.flatMap((one) => one.items))
      if (!isCancelled(result)) {
        await Promise.all(prepared.map((one) => one.done()))
        return prepared.map((one) => one.written)
      }
      await Promise.all(prepared.map((one) => one.withdraw()))
      let from = 0
      for (const one of prepared) {
        const refused = one.refusal(result.cancelled.slice(from, from + one.items.length))
        if (refused) throw refused
        from += one.items.length
      }
      // Others kept writing something that this touches too. Whoever saved an entity of it meanwhile has won.
      for (const one of prepared) await one.checkCurrent()
      throw tooBusy()
    } finally {
      // Also where it failed: of an answer that was lost nobody knows whether it was done.
      for (const { entity } of writes) tell(entity.id, entity.entityclass)
    }
  }

  async function getMany(ids: string[]): Promise<Entity[]> {
    if (ids.length > maxIds) throw tooManyIds()
    const items = await dynamo.getMany([...new Set(ids)].map(headKey))
    const states = await Promise.all(items.filter(isLive).map(stateOf))
    const byId = new Map(states.map((entity) => [entity?.id, entity]))
    return ids.map((id) => byId.get(id)).filter((entity) => entity !== undefined)
  }

  async function listIds(entityclass: string, { cursor, limit }: { cursor?: string; limit: number }) {
    const ids: string[] = []
    for await (const { id } of classIndex(dynamo, entityclass, { cursor, limit: limit + 1 })) ids.push(id)
    return pageOfIds(ids, limit)
  }

  return {
    ...createTransients(dynamo, bucket, now),
    put,
    putAll: writeAll,
    erase: createErasure(reads, names, tell),
    getMany,
    async erasedAmong(ids) {
      if (ids.length > maxIds) throw tooManyIds()
      const heads = await dynamo.getMany([...new Set(ids)].map(headKey), ['class'])
      const erased = new Set(heads.filter((head) => !isLive(head)).map(idOf))
      return ids.filter((id) => erased.has(id))
    },
    ...createHistory(reads),
    listNaming: names.list,
    get: createGet(async (id) => {
      const head = await headOf(id)
      return isLive(head) ? stateOf(head) : undefined
    }),
    async findUnique(key) {
      return (await dynamo.get({ pk: uniqueKey(key), sk: 'U' }))?.['meta'] as string | undefined
    },
    listIds,
    countByClass: (entityclass) => countOfClass(dynamo, entityclass),
    async listByClass(entityclass, page) {
      const { ids, ...next } = await listIds(entityclass, page)
      const list: Entity[] = []
      for (const some of chunksOf(ids, maxIds)) list.push(...(await getMany(some)))
      return { list, ...next }
    },
    async listRevs(entityclass) {
      const revs = new Map<string, number>()
      for await (const { id, rev } of classIndex(dynamo, entityclass)) {
        if (rev === undefined) return undefined
        revs.set(id, rev)
      }
      return revs
    },
    async counter(name) {
      return revOf(await dynamo.get({ pk: counterKey(name), sk: 'C' }))
    },
    onWrite(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
