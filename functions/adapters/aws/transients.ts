import type { EntityStore } from '../../ports/entity-store.ts'
import { unpackBody } from '../common/body.ts'
import { listedPartition, transientPartition } from '../common/entity-rows.ts'
import type { Condition, Dynamo, Item } from './dynamo.ts'
import { type Bucket, isGone, putWithText, readText, storeText } from './overflow.ts'

/** The bucket removes what lies below `overflow/transient/` after two days; what lives for longer lies elsewhere. */
const shortLife = 36 * 3600

type Transients = Pick<EntityStore, 'putTransient' | 'getTransient' | 'deleteTransient' | 'listTransient'>

/**
 * Items that end by themselves. DynamoDB removes an ended one some time later, so each reading looks at its end: an
 * ended item is as good as gone at once.
 */
export function createTransients(dynamo: Dynamo, bucket: Bucket, now: () => number): Transients {
  const seconds = () => now() / 1000
  const storedValue = async (item: Item) =>
    JSON.parse(unpackBody(await readText(bucket, item, 'meta'))) as unknown
  const absent = (): Condition => ({
    expression: 'attribute_not_exists(pk) OR expires <= :now',
    values: { ':now': seconds() },
  })
  const present: Condition = { expression: 'attribute_exists(pk)' }
  const heldBy = (owner: string): Condition => ({
    expression: '#owner = :owner AND expires > :now',
    names: { '#owner': 'owner' },
    values: { ':owner': owner, ':now': seconds() },
  })
  return {
    async putTransient(key, value, expires, { owner, ifAbsent, ifOwner } = {}) {
      const folder = expires - seconds() <= shortLife ? 'transient' : 'lasting'
      const stored = await storeText(bucket, folder, 'meta', JSON.stringify(value) ?? 'null')
      return putWithText(
        { dynamo, bucket },
        { pk: transientPartition(key), sk: key, expires: Math.ceil(expires), owner },
        stored,
        ifOwner !== undefined ? heldBy(ifOwner) : ifAbsent ? absent() : undefined,
      )
    },
    async getTransient(key) {
      const item = await dynamo.get({ pk: transientPartition(key), sk: key })
      if (!item || Number(item['expires']) <= seconds()) return undefined
      return storedValue(item).catch((error: unknown) => {
        if (isGone(error)) return undefined
        throw error
      })
    },
    async deleteTransient(key, { ifOwner } = {}) {
      const condition = ifOwner === undefined ? present : heldBy(ifOwner)
      return dynamo.delete({ pk: transientPartition(key), sk: key }, condition)
    },
    async listTransient(prefix) {
      const partition = listedPartition(prefix)
      const found: { key: string; value: unknown }[] = []
      const pages = dynamo.pages({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        FilterExpression: 'expires > :now',
        ExpressionAttributeValues: {
          ':pk': partition,
          ':prefix': prefix,
          ':now': seconds(),
        },
        ConsistentRead: true,
      })
      for await (const page of pages)
        for (const item of page) found.push({ key: item.sk, value: await storedValue(item) })
      return found
    },
  }
}
