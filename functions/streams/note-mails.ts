/** Has notes mailed whose label wants it: a job for each note, which the same change brings once however often it comes. */
import { idOf } from '../../shared/id-of.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { startTask } from '../domain/job/message.ts'
import { type NoteWritten, notesWritten } from '../domain/product/note-mails.ts'
import type { Change, EntityReader } from '../ports/entity-store.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import { type Failure, reasonOf } from '../runtime/worker.ts'
import { notesToMail } from '../services/product/note-mails.ts'

const kind = 'note-mail'

interface Mailing {
  entities: EntityReader
  jobs: JobQueue<typeof kind>
}

/** Failures name changes by their entity; of a state that cannot be read the index tells. */
export async function startNoteMails(
  changes: readonly Change[],
  { entities, jobs }: Mailing,
): Promise<Failure[]> {
  const written = changes.flatMap(({ entity }) => notesIn(entity))
  if (written.length === 0) return []
  try {
    const notes = await notesToMail(entities, written)
    const messages = notes.map(async (config) => ({
      kind: kind as typeof kind,
      jobId: await idOf(`${kind}#${config.product}#${config.list}#${config.note}`),
      unit: startTask(config),
    }))
    if (messages.length > 0) await jobs.send(await Promise.all(messages))
    return []
  } catch (error) {
    const ids = new Set(written.map(({ product }) => product))
    return [...ids].map((id) => ({ id, reason: reasonOf(error) }))
  }
}

function notesIn(entity: Entity | undefined): NoteWritten[] {
  try {
    return notesWritten(entity)
  } catch {
    return []
  }
}
