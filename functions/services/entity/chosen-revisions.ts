/** Revisions of an entity by who made them and, of products, by what they changed. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { viewerClass } from '../../../shared/rules/permissions.ts'
import { toldPerson } from '../../domain/entity/people.ts'
import { isProduct, type ViewReference } from '../../domain/product/context.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { changesBack, type ValuePlace } from '../product/changed-revisions.ts'
import { revisionsBack } from '../product/steps-back.ts'

/** Looked through for one page at most. */
const maxRevisions = 500

export interface ChosenAsk {
  by: string | undefined
  value: ValuePlace | undefined
  /** Only what is older than this revision. */
  before: number | undefined
  /** As many are enough. */
  enough: number
  /** Whether the viewer may see a state; absent where they may see each. */
  sees?: ((state: Entity) => boolean) | undefined
}

/**
 * Newest first, until there are enough. `from`: the oldest that was looked at, where there are older ones: `before` it the search
 * goes on. Company users are told nothing about a value: what the staff did is not theirs. Who is told nobody's name finds nobody's
 * revisions but their own.
 */
export async function chosenRevisions(
  entities: Pick<EntityStore, 'history' | 'getRevision'>,
  current: Entity,
  { by, value, before, enough, sees }: ChosenAsk,
  { actor, reference }: { actor: Actor; reference: ViewReference },
  elapsed?: () => number,
) {
  const newest = Math.min(current.rev, (before ?? current.rev + 1) - 1)
  const last = Math.max(1, newest - maxRevisions + 1)
  const revisions: Awaited<ReturnType<EntityStore['history']>>['revisions'] = []
  let from = newest + 1
  // Of another class nothing has such a value.
  const isNone = value && (!isProduct(current) || viewerClass(actor) === 'P')
  if (isNone || newest < 1) return { revisions, from: undefined }
  const changes =
    value && isProduct(current)
      ? changesBack(entities, current, { actor, reference, place: value, newest, last }, elapsed)
      : undefined
  const isSeen = async (rev: number) => {
    const state = (await entities.getRevision(current.id, rev))?.entity
    return state !== undefined && sees?.(state) === true
  }
  for await (const revision of revisionsBack(entities, current, newest)) {
    const { rev, updatedBy } = revision.entity
    if (rev < last) break
    // Revisions have no gaps: both go back step by step.
    const change = await changes?.next()
    if (change?.done) break
    from = rev
    const isChosen = by === undefined || by === toldPerson(updatedBy, actor)
    if (isChosen && (change?.value.isChanged ?? true) && (!sees || (await isSeen(rev))))
      revisions.push(revision)
    if (revisions.length === enough) break
  }
  // Nothing could be read of one that was erased meanwhile: it does not go on.
  return { revisions, from: from > 1 && from <= newest ? from : undefined }
}
