/** Has new messages told by mail: a job for each that finds nothing else unread, which the same change brings once however often it comes. */
import { errorMessage } from '../../../shared/errors.ts'
import { idOf } from '../../../shared/id-of.ts'
import { dayMs } from '../../../shared/rules/dates.ts'
import { startTask } from '../../domain/job/message.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Change } from '../../ports/entity-store.ts'
import type { JobQueue } from '../../ports/job-queue.ts'
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
  if (written.length === 0) return []
  try {
    const messages = written.map(async ({ id }) => ({
      kind: kind as typeof kind,
      jobId: await idOf(`${kind}#${id}`),
      unit: startTask({ message: id }),
    }))
    await jobs.send(await Promise.all(messages))
    return []
  } catch (error) {
    return written.map(({ id }) => ({ id, reason: errorMessage(error) }))
  }
}
