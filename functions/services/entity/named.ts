/** What still names an entity that is to go, told so that a person can do something about it. */

import { isEntityClass } from '../../../shared/model/entity-classes.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { titleOf } from '../../domain/search-calls/titles.ts'
import { timeLimit } from '../time-limit.ts'
import { type NamingReader, namingPages } from './naming.ts'
import { type ViewerScope, visibleEntities } from './visible.ts'

const shown = 20
/** Beyond so many it is enough to know that there are more. */
const countedAtMost = 1_000
/**
 * Nor is looked for longer. Where nothing was found by then, the write itself looks at the last one, for twice as long, without
 * reading what is deleted; and it is asked once more what it has found: together less than a call has. Milliseconds.
 */
const lookedAtMost = 6_000

const tooManyNamers = () =>
  refuseRule('tooManyNamers', 'Too many entries name this one, or did, to look at all of them in time.')

/**
 * Refuses while something that stays names one of the entities: with how many of each class, and some by name, of those
 * that the actor may see. An erasure looks at deleted entities too.
 */
export async function namedRefusal(
  ids: readonly string[],
  { isErasure = false }: { isErasure?: boolean },
  viewerScope: ViewerScope & { entities: NamingReader },
): Promise<Refusal | undefined> {
  const going = new Set(ids)
  const seen = new Set<string>()
  const classes: Record<string, number> = {}
  const list: { id: string; entityclass: string; title: string }[] = []
  let isMore = false
  const time = timeLimit(lookedAtMost)
  for (const [n, id] of ids.entries()) {
    for await (const page of namingPages(viewerScope.entities, id)) {
      const staying = page.list.filter(
        (e) => !going.has(e.id) && !seen.has(e.id) && (isErasure || !e.disabled),
      )
      for (const { id, entityclass } of staying) {
        seen.add(id)
        classes[entityclass] = (classes[entityclass] ?? 0) + 1
      }
      if (list.length < shown)
        for (const entity of await visibleEntities(staying.slice(0, shown - list.length), viewerScope))
          list.push({
            id: entity.id,
            entityclass: entity.entityclass,
            title: titleOf(entity, viewerScope.actor.language) ?? entity.id,
          })
      isMore = page.cursor !== undefined && (seen.size >= countedAtMost || time.isOver())
      if (isMore) break
    }
    isMore ||= n < ids.length - 1 && time.isOver()
    if (isMore) {
      // Nobody has looked at all of them: a tree would be deleted in part.
      if (seen.size === 0 && ids.length > 1) return tooManyNamers()
      break
    }
  }
  if (seen.size === 0) return undefined
  const count = isMore ? `${seen.size}+` : String(seen.size)
  const kinds = Object.entries(classes).map(([name, n]) => `${n} ${isEntityClass(name) ? name : 'other'}`)
  const names = list.map(({ title }) => title).join(', ')
  return refuseRule(
    names ? 'stillNamedBy' : 'stillNamed',
    `Still named by ${count} entries: ${kinds.join(', ')}.`,
    {
      params: { count, names },
      namedBy: { count: seen.size, isMore, classes, list },
    },
  )
}
