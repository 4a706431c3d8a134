import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { entityKey, revisionKey, stepOfMeta } from '../common/entity-rows.ts'
import { type Dynamo, type Item, projection } from './dynamo.ts'
import { envelopeOf, isLive, metaText, revOf } from './entity-items.ts'
import type { Bucket } from './overflow.ts'

/** How the entity store reads. */
export interface EntityReads {
  dynamo: Dynamo
  bucket: Bucket
  headOf(id: string, attributes?: string[]): Promise<Item | undefined>
  /** The state of an item; undefined where the entity was erased between the reading of the two. */
  stateOf(item: Item): Promise<Entity | undefined>
}

/** Revisions of an entity. Until an erasure has come to its end they may still lie there; they are not given out then. */
export function createHistory({
  dynamo,
  bucket,
  headOf,
  stateOf,
}: EntityReads): Pick<EntityStore, 'getRevision' | 'history'> {
  return {
    async getRevision(id, rev) {
      const [head, item] = await Promise.all([
        headOf(id, ['class']),
        dynamo.get({ pk: entityKey(id), sk: revisionKey(rev) }),
      ])
      // Until an erasure has come to its end, revisions may still lie there.
      const entity = isLive(head) && item ? await stateOf(item) : undefined
      if (!entity) return undefined
      return Object.freeze({ ...stepOfMeta(await metaText(bucket, item!)), entity })
    },
    async history(id, { start, limit }) {
      const head = await headOf(id, ['rev', 'class'])
      if (!isLive(head)) return { revisions: [], count: 0 }
      const count = revOf(head)
      const found: Item[] = []
      let next: Item | undefined
      while (start < count && found.length < limit) {
        const page = await dynamo.query({
          // Revisions have no gaps, so skipping some is a seek, not a scan.
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          ExpressionAttributeValues: {
            ':pk': entityKey(id),
            ':first': 'R#',
            ':last': revisionKey(count - start),
          },
          ...projection(['ofclass', 'rev', 'meta', 'metaAt']),
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
  }
}
