import { chunksOf } from '../../../shared/chunks.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { AnswerBudget } from '../../domain/entity/answer-budget.ts'
import { type ViewerScope, visibleEntities } from './visible.ts'

/** Read at once: as many as the store reads in one request. */
const chunkSize = 100

export interface Loaded {
  /** Those that the viewer may know of, in the order of the ids. */
  list: Entity[]
  /** All that were read for it, as they are stored. */
  found: Entity[]
  /** How many of the ids the list is about; the rest did not fit. */
  taken: number
}

/**
 * Whole entities by their ids, until there is as much as an answer holds. The first one always comes, so that whoever asks
 * for the rest gets on.
 */
export async function loadWithinBudget(
  ids: readonly string[],
  scope: ViewerScope & { entities: { getMany(ids: string[]): Promise<Entity[]> } },
  budgetBytes?: number,
): Promise<Loaded> {
  const list: Entity[] = []
  const read: Entity[] = []
  const budget = new AnswerBudget(budgetBytes)
  let taken = 0
  for (const chunk of chunksOf(ids, chunkSize)) {
    const found = await scope.entities.getMany(chunk)
    const visible = new Map((await visibleEntities(found, scope)).map((entity) => [entity.id, entity]))
    const byId = new Map(found.map((entity) => [entity.id, entity]))
    for (const id of chunk) {
      const entity = visible.get(id)
      if (entity && !budget.take(entity)) return { list, found: read, taken }
      taken++
      if (entity) list.push(entity)
      const stored = byId.get(id)
      if (stored) read.push(stored)
    }
  }
  return { list, found: read, taken }
}
