/** What jobs are called, in the list, in the bar and in toasts: by their kind and by what tells them from others of it. */
import type { JobView } from '../../shared/model/job.ts'
import { textIn } from '../../shared/rules/localized.ts'
import { currentLocale } from '../texts/texts.ts'

type Named = Pick<JobView, 'kind' | 'about' | 'undoes'>
/** Texts of the frame. */
interface Say {
  (key: string): string
  (key: string, params: Record<string, unknown>): string
}

/** Key of a kind's texts: a job that only tells what it would do, or does the opposite, has texts of its own. */
export function jobTextsOf({ kind, about, undoes }: Named): string {
  if (about.isDryRun) return `${kind}-dry`
  if (undoes !== undefined) return `${kind}-undo`
  return about.isRemoval ? `${kind}-remove` : kind
}

/** The flag, register, file or class that the job is about. */
export const jobSubject = (t: Say, { about }: Named): string | undefined =>
  (about.title && textIn(about.title, currentLocale())) ??
  about.source ??
  about.fileName ??
  (about.entityClass && t(`jobs.class.${about.entityClass}`, { defaultValue: about.entityClass }))

export function jobName(t: Say, job: Named): string {
  const name = t(`jobs.kind.${jobTextsOf(job)}`)
  const subject = jobSubject(t, job)
  return subject ? t('jobs.named', { name, subject }) : name
}

/** There may be no file all the same: it is kept for a while, and only for who may see what is in it. */
export const hasFile = ({ kind, status, total, failed }: JobView): boolean =>
  kind === 'export' && status === 'complete' && (total === 0 || failed < total)
