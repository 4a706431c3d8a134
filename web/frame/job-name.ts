/** What jobs are called, in the list, in the bar and in toasts: by their kind and by what tells them from others of it. */
import type { JobView } from '../../shared/model/job.ts'

type Named = Pick<JobView, 'kind' | 'about'>
/** Texts of the frame. */
interface Say {
  (key: string): string
  (key: string, params: Record<string, unknown>): string
}

/** Key of a kind's texts: a job that only tells what it would do has texts of its own. */
export const jobTextsOf = ({ kind, about }: Named): string => (about.isDryRun ? `${kind}-dry` : kind)

/** The register, file or class that the job is about. */
export const jobSubject = (t: Say, { about }: Named): string | undefined =>
  about.source ??
  about.fileName ??
  (about.entityClass && t(`jobs.class.${about.entityClass}`, { defaultValue: about.entityClass }))

export function jobName(t: Say, job: Named): string {
  const name = t(`jobs.kind.${jobTextsOf(job)}`)
  const subject = jobSubject(t, job)
  return subject ? t('jobs.named', { name, subject }) : name
}
