import { chunksOf } from '../../../shared/chunks.ts'
import { notFound, tooBusy } from '../../../shared/errors.ts'
import { namesOf } from '../../../shared/model/references.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { entityKey, noteMarksPartition } from '../common/entity-rows.ts'
import { isCancelled, projection } from './dynamo.ts'
import type { EntityReads } from './entity-history.ts'
import { classOf, erasureItems, heldValues, isLive, revOf } from './entity-items.ts'
import type { Names } from './names.ts'

/** An erasure that meets a save starts over; it wins within a few rounds. */
const erasureRounds = 20
/** States in the bucket that are deleted side by side: an entity of many large revisions is erased within a call's time. */
const deletionsAtOnce = 25
/** Removes an entity: first its head, then its revisions and what people have read of it, or begun to write. One that was cut off is gone on with. */
export function createErasure(
  { dynamo, bucket, headOf, stateOf }: EntityReads,
  names: Names,
  tell: (id: string, entityclass: string) => void,
): EntityStore['erase'] {
  return async function erase(id, by, at, { evenIfNamed = false } = {}) {
    for (let round = 0; ; round++) {
      const head = await headOf(id)
      if (!head) throw notFound(id)
      // Erased before, but maybe not to the end.
      if (!isLive(head)) break
      const held = await heldValues(bucket, head)
      const entity = await stateOf(head)
      const bury = async (closing?: string) =>
        !isCancelled(await dynamo.transact(erasureItems(dynamo.table, head, held, by, at, closing)))
      try {
        const isErased = evenIfNamed
          ? await bury()
          : await names.whileClosed(
              id,
              revOf(head),
              { areDeletedToo: true },
              async (closing) => closing !== undefined && (await bury(closing)),
            )
        if (isErased) {
          if (entity) await names.forget(entity, entity.rev, namesOf(entity))
          break
        }
      } finally {
        tell(id, classOf(head))
      }
      if (round >= erasureRounds) throw tooBusy()
    }
    const revisions = dynamo.pages({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :r)',
      ExpressionAttributeValues: { ':pk': entityKey(id), ':r': 'R#' },
      ...projection(['metaAt', 'bodyAt']),
      ConsistentRead: true,
    })
    for await (const page of revisions) {
      const places = page
        .flatMap((item) => [item['metaAt'], item['bodyAt']])
        .filter((place) => typeof place === 'string')
      for (const some of chunksOf(places, deletionsAtOnce))
        await Promise.all(some.map((place) => bucket.delete(place)))
      await dynamo.deleteMany(page)
    }
    const marks = dynamo.pages({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': noteMarksPartition(id) },
      ...projection([]),
      ConsistentRead: true,
    })
    for await (const page of marks) await dynamo.deleteMany(page)
  }
}
