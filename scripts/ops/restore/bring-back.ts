import {
  type Dynamo,
  type Item,
  isCancelled,
  type WriteItem,
} from '../../../functions/adapters/aws/dynamo.ts'
import {
  headItem,
  headKey,
  isLive,
  revisionItem,
  revOf,
  stateOfItem,
} from '../../../functions/adapters/aws/entity-items.ts'
import { noteNames } from '../../../functions/adapters/aws/names.ts'
import { storeText } from '../../../functions/adapters/aws/overflow.ts'
import { systemClock } from '../../../functions/adapters/common/clock.ts'
import { headMeta, revisionMeta, uniqueKey } from '../../../functions/adapters/common/entity-rows.ts'
import type { ObservableStore } from '../../../functions/adapters/common/observable-store.ts'
import { endedByRestore, type Job } from '../../../functions/domain/job/job.ts'
import type { FileStore } from '../../../functions/ports/file-store.ts'
import { chunksOf } from '../../../shared/chunks.ts'
import { fixedIds } from '../../../shared/constants.ts'
import { errorMessage } from '../../../shared/errors.ts'
import type { Changeset, Entity } from '../../../shared/model/entity.ts'
import type { Operator } from '../operator.ts'
import type { Difference } from './compare.ts'
import type { Places } from './places.ts'

/** Entities that are written side by side. */
const atOnce = 10
/** Entities between two lines about how far it is. */
const tellEvery = 50

interface Context {
  o: Operator
  restored: Dynamo
  live: Dynamo
  files: FileStore
  store: ObservableStore
  /** The title of every revision that the restore writes. */
  changeset: Changeset
  /** Ids of jobs that ran at the moment `to`. */
  running: ReadonlySet<string>
  to: Date
}
const now = () => ({ updated: systemClock.now(), updatedBy: fixedIds.account.system })

/** Works through a list, some side by side, and says how far it is. */
async function each<T>(
  { o }: Context,
  what: string,
  list: T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  let done = 0
  const queue = [...list]
  const next = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      await work(one)
      done++
      if (done % tellEvery === 0 || done === list.length) o.say(`${what}: ${done} of ${list.length}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

/** Puts revisions back as they were, some side by side. */
export async function putRevisions(live: Dynamo, items: Item[]): Promise<void> {
  for (const some of chunksOf(items, atOnce)) await Promise.all(some.map((item) => live.put(item)))
}

/** Takes values from whoever holds them now and did not then, as a revision of theirs. */
async function freeValues(c: Context, id: string, values: string[]): Promise<void> {
  for (const value of values) {
    const holder = await c.store.findUnique(value)
    if (holder === undefined || holder === id) continue
    const head = await c.live.get(headKey(holder))
    if (!isLive(head)) {
      await c.live.delete({ pk: uniqueKey(value), sk: 'U' })
      continue
    }
    const { entity, held } = await stateOfItem(c.files, head)
    await c.store.put(
      { ...entity, ...now() },
      {
        expectRev: entity.rev,
        unique: held.filter((one) => one !== value),
        changeset: c.changeset,
        mayNameDeleted: true,
      },
    )
  }
}

/**
 * Puts an entity in the place of its tombstone: beyond the tombstone's revision, so that the index and whoever
 * remembers an older one take it as newest. Revisions have no gaps, so those in between show the same state.
 */
async function raise(c: Context, entity: Entity, held: string[], from: number, tombstone: number) {
  const folder = `entity-${entity.id}`
  const body = (await storeText(c.files, folder, 'body', JSON.stringify(entity.data))).attributes
  const revisionOf = async (rev: number): Promise<Item> => {
    const meta = revisionMeta({ ...entity, ...now(), rev }, c.changeset)
    return revisionItem(entity, rev, {
      ...(await storeText(c.files, folder, 'meta', meta)).attributes,
      ...body,
    })
  }
  for (let rev = from + 1; rev <= tombstone; rev++) await c.live.put(await revisionOf(rev))
  const rev = tombstone + 1
  const meta = headMeta({ ...entity, ...now(), rev }, held)
  const TableName = c.live.table
  const items: WriteItem[] = [
    {
      Put: {
        TableName,
        Item: headItem(entity, rev, {
          ...(await storeText(c.files, folder, 'meta', meta)).attributes,
          ...body,
        }),
        ConditionExpression: 'rev = :rev AND attribute_not_exists(#class)',
        ExpressionAttributeNames: { '#class': 'class' },
        ExpressionAttributeValues: { ':rev': tombstone },
      },
    },
    { Put: { TableName, Item: await revisionOf(rev) } },
    ...held.map((value) => ({
      Put: {
        TableName,
        Item: { pk: uniqueKey(value), sk: 'U', meta: entity.id },
        ConditionExpression: 'attribute_not_exists(pk) OR meta = :id',
        ExpressionAttributeValues: { ':id': entity.id },
      },
    })),
  ]
  if (isCancelled(await c.live.transact(items)))
    throw new Error(
      `${entity.entityclass} ${entity.id} was written by somebody else meanwhile. Run it again.`,
    )
}

/** A job that ran comes back as aborted, and holds nothing. */
function endRunning(c: Context, state: { entity: Entity; held: string[] }) {
  if (!c.running.has(state.entity.id)) return state
  return { entity: endedByRestore(state.entity as Job, c.to.toISOString()) ?? state.entity, held: [] }
}

async function bringBackHead(c: Context, id: string): Promise<void> {
  const [was, is] = await Promise.all([c.restored.get(headKey(id)), c.live.get(headKey(id))])
  if (!was) throw new Error('it is gone from the restored table')
  const { entity, held } = endRunning(c, await stateOfItem(c.files, was))
  await freeValues(c, id, held)
  const goOnFrom = (head: Item) => {
    const options = { expectRev: revOf(head), unique: held, changeset: c.changeset, mayNameDeleted: true }
    return c.store.put({ ...entity, ...now() }, options)
  }
  if (is && !isLive(is)) {
    await noteNames(c.live, entity, revOf(is) + 1)
    await raise(c, entity, held, revOf(was), revOf(is))
  } else if (!is || revOf(is) < revOf(was)) {
    await noteNames(c.live, entity, revOf(was))
    // It was taken away past the store, or put back from an older copy: nobody has seen a later revision.
    const condition = is
      ? { expression: 'rev = :rev', values: { ':rev': revOf(is) } }
      : { expression: 'attribute_not_exists(pk)' }
    if (!(await c.live.put(was, condition)))
      throw new Error(`${id} was written by somebody else meanwhile. Run it again.`)
    if (c.running.has(id)) await goOnFrom(was)
  } else await goOnFrom(is)
}

/**
 * Makes the live table say what the restored one says. Goes forward only: what changed since becomes the older state
 * again as a new revision. Each step can be cut off, and is only done where it is still to be done the next time.
 * Gives the entities that could not be brought back, with reasons.
 */
export async function bringBack(
  o: Operator,
  copy: string,
  d: Difference,
  places: Places,
  to: Date,
): Promise<{ id: string; reason: string }[]> {
  const [restored, live, files, store] = await Promise.all([o.table(copy), o.table(), o.files(), o.store()])
  const changeset = { label: `Restored to ${to.toISOString().slice(0, 19)}Z` }
  const running = new Set(d.running.map(({ id }) => id))
  const c: Context = { o, restored, live, files, store, changeset, running, to }
  const failures: { id: string; reason: string }[] = []

  await each(c, 'Large states', d.places, async (place) => {
    if (!(await places.bringBack(place))) failures.push({ id: place, reason: 'no version of it is left' })
  })
  for (const item of d.tombstones) await live.put(item)
  await each(c, 'Entities that were not there', d.since, ({ id }) => {
    const { updated, updatedBy } = now()
    // What names it is erased or brought back to where it does not.
    return store.erase(id, updatedBy, updated, { evenIfNamed: true })
  })
  const hindered: string[] = []
  await each(c, 'Entities brought back', d.heads, async (id) => {
    await bringBackHead(c, id).catch(() => hindered.push(id))
  })
  // Side by side two may get in each other's way, when one holds a value of the other. One after the other none does.
  for (const id of hindered) {
    try {
      await bringBackHead(c, id)
    } catch (error) {
      failures.push({ id, reason: errorMessage(error) })
    }
  }
  for (const item of d.memories) await live.put(item)
  await live.deleteMany(d.memoriesSince)
  // After their products: whoever is erased takes them along.
  for (const item of d.marks) await live.put(item)
  await live.deleteMany(d.marksSince)
  for (const item of d.counters) await live.put(item)
  // What was right about unique values followed with their entities; the rest was changed past the store.
  for (const item of d.uniqueSince) {
    const holder = item['meta']
    const head = typeof holder === 'string' ? await live.get(headKey(holder)) : undefined
    const held = isLive(head) ? (await stateOfItem(files, head)).held : []
    if (!held.some((value) => uniqueKey(value) === item.pk)) await live.delete(item)
  }
  for (const item of d.unique) await live.put(item)
  return failures
}
