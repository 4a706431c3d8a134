import { expect, it, vi } from 'vitest'
import { startJob } from '../../functions/services/job/start.ts'
import { defineJob } from '../../functions/workers/job/define-job.ts'
import { fixedIds } from '../../shared/constants.ts'
import { startHarness } from './harness.ts'

const many = 2_000

it('a job of one unit beside one of two thousand is done after a few of them', async () => {
  const done: string[] = []
  const worker = defineJob({
    kind: 'turns',
    permission: 'system',
    uses: [],
    seconds: 60,
    atOnce: 4,
    plan: async ({ config, phase }: { config: { units: number }; phase: number }) =>
      phase > 0
        ? undefined
        : { units: Array.from({ length: config.units }, () => ({ rows: 1, content: {} })) },
    async unit({ job }) {
      done.push(job.id)
      return {}
    },
  })
  const h = await startHarness({ seed: false, workers: [worker] })
  const start = (units: number) =>
    startJob(
      { id: crypto.randomUUID(), kind: 'turns', by: fixedIds.account.system, config: { units } },
      h.ports,
    )
  await start(many)
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(10), 20_000)
  const before = done.length
  const short = await start(1)
  await h.worked()
  expect(done).toHaveLength(many + 1)
  // Its plan, its unit and what was under way; by order, however busy the machine is.
  expect(done.indexOf(short.id) - before).toBeLessThan(50)
  expect((await h.ports.entities.get(short.id))?.data['status']).toBe('complete')
  await h.close()
})
