/** The items of one entity (docs/data-model.md): how they are written, and read back. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Entity } from '../../../shared/model/entity.ts'
import type { Change, PutOptions, Turn } from '../../ports/entity-store.ts'
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
import type { Attributes, Item, WriteItem } from './dynamo.ts'
import { namesLayout } from './names-layout.ts'
import { type Bucket, isGone, readText } from './overflow.ts'

type Reader = Pick<Bucket, 'get'>

export const headKey = (id: string) => ({ pk: entityKey(id), sk: 'HEAD' })
/** A head that stands for an entity, not for one that was erased. */
export const isLive = (item: Item | undefined): item is Item => item?.['class'] !== undefined
/** The class of a live head. */
export const classOf = (head: Item): string => classOfPartition(String(head['class']))
export const revOf = (item: Item | undefined) => Number(item?.['rev'] ?? 0)
export const idOf = (item: Item) => item.pk.slice(2)

export const metaText = async (bucket: Reader, item: Item) => unpackBody(await readText(bucket, item, 'meta'))
const heldIn = (meta: string) => (JSON.parse(meta) as Meta).unique ?? []
/** The unique values that a head holds. */
export const heldValues = async (bucket: Reader, head: Item) => heldIn(await metaText(bucket, head))

const rowOf = (item: Item, meta: string) => ({
  pk: item.pk,
  class: item['class'] ? classOf(item) : String(item['ofclass']),
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
  head: Attributes
  revision: Attributes
  expectRev: number
  won: string[]
  lost: string[]
  counters: PutOptions['counters']
  turn: PutOptions['turn']
  memory: Item | undefined
  /** Mark that must still be on the head: nothing names it, and nobody has begun to since. */
  closing?: string | undefined
}
const stillClosed = (closing: string | undefined) => (closing === undefined ? '' : ' AND closing = :closing')
const closingValue = (closing: string | undefined): Attributes =>
  closing === undefined ? {} : { ':closing': closing }

type Named = Pick<Entity, 'id' | 'entityclass'>
/** The newest state of an entity; `attributes` are its meta and body. */
export const headItem = ({ id, entityclass }: Named, rev: number, attributes: Attributes): Item => ({
  ...headKey(id),
  class: classPartition(entityclass, id),
  rev,
  named: namesLayout,
  ...attributes,
})
export const revisionItem = ({ id, entityclass }: Named, rev: number, attributes: Attributes): Item => ({
  pk: entityKey(id),
  sk: revisionKey(rev),
  // Not `class`: the index by class lists heads only.
  ofclass: entityclass,
  rev,
  ...attributes,
})

/** One save as a transaction: head, revision, then the unique values that were won, so that answers can be read by place. */
export function putItems(table: string, put: PutItems): WriteItem[] {
  const { entity, expectRev } = put
  const rev = expectRev + 1
  const raised = new Map<string, number>()
  for (const { name, by } of put.counters ?? []) raised.set(name, (raised.get(name) ?? 0) + by)
  return [
    {
      Put: {
        TableName: table,
        Item: headItem(entity, rev, put.head),
        ...(expectRev === 0
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              // A tombstone has no class: it refuses every write.
              ConditionExpression: `rev = :rev AND attribute_exists(#class)${stillClosed(put.closing)}`,
              ExpressionAttributeNames: { '#class': 'class' },
              ExpressionAttributeValues: { ':rev': expectRev, ...closingValue(put.closing) },
            }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    {
      Put: {
        TableName: table,
        Item: revisionItem(entity, rev, put.revision),
      },
    },
    ...put.won.map((value) => ({
      Put: {
        TableName: table,
        Item: { pk: uniqueKey(value), sk: 'U', meta: entity.id },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    })),
    ...freed(table, put.lost),
    ...[...raised].map(([name, by]) => ({
      Update: {
        TableName: table,
        Key: { pk: counterKey(name), sk: 'C' },
        UpdateExpression: 'ADD rev :by',
        ExpressionAttributeValues: { ':by': by },
      },
    })),
    ...(put.turn ? [turnItem(table, put.turn)] : []),
    ...(put.memory ? [{ Put: { TableName: table, Item: put.memory } }] : []),
  ]
}

/** The counter raised, if it still is what it was; one that nobody has raised yet is 0. */
const turnItem = (table: string, { counter, at }: Turn): WriteItem => ({
  Put: {
    TableName: table,
    Item: { pk: counterKey(counter), sk: 'C', rev: at + 1 },
    ...(at === 0
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'rev = :at', ExpressionAttributeValues: { ':at': at } }),
  },
})

/** A tombstone in the place of the head that was seen, and its unique values free. */
export function erasureItems(
  table: string,
  head: Item,
  held: string[],
  by: string,
  at: string,
  closing?: string,
): WriteItem[] {
  const tombstone: Tombstone = { erased: true, class: classOf(head), by, at }
  return [
    {
      Put: {
        TableName: table,
        Item: {
          ...headKey(idOf(head)),
          rev: revOf(head) + 1,
          meta: JSON.stringify(tombstone),
        },
        ConditionExpression: `rev = :rev${stillClosed(closing)}`,
        ExpressionAttributeValues: { ':rev': revOf(head), ...closingValue(closing) },
      },
    },
    ...freed(table, held),
  ]
}
const freed = (table: string, values: string[]) =>
  values.map((value) => ({
    Delete: { TableName: table, Key: { pk: uniqueKey(value), sk: 'U' } },
  }))

/**
 * Saves that are one transaction, where one gives away a unique value that another takes: it changes hands in one item, since a
 * transaction touches each item once.
 */
export function handOver(saves: readonly { items: WriteItem[]; id: string }[]): void {
  const freedBy = new Map<unknown, { id: string; items: WriteItem[]; item: WriteItem }>()
  for (const { items, id } of saves)
    for (const item of items) if (item.Delete) freedBy.set(item.Delete.Key?.['pk'], { id, items, item })
  if (freedBy.size === 0) return
  for (const { items } of saves)
    for (const { Put: put } of items) {
      const freed = put?.Item?.['sk'] === 'U' ? freedBy.get(put.Item['pk']) : undefined
      if (!put || !freed) continue
      freed.items.splice(freed.items.indexOf(freed.item), 1)
      put.ConditionExpression = 'meta = :holder'
      put.ExpressionAttributeValues = { ':holder': freed.id }
    }
}

/** An item as events of the table's stream tell it: bytes are base64 there. */
function itemOfImage(image: Record<string, AttributeValue>): Item {
  const item = unmarshall(image) as Item
  for (const [name, { B: bytes }] of Object.entries(image) as [string, { B?: unknown }][])
    if (typeof bytes === 'string') item[name] = Buffer.from(bytes, 'base64')
  return item
}

/**
 * A new image of the table's stream as the change feed tells it; undefined for items that are no heads. `seq` is the
 * record's sequence number. Of an entity that was erased since, a state in the bucket is gone: it reads as the erasure.
 */
export async function changeOfImage(
  record: Record<string, AttributeValue>,
  seq: string,
  bucket: Reader,
): Promise<Change | undefined> {
  const image = itemOfImage(record)
  // A mark on a head that is about to go is no change of the entity.
  if (image.sk !== 'HEAD' || image['closing']) return undefined
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
