/** The items of one entity (docs/data-model.md): how they are written, and read back. */
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb'
import type { Entity } from '../../../shared/model/entity.ts'
import type { Change, PutOptions } from '../../ports/entity-store.ts'
import { unpackBody } from '../common/body.ts'
import {
  counterKey,
  entityKey,
  entityOfRow,
  envelopeOfRow,
  type Meta,
  revisionKey,
  type Tombstone,
  uniqueKey,
} from '../common/entity-rows.ts'
import { classOfPartition, classPartition } from './class-index.ts'
import { type Item, keyOf } from './dynamo.ts'
import { type Bucket, isGone, readText } from './overflow.ts'

type Reader = Pick<Bucket, 'get'>

export const headKey = (id: string) => ({ pk: entityKey(id), sk: 'HEAD' })
/** A head that stands for an entity, not for one that was erased. */
export const isLive = (item: Item | undefined): item is Item => item?.['class'] !== undefined
/** The class of a live head. */
export const classOf = (head: Item): string => classOfPartition(head['class']!.S!)
export const revOf = (item: Item | undefined) => Number(item?.['rev']?.N ?? 0)
export const idOf = (item: Item) => item['pk']!.S!.slice(2)

export const metaText = async (bucket: Reader, item: Item) => unpackBody(await readText(bucket, item, 'meta'))
const heldIn = (meta: string) => (JSON.parse(meta) as Meta).unique ?? []
/** The unique values that a head holds. */
export const heldValues = async (bucket: Reader, head: Item) => heldIn(await metaText(bucket, head))

const rowOf = (item: Item, meta: string) => ({
  pk: item['pk']!.S!,
  class: item['class'] ? classOf(item) : item['ofclass']!.S!,
  rev: revOf(item),
  meta,
})
export const envelopeOf = (item: Item, meta: string) => envelopeOfRow(rowOf(item, meta))
/** A state, with the unique values that it holds. Errors: `not_found`, if the entity was erased since the item was read. */
export async function stateOfItem(bucket: Reader, item: Item): Promise<{ entity: Entity; held: string[] }> {
  const [meta, body] = await Promise.all([metaText(bucket, item), readText(bucket, item, 'body')])
  return { entity: entityOfRow({ ...rowOf(item, meta), body }), held: heldIn(meta) }
}

export interface PutItems {
  entity: Entity
  head: Item
  revision: Item
  expectRev: number
  won: string[]
  lost: string[]
  counters: PutOptions['counters']
  memory: Item | undefined
  /** Mark that must still be on the head: nothing names it, and nobody has begun to since. */
  closing?: string | undefined
}
/** Heads written since names are noted say so: of others all names are written, not only new ones. */
export const areNamesNoted = (head: Item) => head['named'] !== undefined
const stillClosed = (closing: string | undefined) => (closing === undefined ? '' : ' AND closing = :closing')
const closingValue = (closing: string | undefined): Item =>
  closing === undefined ? {} : { ':closing': { S: closing } }

/** One save as a transaction: head, revision, then the unique values that were won, so that answers can be read by place. */
export function putItems(table: string, put: PutItems): TransactWriteItem[] {
  const { entity, expectRev } = put
  const rev = { N: String(expectRev + 1) }
  const raised = new Map<string, number>()
  for (const { name, by } of put.counters ?? []) raised.set(name, (raised.get(name) ?? 0) + by)
  return [
    {
      Put: {
        TableName: table,
        Item: {
          ...keyOf(headKey(entity.id)),
          class: { S: classPartition(entity.entityclass, entity.id) },
          rev,
          named: { BOOL: true },
          ...put.head,
        },
        ...(expectRev === 0
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              // A tombstone has no class: it refuses every write.
              ConditionExpression: `rev = :rev AND attribute_exists(#class)${stillClosed(put.closing)}`,
              ExpressionAttributeNames: { '#class': 'class' },
              ExpressionAttributeValues: { ':rev': { N: String(expectRev) }, ...closingValue(put.closing) },
            }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    {
      Put: {
        TableName: table,
        Item: {
          ...keyOf({ pk: entityKey(entity.id), sk: revisionKey(expectRev + 1) }),
          // Not `class`: the index by class lists heads only.
          ofclass: { S: entity.entityclass },
          rev,
          ...put.revision,
        },
      },
    },
    ...put.won.map((value) => ({
      Put: {
        TableName: table,
        Item: { ...keyOf({ pk: uniqueKey(value), sk: 'U' }), meta: { S: entity.id } },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    })),
    ...freed(table, put.lost),
    ...[...raised].map(([name, by]) => ({
      Update: {
        TableName: table,
        Key: keyOf({ pk: counterKey(name), sk: 'C' }),
        UpdateExpression: 'ADD rev :by',
        ExpressionAttributeValues: { ':by': { N: String(by) } },
      },
    })),
    ...(put.memory ? [{ Put: { TableName: table, Item: put.memory } }] : []),
  ]
}

/** A tombstone in the place of the head that was seen, and its unique values free. */
export function erasureItems(
  table: string,
  head: Item,
  held: string[],
  by: string,
  at: string,
  closing?: string,
): TransactWriteItem[] {
  const tombstone: Tombstone = { erased: true, class: classOf(head), by, at }
  return [
    {
      Put: {
        TableName: table,
        Item: {
          ...keyOf(headKey(idOf(head))),
          rev: { N: String(revOf(head) + 1) },
          meta: { S: JSON.stringify(tombstone) },
        },
        ConditionExpression: `rev = :rev${stillClosed(closing)}`,
        ExpressionAttributeValues: { ':rev': { N: String(revOf(head)) }, ...closingValue(closing) },
      },
    },
    ...freed(table, held),
  ]
}
const freed = (table: string, values: string[]) =>
  values.map((value) => ({
    Delete: { TableName: table, Key: keyOf({ pk: uniqueKey(value), sk: 'U' }) },
  }))

/**
 * A new image of the table's stream as the change feed tells it; undefined for items that are no heads. `seq` is the
 * record's sequence number. Of an entity that was erased since, a state in the bucket is gone: it reads as the erasure.
 */
export async function changeOfImage(image: Item, seq: string, bucket: Reader): Promise<Change | undefined> {
  // A mark on a head that is about to go is no change of the entity.
  if (image['sk']?.S !== 'HEAD' || image['closing']) return undefined
  const change = { seq, id: idOf(image), rev: revOf(image) }
  if (!isLive(image)) {
    const tombstone = JSON.parse(await metaText(bucket, image)) as Tombstone
    return { ...change, entityclass: tombstone.class }
  }
  const entityclass = classOf(image)
  try {
    return { ...change, entityclass, entity: (await stateOfItem(bucket, image)).entity }
  } catch (error) {
    if (isGone(error)) return { ...change, entityclass }
    throw error
  }
}
