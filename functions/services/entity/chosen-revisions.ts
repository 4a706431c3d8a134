/** Revisions of an entity by who made them and, of products, by what they changed. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isProduct, type ViewReference } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { changedRevisions, type ValuePlace } from '../product/changed-revisions.ts'

/** Looked through at most. */
const maxRevisions = 500
const pageSize = 250

/** Newest first. `from`: the oldest that was looked at, where there are older ones. */
export async function chosenRevisions(
  entities: Pick<EntityStore, 'history' | 'getRevision'>,
  current: Entity,
  asked: { by: string | undefined; value: ValuePlace | undefined; actor: Actor; reference: ViewReference },
) {
  const { by, value, actor, reference } = asked
  const all: Awaited<ReturnType<EntityStore['history']>>['revisions'] = []
  while (all.length < maxRevisions) {
    const { revisions } = await entities.history(current.id, { start: all.length, limit: pageSize })
    all.push(...revisions)
    if (revisions.length < pageSize) break
  }
  // Of another class nothing has such a value.
  const changed =
    value &&
    (isProduct(current)
      ? await changedRevisions(entities, current, { actor, reference, place: value, count: all.length })
      : new Set<number>())
  const oldest = all.at(-1)?.entity.rev ?? 1
  return {
    revisions: all.filter(
      ({ entity }) =>
        (by === undefined || entity.updatedBy === by) && (changed === undefined || changed.has(entity.rev)),
    ),
    from: oldest > 1 ? oldest : undefined,
  }
}
