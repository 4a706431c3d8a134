/** Starts jobs that follow from something else: each is named by what it is of, so that it comes once however often it is asked for. */
import { idOf } from '../../../shared/id-of.ts'
import { startTask } from '../../domain/job/message.ts'
import type { JobQueue } from '../../ports/job-queue.ts'

export async function startFollowing<K extends string, C extends Record<string, unknown>>(
  jobs: JobQueue<K>,
  kind: K,
  configs: readonly C[],
  /** What one is of: the same for the same. */
  keyOf: (config: C) => string,
): Promise<void> {
  if (configs.length === 0) return
  await jobs.send(
    await Promise.all(
      configs.map(async (config) => ({
        kind,
        jobId: await idOf(`${kind}#${keyOf(config)}`),
        unit: startTask(config),
      })),
    ),
  )
}
