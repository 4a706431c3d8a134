import { maxEntityBytes } from '../../../shared/constants.ts'
import { notFound, revisionConflict } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { PutOptions } from '../../ports/entity-store.ts'
import {
  entityTooLarge,
  maxIds,
  maxItems,
  tooManyIds,
  tooManyItems,
  uniqueTaken,
} from '../common/entity-limits.ts'
import {
  counterKey,
  entityKey,
  headMeta,
  revisionKey,
  revisionMeta,
  stepOfMeta,
  uniqueKey,
} from '../common/entity-rows.ts'
import type { ObservableStore, Written } from '../common/observable-store.ts'
import { classIndex } from './class-index.ts'
import { type Dynamo, type Item, isCancelled, projection, tooBusy } from './dynamo.ts'
import {
  envelopeOf,
  erasureItems,
  headKey,
  heldValues,
  idOf,
  isLive,
  metaText,
  putItems,
  revOf,
  stateOfItem,
} from './entity-items.ts'
import { memoryItem } from './import-memory.ts'
import { type Bucket, dropText, isGone, storeText } from './overflow.ts'
import { createTransients } from './transients.ts'

/** An erasure that meets a save starts over; it wins within a few rounds. */
const erasureRounds = 20
const maxKnown = 2_000

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
  const known = new Map<string, { rev: number; held: string[] }>()
  function remember(id: string, rev: number, held: string[]) {
    known.delete(id)
    known.set(id, { rev, held })
    if (known.size > maxKnown) known.delete(known.keys().next().value!)
  }
  const headOf = (id: string, attributes?: string[]) => dynamo.get(headKey(id), attributes)

  /** The state of an item; undefined where the entity was erased between the reading of the two. */
  async function stateOf(item: Item): Promise<Entity | undefined> {
    try {
      const { entity, held } = await stateOfItem(bucket, item)
      if (isLive(item)) remember(entity.id, entity.rev, held)
      return entity
    } catch (error) {
      if (!isGone(error)) throw error
      if (!isLive(await headOf(idOf(item), ['class']))) return undefined
      throw new Error(`entity ${idOf(item)}: its state of revision ${revOf(item)} is not in the bucket`, {
        cause: error,
      })
    }
  }

  /** The unique values that the entity holds at a revision. Errors: `revision_conflict`, if it is not the current one. */
  async function heldBefore(id: string, rev: number): Promise<string[]> {
    const lately = known.get(id)
    if (lately?.rev === rev) return lately.held
    const head = await headOf(id, ['pk', 'rev', 'class', 'meta', 'metaAt'])
    if (!isLive(head) || revOf(head) !== rev) throw revisionConflict(rev, revOf(head))
    return heldValues(bucket, head)
  }

  async function put(entity: Entity, options: PutOptions): Promise<Entity> {
    const { id, entityclass } = entity
    const { expectRev, counters } = options
    const json = JSON.stringify(entity.data)
    const bytes = Buffer.byteLength(json) + Buffer.byteLength(headMeta(entity, options.unique ?? []))
    if (bytes > maxEntityBytes) throw entityTooLarge(bytes)

    // Of a new entity the transaction itself finds out whether it is there.
    const held = expectRev === 0 ? [] : await heldBefore(id, expectRev)
    const holds = options.unique ? [...new Set(options.unique)] : held
    const lost = held.filter((value) => !holds.includes(value))
    const won = holds.filter((value) => !held.includes(value))
    const size = 2 + lost.length + won.length + (counters?.length ?? 0) + (options.memory ? 1 : 0)
    if (size > maxItems) throw tooManyItems(size)

    const written: Entity = { ...entity, rev: expectRev + 1 }
    const folder = `entity-${id}`
    const memory = options.memory && (await memoryItem(bucket, options.memory))
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
      counters,
      memory: memory?.item,
    })
    try {
      const result = await dynamo.transact(items)
      if (!isCancelled(result)) {
        remember(id, written.rev, holds)
        return written
      }
      await dropText(bucket, ...stored, memory?.stored)
      const [first, , ...others] = result.cancelled
      if (first?.code === 'ConditionalCheckFailed') throw revisionConflict(expectRev, revOf(first.item))
      const taken = others.findIndex(({ code }) => code === 'ConditionalCheckFailed')
      if (taken >= 0) throw uniqueTaken(won[taken]!)
      // Others kept writing something that this touches too. Whoever saved this entity meanwhile has won.
      const rev = revOf(await headOf(id, ['rev']))
      throw rev === expectRev ? tooBusy() : revisionConflict(expectRev, rev)
    } finally {
      // Also where it failed: of an answer that was lost nobody knows whether it was done.
      tell(id, entityclass)
    }
  }

  async function erase(id: string, by: string, at: string): Promise<void> {
    for (let round = 0; ; round++) {
      const head = await headOf(id, ['pk', 'rev', 'class', 'meta', 'metaAt'])
      if (!head) throw notFound(id)
      // Erased before, but maybe not to the end.
      if (!isLive(head)) break
      const held = await heldValues(bucket, head)
      try {
        if (!isCancelled(await dynamo.transact(erasureItems(dynamo.table, head, held, by, at)))) break
      } finally {
        tell(id, head['class']!.S!)
      }
      if (round >= erasureRounds) throw tooBusy()
    }
    const revisions = dynamo.pages({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :r)',
      ExpressionAttributeValues: { ':pk': { S: entityKey(id) }, ':r': { S: 'R#' } },
      ...projection(['pk', 'sk', 'metaAt', 'bodyAt']),
      ConsistentRead: true,
    })
    for await (const page of revisions) {
      const places = page.flatMap((item) => [item['metaAt']?.S, item['bodyAt']?.S])
      for (const place of places) if (place !== undefined) await bucket.delete(place)
      await dynamo.deleteMany(page.map((item) => ({ pk: item['pk']!.S!, sk: item['sk']!.S! })))
    }
  }

  async function getMany(ids: string[]): Promise<Entity[]> {
    if (ids.length > maxIds) throw tooManyIds()
    const items = await dynamo.getMany([...new Set(ids)].map(headKey))
    const states = await Promise.all(items.filter(isLive).map(stateOf))
    const byId = new Map(states.map((entity) => [entity?.id, entity]))
    return ids.map((id) => byId.get(id)).filter((entity) => entity !== undefined)
  }

  return {
    ...createTransients(dynamo, bucket, now),
    put,
    erase,
    getMany,
    async get(id) {
      const head = await headOf(id)
      return isLive(head) ? stateOf(head) : undefined
    },
    async getRevision(id, rev) {
      const [head, item] = await Promise.all([
        headOf(id, ['pk', 'class']),
        dynamo.get({ pk: entityKey(id), sk: revisionKey(rev) }),
      ])
      // Until an erasure has come to its end, revisions may still lie there.
      const entity = isLive(head) && item ? await stateOf(item) : undefined
      if (!entity) return undefined
      return Object.freeze({ ...stepOfMeta(await metaText(bucket, item!)), entity })
    },
    async history(id, { start, limit }) {
      const head = await headOf(id, ['pk', 'rev', 'class'])
      if (!isLive(head)) return { revisions: [], count: 0 }
      const count = revOf(head)
      const found: Item[] = []
      let next: Item | undefined
      while (start < count && found.length < limit) {
        const page = await dynamo.query({
          // Revisions have no gaps, so skipping some is a seek, not a scan.
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          ExpressionAttributeValues: {
            ':pk': { S: entityKey(id) },
            ':first': { S: 'R#' },
            ':last': { S: revisionKey(count - start) },
          },
          ...projection(['pk', 'sk', 'ofclass', 'rev', 'meta', 'metaAt']),
          ScanIndexForward: false,
          Limit: limit - found.length,
          ExclusiveStartKey: next,
          ConsistentRead: true,
        })
        found.push(...page.items)
        next = page.next
        if (!next) break
      }
      const revisions = await Promise.all(
        found.map(async (item) => {
          const meta = await metaText(bucket, item)
          return { ...stepOfMeta(meta), entity: envelopeOf(item, meta) }
        }),
      )
      return { revisions, count }
    },
    async findUnique(key) {
      return (await dynamo.get({ pk: uniqueKey(key), sk: 'U' }))?.['meta']?.S
    },
    async listByClass(entityclass, { cursor, limit }) {
      const ids: string[] = []
      for await (const { id } of classIndex(dynamo, entityclass, { cursor, limit: limit + 1 })) ids.push(id)
      const wanted = ids.slice(0, limit)
      const list: Entity[] = []
      for (let i = 0; i < wanted.length; i += maxIds)
        list.push(...(await getMany(wanted.slice(i, i + maxIds))))
      return ids.length > limit ? { list, cursor: wanted.at(-1) } : { list }
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
