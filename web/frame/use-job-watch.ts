/** The jobs that the person has running, for the bar; a toast says when one has ended. */
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { list } from '../../shared/calls/batch/job/list.ts'
import { isCallError } from '../../shared/errors.ts'
import type { JobView } from '../../shared/model/job.ts'
import { callApi } from '../api/client.ts'
import { text } from '../texts/texts.ts'
import { makeStore } from '../ui/store.ts'
import { type JobWatch, makeJobWatch } from './job-watch.ts'
import { jobHref } from './links.ts'
import { notify } from './notify.ts'

const quietly = { quiet: true, background: true }
/** More than this many at once are not told one by one. */
const followedAtOnce = 20
const keyOfAccount = (account: string) => `inputlist.jobs.${account}`

export const runningJobs = makeStore<readonly JobView[]>([])
let current: JobWatch | undefined
/** Follows a job that was just started here, to its end. */
export const followJob = (id: string) => void current?.follow(id)

function jobStatus(id: string): Promise<JobView | undefined> {
  return callApi(checkstatus, { id, limit: 1 }, quietly).catch((error: unknown) => {
    if (isCallError(error) && error.code === 'not_found') return undefined
    throw error
  })
}

function readIds(key: string): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Used once, by the frame. */
export function useJobWatch(account: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!account) return
    const key = keyOfAccount(account)
    const watch = makeJobWatch({
      open: async () => {
        const pagination = { start: 0, limit: followedAtOnce }
        return (await callApi(list, { of: 'me', isOpen: true, pagination }, quietly)).list
      },
      status: jobStatus,
      kept: () => readIds(key),
      keep: (ids) => {
        const next = JSON.stringify(ids)
        if (next !== localStorage.getItem(key)) localStorage.setItem(key, next)
      },
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      onEnd: (job) => tellEnd(job, () => void navigate(jobHref(job.id))),
    })
    current = watch
    const unfollow = watch.running.subscribe(() => runningJobs.set(watch.running.get()))
    const look = () => void watch.look()
    // Another tab has started a job, or has seen one end.
    const hear = (event: StorageEvent) => event.key === key && look()
    addEventListener('storage', hear)
    addEventListener('focus', look)
    look()
    return () => {
      removeEventListener('storage', hear)
      removeEventListener('focus', look)
      watch.stop()
      unfollow()
      runningJobs.set([])
      if (current === watch) current = undefined
    }
  }, [account, navigate])
}

function tellEnd(job: JobView, open: () => void) {
  const { id, kind, status, total, done, failed } = job
  const say = (outcome: string) => text('frame', `jobs.${outcome}.${kind}`, { total, done, failed })
  const notice = {
    id: `job:${id}`,
    isNews: true,
    action: { label: text('frame', 'jobs.open'), run: open },
  }
  if (status === 'aborted') notify.warning({ ...notice, text: say('aborted') })
  else if (failed > 0) notify.warning({ ...notice, text: say('partly') })
  else notify.success({ ...notice, text: say('complete') })
}

/** Share of a job that was gone through, failed rows too, 0 to 100; undefined while it is not known how much there is. */
export const percentOf = ({ total, done }: Pick<JobView, 'total' | 'done'>) =>
  total > 0 ? Math.min(100, Math.floor((done * 100) / total)) : undefined
