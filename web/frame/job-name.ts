/** What jobs are called, in the list, in the bar and in toasts: by their kind and by what tells them from others of it. */
import type { JobView } from '../../shared/model/job.ts'
import { textIn } from '../../shared/rules/localized.ts'
import { currentLocale, languageTag } from '../texts/texts.ts'
import { formatDay } from '../ui/date-text.ts'

type Named = Pick<JobView, 'kind' | 'about' | 'undoes' | 'created' | 'total'>
/** Texts of the frame. */
interface Say {
  (key: string): string
  (key: string, params: Record<string, unknown>): string
}

/** Key of a kind's texts: a job that only tells what it would do, or does the opposite, has texts of its own. */
export function jobTextsOf({ kind, about, undoes }: Pick<Named, 'kind' | 'about' | 'undoes'>): string {
  if (about.isDryRun) return `${kind}-dry`
  if (undoes !== undefined) return `${kind}-undo`
  if (about.action) return `${kind}-${about.action}`
  return about.isRemoval ? `${kind}-remove` : kind
}

/** The flag, register, file, class, invoice, or year and institutions that the job is about. */
export const jobSubject = (t: Say, { about }: Pick<Named, 'about'>): string | undefined =>
  (about.run && runText(t, about)) ??
  about.invoice ??
  (about.title && textIn(about.title, currentLocale())) ??
  about.source ??
  about.fileName ??
  (about.entityClass && t(`jobs.class.${about.entityClass}`, { defaultValue: about.entityClass }))

const runText = (t: Say, { run, title }: Named['about']): string =>
  [run && t(`jobs.run.${run.type}`, { year: run.year }), title && textIn(title, currentLocale())]
    .filter(Boolean)
    .join(', ')

/** A register is taken again and again: the day, and how many entries, once they are counted, tell one import from others. */
function factsOf(t: Say, { kind, created, total }: Named): string[] {
  if (kind !== 'import') return []
  const locale = currentLocale()
  const n = total.toLocaleString(languageTag(locale))
  return [formatDay(created, locale), ...(total > 0 ? [t('jobs.entries', { count: total, n })] : [])]
}

export function jobName(t: Say, job: Named): string {
  const name = t(`jobs.kind.${jobTextsOf(job)}`)
  const subject = [jobSubject(t, job), ...factsOf(t, job)].filter(Boolean).join(', ')
  return subject ? t('jobs.named', { name, subject }) : name
}

/** There may be no file all the same: it is kept for a while, and only for who may see what is in it. */
export const hasFile = ({ kind, status, total, failed }: JobView): boolean =>
  (kind === 'export' || kind === 'report') && status === 'complete' && (total === 0 || failed < total)
