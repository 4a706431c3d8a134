import { entityKey } from '../common/entity-rows.ts'
import type { Dynamo, Item } from './dynamo.ts'
import { idOf } from './entity-items.ts'

/**
 * The entities of a class by id, from the index `by-class`; with their revisions, if the index holds them. It follows
 * the table after a moment: what was written just now may be missing, and an entity that was erased may still be there.
 */
export async function* classIndex(
  dynamo: Dynamo,
  entityclass: string,
  { cursor = '', limit }: { cursor?: string; limit?: number } = {},
): AsyncGenerator<{ id: string; rev?: number }> {
  let left = limit ?? Number.POSITIVE_INFINITY
  let next: Item | undefined
  do {
    const page = await dynamo.query({
      IndexName: 'by-class',
      KeyConditionExpression: '#class = :class AND pk > :after',
      ExpressionAttributeNames: { '#class': 'class' },
      ExpressionAttributeValues: { ':class': { S: entityclass }, ':after': { S: entityKey(cursor) } },
      ExclusiveStartKey: next,
      ...(limit !== undefined && { Limit: left }),
    })
    for (const item of page.items)
      yield { id: idOf(item), ...(item['rev'] && { rev: Number(item['rev'].N) }) }
    left -= page.items.length
    next = page.next
  } while (next && left > 0)
}
