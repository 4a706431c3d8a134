/** Has new messages told by mail: a job for each that finds nothing else unread, which the same change brings once however often it comes. */
import { errorMessage } from '../../../shared/errors.ts'
import { dayMs } from '../../../shared/rules/dates.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Change } from '../../ports/entity-store.ts'
import type { JobQueue } from '../../ports/job-queue.ts'
import { startFollowing } from '../job/start-following.ts'
import { messagesToMail } from './mails.ts'

const kind = 'message-mail'
/** An upgrade or a restore brings older states once more, with messages that everybody knows. */
const newForMs = dayMs

/** Failures name changes by their entity. */
export async function startMessageMails(
  changes: readonly Change[],
  { clock, jobs }: { clock: Pick<Clock, 'millis'>; jobs: JobQueue<typeof kind> },
): Promise<{ id: string; reason: string }[]> {
  const oldest = clock.millis() - newForMs
  const written = messagesToMail(changes.map(({ entity }) => entity)).filter(
    ({ data }) => Date.parse(data.sent) >= oldest,
  )
  try {
    const configs = written.map(({ id }) => ({ message: id }))
    await startFollowing(jobs, kind, configs, ({ message }) => message)
    return []
  } catch (error) {
    return written.map(({ id }) => ({ id, reason: errorMessage(error) }))
  }
}
