import type { JobReason } from '../../../shared/model/job.ts'
import type { JobStore } from '../../ports/job-store.ts'
import { shardKey, undoablePrefix, unitOfKey } from '../common/job-rows.ts'
import type { Dynamo, Item } from './dynamo.ts'
import { allShards, mayTell, numberOf, sumsAt, toldReasons } from './job-shards.ts'

const reasonsPrefix = 'R#'

/** Items of one shard in the order of their keys, read a few at a time: each time twice as many as before. */
interface Source {
  pk: string
  after: string | undefined
  items: Item[]
  hasMore: boolean
  limit: number
}

/** Lists of what lies in all shards of a job. `read` gives the text of an item. */
export function createJobLists(
  dynamo: Dynamo,
  read: (item: Item) => Promise<string>,
): Pick<JobStore, 'reasons' | 'undoable'> {
  async function page(pk: string, prefix: string, after: string | undefined, limit: number) {
    return dynamo.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :after AND :last',
      ExpressionAttributeValues: {
        ':pk': pk,
        // Just behind the key.
        ':after': after === undefined ? prefix : `${after} `,
        ':last': `${prefix}~`,
      },
      Limit: limit,
      ConsistentRead: true,
    })
  }
  async function fill(source: Source): Promise<void> {
    const { items, next } = await page(source.pk, reasonsPrefix, source.after, source.limit)
    source.items.push(...items)
    source.after = items.at(-1)?.sk ?? source.after
    source.hasMore = next !== undefined
    source.limit *= 2
  }
  /** Items with reasons of all shards that have some, in the order of phases and units. */
  async function* inOrder(jobId: string, after: string | undefined): AsyncGenerator<Item> {
    const all = allShards.map((shard) => sumsAt(jobId, shard))
    const telling = (await dynamo.getMany(all, [toldReasons, 'failed'])).filter(mayTell)
    const sources = telling.map(({ pk }): Source => ({ pk, after, items: [], hasMore: true, limit: 2 }))
    for (;;) {
      const isDry = sources.some(({ items, hasMore }) => items.length === 0 && hasMore)
      if (isDry) {
        // With those that will be dry soon: units of neighbouring numbers lie in different shards.
        await Promise.all(sources.filter(({ items, hasMore }) => items.length <= 1 && hasMore).map(fill))
        continue
      }
      const [first, ...others] = sources.filter(({ items }) => items.length > 0)
      if (!first) return
      const least = others.reduce((a, b) => (b.items[0]!.sk < a.items[0]!.sk ? b : a), first)
      yield least.items.shift()!
    }
  }

  return {
    async reasons(jobId, { cursor, limit }) {
      const list: JobReason[] = []
      let last: string | undefined
      for await (const item of inOrder(jobId, cursor)) {
        const reasons = JSON.parse(await read(item)) as JobReason[]
        // Of a unit that was done after all.
        if (reasons.length === 0) continue
        if (last !== undefined && list.length >= limit) return { list, cursor: last }
        list.push(...reasons)
        last = item.sk
      }
      return { list }
    },
    async undoable(jobId, phase, { cursor, limit }) {
      // Shard by shard: the cursor says in which one it is.
      let [shard, after] = cursor === undefined ? [0, undefined] : splitCursor(cursor)
      for (; shard < allShards.length; shard++, after = undefined) {
        const { items, next } = await page(shardKey(jobId, shard), undoablePrefix(phase), after, limit)
        if (items.length === 0) continue
        const list = items.map((item) => ({
          unit: unitOfKey(item.sk),
          rows: numberOf(item, 'rows'),
          ...(item['uncertain'] && { isUncertain: true as const }),
        }))
        if (next) return { list, cursor: `${shard} ${items.at(-1)!.sk}` }
        return shard + 1 < allShards.length ? { list, cursor: `${shard + 1} ` } : { list }
      }
      return { list: [] }
    },
  }
}

function splitCursor(cursor: string): [number, string | undefined] {
  const [shard = '0', after = ''] = cursor.split(' ')
  return [Number(shard), after === '' ? undefined : after]
}
