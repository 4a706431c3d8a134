import { useCallback } from 'react'
import type { JobView } from '../../../shared/model/job.ts'
import { percentOf } from '../../frame/use-job-watch.ts'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { useNumberFormat } from '../../ui/numbers.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { durationText, toneOf, tookMs } from './model.ts'

/** State of a job in words: one that is complete says so if not all of it was done. */
export function JobBadge({ job }: { job: JobView }) {
  const t = useTexts('jobs')
  const { format } = useNumberFormat()
  const isPartly = job.status === 'complete' && job.failed > 0
  return (
    <StateBadge tone={toneOf(job)}>
      {isPartly ? t('status.partly', { failed: format(job.failed) }) : t(`status.${job.status}`)}
    </StateBadge>
  )
}

/** State of a job; while it runs and after it was stopped, how far it is. */
export function JobState({ job }: { job: JobView }) {
  const t = useTexts('jobs')
  const { format } = useNumberFormat()
  const percent = percentOf(job)
  const isProgressShown = job.status === 'running' || job.status === 'aborted'
  return (
    <span className="jobs-state">
      <JobBadge job={job} />
      {isProgressShown && percent !== undefined && (
        <>
          <progress aria-label={t('column.progress')} max={100} value={percent} />
          <span>{t('progress', { done: format(job.done), total: format(job.total) })}</span>
        </>
      )}
    </span>
  )
}

/** How long a job has taken, in words. */
export function useDuration() {
  const { tag } = useLocale()
  return useCallback(
    (job: JobView): string => {
      const ms = tookMs(job, Date.now())
      return ms === undefined ? '–' : durationText(ms, tag)
    },
    [tag],
  )
}
