/** Has new notes mailed whose label wants it: a job for each note, which the same change brings once however often it comes. */
import { errorMessage } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { dayMs } from '../../../shared/rules/dates.ts'
import { type NoteWritten, notesWritten } from '../../domain/product/note-mails.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Change, EntityReader } from '../../ports/entity-store.ts'
import type { JobQueue } from '../../ports/job-queue.ts'
import { startFollowing } from '../job/start-following.ts'
import { notesToMail } from './note-mails.ts'

const kind = 'note-mail'
/** As long as changes wait for who follows them. An upgrade or a restore brings older states once more, with notes that everybody knows. */
const newForMs = dayMs

interface Mailing {
  clock: Pick<Clock, 'millis'>
  entities: EntityReader
  jobs: JobQueue<typeof kind>
}

/** Failures name changes by their entity; of a state that cannot be read the index tells. */
export async function startNoteMails(
  changes: readonly Change[],
  { clock, entities, jobs }: Mailing,
): Promise<{ id: string; reason: string }[]> {
  const oldest = clock.millis() - newForMs
  const written = changes.flatMap(({ entity }) => newNotesIn(entity, oldest))
  if (written.length === 0) return []
  try {
    const notes = await notesToMail(entities, written)
    await startFollowing(jobs, kind, notes, ({ product, list, note }) => `${product}#${list}#${note}`)
    return []
  } catch (error) {
    const ids = new Set(written.map(({ product }) => product))
    return [...ids].map((id) => ({ id, reason: errorMessage(error) }))
  }
}

function newNotesIn(entity: Entity | undefined, oldest: number): NoteWritten[] {
  // The note is as old as the save that wrote it.
  if (!entity || Date.parse(entity.updated) < oldest) return []
  try {
    return notesWritten(entity)
  } catch {
    return []
  }
}
