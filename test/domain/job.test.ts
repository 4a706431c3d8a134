import { expect, it } from 'vitest'
import {
  begun,
  decideAbort,
  endedByRestore,
  finished,
  newJob,
  viewOf,
  wasEndedByRestore,
} from '../../functions/domain/job/job.ts'

const [then, moment, now] = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z']
const fresh = newJob(
  { id: 'job', by: 'somebody', now: then },
  { kind: 'import', total: 3, config: {}, result: {} },
)
const running = begun(fresh, then)!

it.each([fresh, running])(
  'a job that was not over at the moment of a restore is aborted, with the reason',
  (job) => {
    const ended = endedByRestore(job, moment)!
    expect(ended.data).toMatchObject({
      status: 'aborted',
      startedOn: job.data.startedOn ?? moment,
      endedOn: moment,
      errors: [{ unit: 'job', unitText: { key: 'jobWhole' }, text: { key: 'jobRestored' } }],
    })
    expect([wasEndedByRestore(ended), wasEndedByRestore(job)]).toEqual([true, false])
  },
)

it('a job that was over stays as it was', () => {
  const complete = finished(running, { total: 3, done: 3, failed: 0, counts: {} }, now)!
  const aborted = decideAbort(running, 'somebody', now)
  if (!aborted || 'refused' in aborted) throw new Error('it was not aborted')
  for (const job of [complete, aborted]) {
    expect(endedByRestore(job, moment)).toBeUndefined()
    expect(wasEndedByRestore(job)).toBe(false)
  }
})

it('a run of invoices that was due on New Year is of the year that it is where the installation is', () => {
  const config = { schedule: 'yearly-invoices', due: '2026-12-31T23:30:00.000Z' }
  const job = newJob({ id: 'job', by: 'system', now }, { kind: 'invoice-run', total: 0, config, result: {} })
  const yearIn = (timeZone: string) => viewOf(job, false, timeZone).about.run?.year
  expect([yearIn('Europe/Zurich'), yearIn('UTC')]).toEqual([2027, 2026])
})
