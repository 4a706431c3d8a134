import type { Entity } from '../../../shared/model/entity.ts'
import { AnswerBudget } from './answer-budget.ts'

export interface ReferencePage {
  classes: Record<string, Entity[]>
  /** What the next page begins behind, if there is one. */
  cursor?: string
}

/**
 * Whole classes, by id, until the answer is full. A cursor is the place of the last entry that was given, a class and an id:
 * pages of classes that are written meanwhile leave nothing out that was there all the time.
 */
export function referencePage(
  classes: readonly { name: string; entities: readonly Entity[] }[],
  cursor: string | undefined,
  budgetBytes?: number,
): ReferencePage {
  const [from, after = ''] = cursor?.split('/') ?? []
  const first = from === undefined ? 0 : classes.findIndex(({ name }) => name === from)
  const budget = new AnswerBudget(budgetBytes)
  const loaded: Record<string, Entity[]> = {}
  let last = cursor
  for (const { name, entities } of classes.slice(Math.max(0, first))) {
    const list: Entity[] = []
    loaded[name] = list
    const sorted = [...entities].sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const entity of sorted) {
      if (name === from && entity.id <= after) continue
      if (!budget.take(entity)) return { classes: loaded, ...(last !== undefined && { cursor: last }) }
      list.push(entity)
      last = `${name}/${entity.id}`
    }
  }
  return { classes: loaded }
}
