/** Writes seed entities with their history: only what is missing, so that a second run changes nothing. */
import { uniqueValues } from '../../functions/domain/entity/unique-values.ts'
import type { Ports } from '../../functions/runtime/ports.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Changeset, Entity, TimelineEvent } from '../../shared/model/entity.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import { entitySchemas } from '../../shared/model/entity-schemas.ts'

export type SeedPorts = Pick<Ports, 'entities' | 'clock'>
/** One revision of a seed entity. */
export interface SeedStep {
  /** ISO instant; ascending within the steps of an entity. */
  at: string
  by?: string
  data: Record<string, unknown>
  changeset?: Changeset
  events?: TimelineEvent[]
}
export interface SeedEntity {
  id: string
  entityclass: EntityClassName
  steps: SeedStep[]
}

/**
 * Writes the steps that the entity does not have yet. A seed that was killed goes on where it ended; an entity
 * that somebody has changed since is left alone.
 */
export async function write({ entities }: SeedPorts, seed: SeedEntity): Promise<number> {
  let current = await entities.get(seed.id)
  const from = current?.rev ?? 0
  if (current && from < seed.steps.length && current.updated !== seed.steps[from - 1]!.at) return 0
  for (const step of seed.steps.slice(from)) {
    const checked = entitySchemas[seed.entityclass].safeParse(step.data)
    if (!checked.success)
      throw new Error(`seed ${seed.entityclass} ${seed.id} is not valid: ${checked.error.message}`)
    const data = checked.data as Record<string, unknown>
    const first = seed.steps[0]!
    const entity: Entity = {
      id: seed.id,
      entityclass: seed.entityclass,
      attributeset: 'default',
      rev: (current?.rev ?? 0) + 1,
      created: first.at,
      createdBy: first.by ?? fixedIds.account.system,
      updated: step.at,
      updatedBy: step.by ?? fixedIds.account.system,
      disabled: false,
      data,
    }
    current = await entities.put(entity, {
      expectRev: entity.rev - 1,
      unique: uniqueValues(seed.entityclass, data),
      ...(step.changeset && { changeset: step.changeset }),
      ...(step.events && { events: step.events }),
    })
  }
  return Math.max(0, seed.steps.length - from)
}
