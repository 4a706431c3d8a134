import { isDeepStrictEqual } from 'node:util'
import type { Dynamo, Item } from '../../../functions/adapters/aws/dynamo.ts'
import { classOf, idOf, isLive, revOf } from '../../../functions/adapters/aws/entity-items.ts'
import { isGone } from '../../../functions/adapters/aws/overflow.ts'
import { noteMarksPartition } from '../../../functions/adapters/common/entity-rows.ts'
import { chunksOf } from '../../../shared/chunks.ts'
import type { Operator } from '../operator.ts'
import { eachPage } from '../tables.ts'
import { spell } from './digest.ts'
import { isEnded, type RunningJob, runningJobOf } from './jobs.ts'
import { type Places, placesOf } from './places.ts'

/** Keys of one request for what the other table has. */
const atOnce = 400
const isNoteMarks = ({ pk }: Item) => pk.startsWith(noteMarksPartition(''))
const keyText = (item: Item) => `${item.pk} ${item.sk}`

/** What the live table has to become, to say what the restored one says. */
export interface Difference {
  /** Ids of entities whose state is another one, or that are not there. */
  heads: string[]
  /** How many revisions are not there as they were. */
  revisions: number
  /** What imports remember that is not there as it was. */
  memories: Item[]
  /** Things that imports remember now, and knew nothing of. */
  memoriesSince: Item[]
  /** What people had read of a product's notes that is not there as it was. */
  marks: Item[]
  /** What is there of people who had read nothing of that product's notes. */
  marksSince: Item[]
  /** Tombstones that are not there. */
  tombstones: Item[]
  /** Entities that are there, and were not: ids with their classes. */
  since: { id: string; entityclass: string }[]
  /** Unique values that are held by nobody, or by somebody else; `meta` is who held them. */
  unique: Item[]
  /** Unique values that nobody held. */
  uniqueSince: Item[]
  /** Counters that stand below where they stood. */
  counters: Item[]
  /** Places in the bucket that are named and not there. */
  places: string[]
  /** Jobs that ran then, which come back as aborted: none of them is a difference by itself. */
  running: RunningJob[]
}
export const noDifference = (): Difference => ({
  heads: [],
  revisions: 0,
  memories: [],
  memoriesSince: [],
  marks: [],
  marksSince: [],
  tombstones: [],
  since: [],
  unique: [],
  uniqueSince: [],
  counters: [],
  places: [],
  running: [],
})
export const countOf = ({ running: _running, ...differences }: Difference): number =>
  Object.values(differences).reduce<number>(
    (sum, one) => sum + (typeof one === 'number' ? one : one.length),
    0,
  )

/** The items of a page, each with its counterpart in the other table. */
async function beside(items: Item[], other: Dynamo): Promise<[Item, Item | undefined][]> {
  const found = new Map<string, Item>()
  for (const some of chunksOf(items, atOnce))
    for (const item of await other.getMany(some)) found.set(keyText(item), item)
  return items.map((item) => [item, found.get(keyText(item))])
}

/**
 * Compares the live table with the restored one; both are read whole. `putBack` gets the revisions that are not there
 * as they were: there may be too many to remember.
 */
export async function compare(
  o: Operator,
  copy: string,
  places: Places,
  putBack: (revisions: Item[]) => Promise<void>,
): Promise<Difference> {
  const [restored, live, files] = await Promise.all([o.table(copy), o.table(), o.files()])
  const d = noDifference()
  async function isSameHead(was: Item, is: Item | undefined): Promise<boolean> {
    if (!isLive(is) || revOf(is) < revOf(was)) return false
    if (isDeepStrictEqual(was, is)) return true
    const before = await spell(files, was)
    try {
      return before === (await spell(files, is))
    } catch (error) {
      if (isGone(error)) return false
      throw error
    }
  }
  async function isSameState(was: Item, is: Item | undefined): Promise<boolean> {
    const running = await runningJobOf(files, was)
    if (!running) return isSameHead(was, is)
    d.running.push(running)
    return isEnded(files, is)
  }
  await eachPage(o.dynamo, { TableName: restored.table }, async (items) => {
    const changed: Item[] = []
    // Short-lived items and what is known of jobs end by themselves; who names whom follows the entities, and so does the
    // table's layout.
    const lasting = items.filter((item) => !/^[JLNT]#/.test(item.pk))
    for (const [was, is] of await beside(lasting, live)) {
      const missing: string[] = []
      for (const place of placesOf(was)) if (!(await places.isThere(place))) missing.push(place)
      d.places.push(...missing)
      const kind = was.sk
      if (isNoteMarks(was)) {
        if (!isDeepStrictEqual(was, is)) d.marks.push(was)
      } else if (kind === 'U') {
        if (is?.['meta'] !== was['meta']) d.unique.push(was)
      } else if (kind === 'C') {
        if (revOf(is) < revOf(was)) d.counters.push(was)
      } else if (kind === 'M') {
        if (!isDeepStrictEqual(was, is)) d.memories.push(was)
      } else if (kind.startsWith('R#')) {
        if (!isDeepStrictEqual(was, is)) changed.push(was)
      } else if (kind !== 'HEAD') {
        throw new Error(`A restore knows no items as ${keyText(was)}.`)
      } else if (!isLive(was)) {
        if (!is) d.tombstones.push(was)
        else if (isLive(is)) d.since.push({ id: idOf(was), entityclass: classOf(is) })
      } else {
        // A state that cannot be read cannot be compared.
        const isSame = missing.length > 0 ? isDeepStrictEqual(was, is) : await isSameState(was, is)
        if (!isSame) d.heads.push(idOf(was))
      }
    }
    d.revisions += changed.length
    if (changed.length > 0) await putBack(changed)
  })
  // What keeps others from doing the same is let go of by a job that is aborted.
  const ended = new Set(d.running.map(({ id }) => id))
  d.unique = d.unique.filter((item) => !ended.has(String(item['meta'])))
  await eachPage(
    o.dynamo,
    {
      TableName: live.table,
      FilterExpression: 'sk IN (:head, :unique, :memory) OR begins_with(pk, :marks)',
      ExpressionAttributeValues: {
        ':head': 'HEAD',
        ':unique': 'U',
        ':memory': 'M',
        ':marks': noteMarksPartition(''),
      },
    },
    async (items) => {
      for (const [is, was] of await beside(items, restored)) {
        if (was) continue
        if (isNoteMarks(is)) d.marksSince.push(is)
        else if (is.sk === 'U') d.uniqueSince.push(is)
        else if (is.sk === 'M') d.memoriesSince.push(is)
        else if (isLive(is)) d.since.push({ id: idOf(is), entityclass: classOf(is) })
      }
    },
  )
  return d
}
