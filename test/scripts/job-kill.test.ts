/** A process that works on a job is killed, again and again: the next one goes on. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'
import { createJobQueue } from '../../functions/adapters/embedded/job-queue.ts'
import { createJobStore } from '../../functions/adapters/embedded/job-store.ts'
import { startJob } from '../../functions/services/job/start.ts'
import { fixedIds } from '../../shared/constants.ts'

it('a job whose process is killed is resumed: every unit is counted once, and the job ends once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inputlist-kill-'))
  const db = openDatabase(folder)
  const store = createEntityStore(db)
  const jobStore = createJobStore(db)
  const ports = {
    entities: store,
    jobs: createJobQueue(db),
    clock: { now: () => new Date().toISOString() },
  }
  const [id, phases] = [crypto.randomUUID(), [120, 0, 80]]
  const config = { phases, rows: 1, hasReasons: false, wait: 5 }
  await startJob({ id, kind: 'nothing', by: fixedIds.account.system, config }, ports)

  const work = () =>
    spawn(process.execPath, ['scripts/bench-jobs/process.ts', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const done = async () => (await jobStore.counts(id)).done
  for (const reached of [1, 60, 130]) {
    const child = work()
    const ended = once(child, 'exit')
    await expect.poll(done, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(reached)
    child.kill('SIGKILL')
    await ended
  }
  expect(await once(work(), 'exit')).toEqual([0, null])

  expect(await jobStore.counts(id)).toMatchObject({ total: 200, done: 200, failed: 0 })
  for (const [phase, units] of phases.entries())
    for (let unit = 0; unit < units; unit++) expect(await jobStore.getOutcome(id, phase, unit)).toBeDefined()
  // Written as new, as running and as complete.
  expect(await store.get(id)).toMatchObject({ rev: 3, data: { status: 'complete', done: 200, failed: 0 } })
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}, 120_000)
