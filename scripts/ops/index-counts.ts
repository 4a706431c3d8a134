import { setTimeout as pause } from 'node:timers/promises'
import { classIndex } from '../../functions/adapters/aws/class-index.ts'
import { entityClassNames } from '../../shared/model/entity-classes.ts'
import type { Operator } from './operator.ts'

export interface WrongCount {
  entityclass: string
  table: number
  index: number
}

/** Entities of each class that the table has, by its own index of classes. */
export async function countHeads(o: Operator): Promise<Record<string, number>> {
  const table = await o.table()
  const counts: Record<string, number> = {}
  for (const entityclass of entityClassNames) {
    counts[entityclass] = 0
    for await (const _ of classIndex(table, entityclass)) counts[entityclass]++
  }
  return counts
}

/** Counts of classes without some entities, of which an index is known to have nothing. */
export function without(
  counts: Record<string, number>,
  missing: readonly { entityclass: string }[],
): Record<string, number> {
  const left = { ...counts }
  for (const { entityclass } of missing) left[entityclass] = (left[entityclass] ?? 0) - 1
  return left
}

async function compareCounts(o: Operator, wanted: Record<string, number>): Promise<WrongCount[]> {
  return o.withIndex(async (index) => {
    const wrong: WrongCount[] = []
    for (const entityclass of entityClassNames) {
      const found = await index.count(entityclass, { op: 'all' })
      const table = wanted[entityclass] ?? 0
      if (found !== table) wrong.push({ entityclass, table, index: found })
    }
    return wrong
  })
}

/** Classes of which the index has more or fewer than it should, and does not catch up within half a minute. */
export async function awaitCounts(
  o: Operator,
  wanted: Record<string, number> | (() => Promise<Record<string, number>>),
): Promise<WrongCount[]> {
  const end = Date.now() + 30_000
  for (;;) {
    const wrong = await compareCounts(o, typeof wanted === 'function' ? await wanted() : wanted)
    if (wrong.length === 0 || Date.now() > end) return wrong
    await pause(2_000)
  }
}
