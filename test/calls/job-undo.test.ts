/** Taking back, by a kind of the tests' own. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { defineJob } from '../../functions/workers/job/define-job.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { run } from '../../shared/calls/batch/job/run.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { type Harness, startHarness } from './harness.ts'

vi.mock('../../shared/jobs/templates.ts', () => {
  const flag = {
    name: 'invoice-run',
    permission: 'product:flag',
    input: z.strictObject({ fails: z.array(z.number()).default([]) }),
    hasPreview: false,
    isUndoable: true,
  }
  return { templates: [flag], templateOf: (name: string) => (name === 'invoice-run' ? flag : undefined) }
})

const flagged = new Set<number>()
/** Held back until the test lets it go on. */
let gate: Promise<void> = Promise.resolve()
const flag = defineJob({
  kind: 'invoice-run',
  permission: 'product:flag',
  uses: [],
  seconds: 30,
  atOnce: 1,
  plan: async ({ phase }) =>
    phase > 0 ? undefined : { units: [0, 1, 2, 3].map((n) => ({ rows: 1, content: n })) },
  async unit({ config, content, actor }) {
    await gate
    const n = Number(content)
    if ((config['fails'] as number[]).includes(n))
      return { failed: 1, reasons: [{ unit: `${actor?.fullname} ${n}`, message: 'It may not be flagged.' }] }
    flagged.add(n)
    return { counts: { changed: 1 }, note: n }
  },
  async undo({ note }) {
    flagged.delete(Number(note))
    return { counts: { changed: 1 } }
  },
})

let h: Harness
beforeAll(async () => {
  h = await startHarness({ workers: [flag] })
})
afterAll(() => h.close())
const status = (id: string) => h.as('core').call(checkstatus, { id })

it('a job is taken back once, by a job, as far as it was done', async () => {
  const { jobId } = await h.as('core').call(run, { template: 'invoice-run', config: { fails: [2] } })
  await h.worked()
  const over = await status(jobId)
  expect(over).toMatchObject({ status: 'complete', total: 4, done: 4, failed: 1, canUndo: true })
  expect(over.errors).toEqual([{ unit: expect.stringMatching(/ 2$/), message: 'It may not be flagged.' }])
  expect([...flagged].sort()).toEqual([0, 1, 3])
  await expect(h.as('core2').call(undo, { id: jobId })).rejects.toMatchObject({ status: 404 })

  const back = await h.as('core').call(undo, { id: jobId })
  await expect(h.as('core').call(undo, { id: jobId })).rejects.toMatchObject({
    status: 422,
    details: { key: 'jobUndone' },
  })
  await h.worked()
  expect([...flagged]).toEqual([])
  expect(await status(back.jobId)).toMatchObject({
    status: 'complete',
    undoes: jobId,
    failed: 0,
    result: { changed: 3 },
    canUndo: false,
  })
  expect(await status(jobId)).toMatchObject({ canUndo: false })
})

it('of requests at the same time one takes the job back, and the others say so', async () => {
  const { jobId } = await h.as('core').call(run, { template: 'invoice-run' })
  await h.worked()
  const asked = await Promise.allSettled([1, 2, 3, 4].map(() => h.as('core').call(undo, { id: jobId })))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of asked)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ status: 422, details: { key: 'jobUndone' } })
  await h.worked()
})

it('the same request again, whose answer could not be kept, meets the job that it started', async () => {
  const { jobId } = await h.as('core').call(run, { template: 'invoice-run' })
  await h.worked()
  const key = { 'idempotency-key': 'undo' }
  const { putTransient } = h.ports.entities
  let isCutOff = true
  h.ports.entities.putTransient = async (name, value, ...more) => {
    const isAnswer = name.startsWith('idempotency#') && (value as { until?: number }).until === undefined
    if (isAnswer && isCutOff) {
      isCutOff = false
      throw new Error('cut off ahead of the answer')
    }
    return putTransient.call(h.ports.entities, name, value, ...more)
  }
  const back = await h.as('core').call(undo, { id: jobId }, key)
  expect(isCutOff).toBe(false)
  expect(await h.as('core').call(undo, { id: jobId }, key)).toEqual(back)
  h.ports.entities.putTransient = putTransient
  await h.worked()
  expect(await status(back.jobId)).toMatchObject({ status: 'complete', undoes: jobId })
  await expect(h.as('core').call(undo, { id: jobId })).rejects.toMatchObject({
    details: { key: 'jobUndone' },
  })
})

it('a job aborted keeps what is done, says how much that is, and can be taken back', async () => {
  let open = () => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  const { jobId } = await h.as('core').call(run, { template: 'invoice-run' })
  // Workers of another process look into the queue every five seconds.
  await expect.poll(async () => (await status(jobId)).status, { timeout: 20_000 }).toBe('running')
  await expect(h.as('core').call(undo, { id: jobId })).rejects.toMatchObject({
    status: 422,
    details: { key: 'jobRunning' },
  })
  expect(await h.as('core').call(abort, { id: jobId })).toMatchObject({ status: 'aborted' })
  open()
  await h.worked()
  const aborted = await status(jobId)
  expect(aborted).toMatchObject({ status: 'aborted', canAbort: false, canUndo: true })
  // What was under way has ended; nothing was begun after it.
  expect(aborted.done).toBe(flagged.size)
  expect(flagged.size).toBeLessThanOrEqual(1)
  const back = await h.as('core').call(undo, { id: jobId })
  await h.worked()
  expect((await status(back.jobId)).status).toBe('complete')
  expect([...flagged]).toEqual([])
})
