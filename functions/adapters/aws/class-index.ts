import { entityClasses, isEntityClass } from '../../../shared/model/entity-classes.ts'
import { entityKey } from '../common/entity-rows.ts'
import type { Dynamo, Item } from './dynamo.ts'

/**
 * A partition of the index takes 1,000 writes a second, and holds the whole table back when it is over that. So a class
 * is spread over several. Reference data is written by people, and small; it is asked for often, and stays in one.
 */
const shards = 16

function shardOf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0
  return hash % shards
}
const isSpread = (entityclass: string) =>
  !isEntityClass(entityclass) || !entityClasses[entityclass].isReference

/** What a head carries as its class: the class, and the part of it that the head is in. */
export const classPartition = (entityclass: string, id: string): string =>
  isSpread(entityclass) ? `${entityclass}#${shardOf(id)}` : entityclass
/** The class that a head carries; heads of an older Inputlist carry it without a part. */
export const classOfPartition = (partition: string): string => partition.split('#')[0]!

interface Row {
  id: string
  rev?: number
}
async function* rowsOf(
  dynamo: Dynamo,
  partition: string,
  cursor: string,
  pageSize?: number,
): AsyncGenerator<Row> {
  let next: Item | undefined
  do {
    const page = await dynamo.query({
      IndexName: 'by-class',
      KeyConditionExpression: '#class = :class AND pk > :after',
      ExpressionAttributeNames: { '#class': 'class' },
      ExpressionAttributeValues: { ':class': partition, ':after': entityKey(cursor) },
      ExclusiveStartKey: next,
      ...(pageSize !== undefined && { Limit: pageSize }),
    })
    for (const item of page.items)
      yield { id: item.pk.slice(2), ...(item['rev'] !== undefined && { rev: Number(item['rev']) }) }
    next = page.next
  } while (next)
}

/** Heads of an older Inputlist lie in the partition of the class itself until they are written again. */
const partitionsOf = (entityclass: string): string[] => [
  entityclass,
  ...(isSpread(entityclass) ? Array.from({ length: shards }, (_, n) => `${entityclass}#${n}`) : []),
]

/** How many entities the index has of a class; one that is just changing partitions may be counted twice. */
export async function countOfClass(dynamo: Pick<Dynamo, 'count'>, entityclass: string): Promise<number> {
  const counts = await Promise.all(
    partitionsOf(entityclass).map((partition) =>
      dynamo.count({
        IndexName: 'by-class',
        KeyConditionExpression: '#class = :class',
        ExpressionAttributeNames: { '#class': 'class' },
        ExpressionAttributeValues: { ':class': partition },
      }),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/**
 * The entities of a class by id, from the index `by-class`; with their revisions, if the index holds them. It follows
 * the table after a moment: what was written just now may be missing, and an entity that was erased may still be there.
 * `limit` is a hint how many will be taken.
 */
export async function* classIndex(
  dynamo: Dynamo,
  entityclass: string,
  { cursor = '', limit }: { cursor?: string; limit?: number } = {},
): AsyncGenerator<Row> {
  const share = limit === undefined ? undefined : Math.ceil((1.5 * limit) / shards) + 2
  const partitions = partitionsOf(entityclass).map((partition, n) =>
    rowsOf(dynamo, partition, cursor, n === 0 ? limit : share),
  )
  const first = await Promise.all(partitions.map((rows) => rows.next()))
  const waiting = first.map(({ value }, n) => ({ row: value as Row | undefined, rows: partitions[n]! }))
  let last: string | undefined
  for (let taken = 0; limit === undefined || taken < limit; ) {
    let least: (typeof waiting)[number] | undefined
    for (const one of waiting) if (one.row && (!least?.row || one.row.id < least.row.id)) least = one
    if (!least?.row) return
    const { row } = least
    // One that is just changing partitions may be in both.
    if (row.id !== last) {
      yield row
      taken++
    }
    last = row.id
    least.row = (await least.rows.next()).value as Row | undefined
  }
}
