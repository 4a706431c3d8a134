/** Does one job of a kind, as one function of the cloud would: so many messages at once, and nothing else in the process. */
import type { JobMessage } from '../../functions/ports/job-queue.ts'
import type { Ports } from '../../functions/runtime/ports.ts'
import { queueHandler } from '../../functions/runtime/queue.ts'
import type { Worker } from '../../functions/runtime/worker.ts'
import { startJob } from '../../functions/services/job/start.ts'
import type { BatchJob } from '../../shared/model/administration.ts'
import { demoAccount } from '../seed/people.ts'

/** Seconds, and what became of the job. In the name of the demonstration's administrator. */
export async function workThrough(
  ports: Ports,
  of: unknown,
  config: Record<string, unknown>,
): Promise<{ seconds: number; job: BatchJob }> {
  const worker = of as Worker
  const messages: JobMessage[] = []
  const jobs = { send: async (more: JobMessage[]) => void messages.push(...more) }
  const account = (await ports.entities.get('account', demoAccount('admin')))!
  const sub = account.data.ssoUsers[0]!
  const id = crypto.randomUUID()
  const own = { ...ports, jobs }
  await startJob({ id, kind: worker.jobKind as 'merge', by: account.id, sub, config }, own)
  const handle = queueHandler(worker, own, (line) => line['level'] === 'error' && console.error(line))
  const from = performance.now()
  while (messages.length > 0) {
    const batch = messages.splice(0, worker.limits.batch)
    const failures = await handle(batch.map((message, n) => ({ id: `${n}`, tries: 1, message })))
    if (failures.length > 0) throw new Error(failures[0]!.reason)
  }
  const seconds = (performance.now() - from) / 1000
  return { seconds, job: (await ports.entities.get('batchjob', id))!.data }
}
