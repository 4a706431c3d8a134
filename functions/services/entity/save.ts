/** Writes a changed entity. The only way to put a state in the place of an older one. */
import type { Changeset, Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import { type EntityClassName, isEntityClass } from '../../../shared/model/entity-classes.ts'
import { uniqueValues } from '../../domain/entity/unique-values.ts'

interface Writer {
  put<T extends Entity['data']>(
    entity: Entity<T>,
    options: {
      expectRev: number
      unique?: string[]
      changeset?: Changeset
      events?: TimelineEvent[]
      onlyIfUnnamed?: boolean
      onlyIfUnnamedBy?: EntityClassName
      ifNamedSo?: (by: Entity) => boolean
      turn?: { counter: string; at: number }
    },
  ): Promise<Entity<T>>
}

/**
 * Writes what was decided from `before`, if `before` is still the stored state. The revision is that of the state the
 * decision was made from, never one that a client names: else a client who guesses the next revision would put an
 * older state back over a change that it has not seen. Errors: those of the store's `put`.
 */
export async function saveEntity<T extends Entity['data']>(
  entities: Writer,
  before: { id: string; rev: number },
  after: Entity<T>,
  step: {
    changeset?: Changeset | undefined
    events?: TimelineEvent[] | undefined
    /** For deleting: only while nothing names it. */
    onlyIfUnnamed?: boolean
    /** Only while no entity of this class names it, or none of those that count. */
    onlyIfUnnamedBy?: EntityClassName
    ifNamedSo?: (by: Entity) => boolean
    turn?: { counter: string; at: number } | undefined
  } = {},
): Promise<Entity<T>> {
  if (after.id !== before.id) throw new Error(`${after.id} cannot be written over ${before.id}`)
  return entities.put(after, {
    expectRev: before.rev,
    ...(isEntityClass(after.entityclass) && {
      unique: uniqueValues(after.entityclass, after.data, { isDeleted: after.disabled }),
    }),
    ...(step.changeset && { changeset: step.changeset }),
    ...(step.events && { events: step.events }),
    ...(step.onlyIfUnnamed && { onlyIfUnnamed: true }),
    ...(step.onlyIfUnnamedBy && { onlyIfUnnamedBy: step.onlyIfUnnamedBy }),
    ...(step.ifNamedSo && { ifNamedSo: step.ifNamedSo }),
    ...(step.turn && { turn: step.turn }),
  })
}
