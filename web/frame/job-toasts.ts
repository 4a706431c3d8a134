/** Tells of jobs that have ended: the drawer keeps each, and one toast tells of all that end while it is there. */
import type { JobView } from '../../shared/model/job.ts'
import { numberText, text } from '../texts/texts.ts'
import { fetchFile } from './fetch-file.ts'
import { hasFile, jobSubject, jobTextsOf } from './job-name.ts'
import { invoiceRunHref, jobHref } from './links.ts'
import { notices, notify } from './notify.ts'

const toastId = 'jobs'
/** The notice that the job has begun; that of its end takes its place. */
export const startedNotice = (jobId: string) => `job:${jobId}`
/** What the toast tells of. */
let told: readonly JobView[] = []

const say = (key: string, params?: Record<string, unknown>) => text('frame', key, params)
const isWhole = ({ status, failed }: JobView) => status === 'complete' && failed === 0

export function tellEnd(job: JobView, go: (address: string) => void): void {
  notify.clear(startedNotice(job.id))
  // Who looks at it sees what it would do.
  if (job.about.isDryRun && isWhole(job) && location.pathname === invoiceRunHref(job.id)) return
  const isThere = notices.get().some(({ id }) => id === toastId)
  told = isThere ? [...told, job] : [job]
  const tell = (jobs: readonly JobView[]) => {
    const [only] = jobs
    const address = jobs.length === 1 ? jobHref(job.id) : '/jobs'
    const see = { label: say('jobs.open'), run: () => go(address) }
    return {
      id: toastId,
      text: jobs.length === 1 ? outcomeOf(job) : outcomesOf(jobs),
      isNews: true,
      action:
        only && jobs.length === 1 && hasFile(only)
          ? { label: say('jobs.download'), run: () => void fetchFile(only) }
          : see,
    }
  }
  const kept = { ...tell([job]), kind: isWhole(job) ? ('success' as const) : ('warning' as const) }
  if (told.every(isWhole)) notify.success(tell(told), kept)
  else notify.warning(tell(told), kept)
}

function outcomeOf(job: JobView): string {
  const { status, total, done, failed } = job
  const outcome = status === 'aborted' ? 'aborted' : failed > 0 ? 'partly' : 'complete'
  const sentence = say(`jobs.${outcome}.${jobTextsOf(job)}`, {
    // What is told in the sentence, so that it agrees with it.
    count: outcome === 'partly' ? failed : done,
    total: numberText(total),
    done: numberText(done),
    failed: numberText(failed),
  })
  const isEmpty = outcome === 'complete' && total === 0
  const result = isEmpty ? say('jobs.none', { told: sentence }) : sentence
  const subject = jobSubject(say, job)
  return subject ? say('jobs.told', { subject, told: result }) : result
}

function outcomesOf(jobs: readonly JobView[]): string {
  const failed = jobs.filter((job) => !isWhole(job)).length
  return say(failed > 0 ? 'jobs.endedPartly' : 'jobs.ended', { count: jobs.length, failed })
}
