/** What of a step's events is told, so that nothing is told twice. */
import type { Changeset, TimelineEvent } from '../model/entity.ts'
import { tradeNamePath } from '../model/field-path.ts'

/**
 * The events that tell something of their own: a save that names no field beside something else that happened is that
 * same thing, and so is one that names the trade name alone beside its change.
 */
export function eventsOnce<E extends TimelineEvent>(
  events: readonly E[],
  changeset: Pick<Changeset, 'paths'> | undefined,
): E[] {
  if (events.every(({ kind }) => kind === 'saved')) return [...events]
  const renamed = new Set(events.flatMap(({ kind, list }) => (kind === 'nameChanged' ? [list] : [])))
  const named = new Set(
    (changeset?.paths ?? []).flatMap((path) => {
      const [, root, list, key] = path.split('/')
      if (root !== 'listData') return [undefined]
      return key === tradeNamePath && renamed.has(list) ? [] : [list]
    }),
  )
  return events.filter(({ kind, list }) => kind !== 'saved' || named.has(list))
}
