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
  elapsed?: () => number,
) {
  const { by, value, actor, reference } = asked
  const all: Awaited<ReturnType<EntityStore['history']>>['revisions'] = []
  while (all.length < maxRevisions) {
    const { revisions } = await entities.history(current.id, { start: all.length, limit: pageSize })
    all.push(...revisions)
    if (revisions.length < pageSize) break
  }
  const oldest = all.at(-1)?.entity.rev ?? 1
  // Of another class nothing has such a value.
  const none = { revs: new Set<number>(), from: oldest }
  const changed = !value
    ? undefined
    : isProduct(current)
      ? await changedRevisions(
          entities,
          current,
          { actor, reference, place: value, count: all.length },
          elapsed,
        )
      : none
  const from = changed?.from ?? oldest
  return {
    revisions: all.filter(
      ({ entity: { rev, updatedBy } }) =>
        (by === undefined || updatedBy === by) && (changed === undefined || changed.revs.has(rev)),
    ),
    from: from > 1 ? from : undefined,
  }
}
