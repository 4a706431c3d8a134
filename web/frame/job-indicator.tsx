import Icon from '@cloudscape-design/components/icon'
import { Link } from 'react-router-dom'
import { useTexts } from '../texts/texts.ts'
import { useStore } from '../ui/store.ts'
import { jobName } from './job-name.ts'
import { jobHref } from './links.ts'
import { percentOf, runningJobs } from './use-job-watch.ts'

/** What is running, with its progress: one job by its name, several by their number. Leads to the jobs. */
export function JobIndicator() {
  const t = useTexts('frame')
  const jobs = useStore(runningJobs)
  const [first] = jobs
  if (!first) return null
  const percent = percentOf({
    total: jobs.reduce((sum, job) => sum + job.total, 0),
    done: jobs.reduce((sum, job) => sum + job.done, 0),
  })
  const name = jobs.length === 1 ? jobName(t, first) : t('jobs.count', { count: jobs.length })
  return (
    <Link to={jobs.length === 1 ? jobHref(first.id) : '/jobs'} className="il-jobs">
      <Icon name="status-in-progress" />
      <span className="il-jobs-name">{name}</span>
      <progress
        aria-label={t('jobs.progress', { name })}
        max={100}
        {...(percent === undefined ? {} : { value: percent })}
      />
      {percent !== undefined && <span className="il-jobs-percent">{t('jobs.percent', { percent })}</span>}
    </Link>
  )
}
