/** What a save did to the notes of a list. */
import type { TimelineEvent } from '../model/entity.ts'
import type { ListData } from '../model/product.ts'
import { isSameNote } from './notes.ts'
import { sameValue } from './values.ts'

/** Each kind once, however many notes there were. */
export function noteEvents(id: string, before: ListData, after: ListData): TimelineEvent[] {
  const [was, is] = [before._notes ?? {}, after._notes ?? {}]
  if (was === is) return []
  const done = new Set<TimelineEvent['kind']>()
  for (const [note, row] of Object.entries(is)) {
    const old = Object.hasOwn(was, note) ? was[note] : undefined
    if (!old) done.add('noteAdded')
    else if (!isSameNote(old, row)) done.add('noteChanged')
    else if (!sameValue(old, row)) done.add(row.read && !old.read ? 'noteRead' : 'noteChanged')
  }
  if (Object.keys(was).some((note) => !Object.hasOwn(is, note))) done.add('noteDeleted')
  return [...done].map((kind) => ({ kind, list: id }))
}
