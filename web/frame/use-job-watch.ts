/** The jobs that the person has running, for the bar; a toast says when one has ended. */
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { list } from '../../shared/calls/batch/job/list.ts'
import { isCallError } from '../../shared/errors.ts'
import type { JobView } from '../../shared/model/job.ts'
import { callApi } from '../api/client.ts'
import { makeStore } from '../ui/store.ts'
import { tellEnd } from './job-toasts.ts'
import { type JobWatch, makeJobWatch } from './job-watch.ts'

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
      isSeen: () => document.visibilityState === 'visible',
      onEnd: (job) => tellEnd(job, (address) => void navigate(address)),
    })
    current = watch
    const unfollow = watch.running.subscribe(() => runningJobs.set(watch.running.get()))
    const look = () => void watch.look()
    // Another tab has started a job, or has seen one end.
    const hear = (event: StorageEvent) => event.key === key && look()
    addEventListener('storage', hear)
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      removeEventListener('storage', hear)
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
      watch.stop()
      unfollow()
      runningJobs.set([])
      if (current === watch) current = undefined
    }
  }, [account, navigate])
}

/** Share of a job that was gone through, failed rows too, 0 to 100; undefined while it is not known how much there is. */
export const percentOf = ({ total, done }: Pick<JobView, 'total' | 'done'>) =>
  total > 0 ? Math.min(100, Math.floor((done * 100) / total)) : undefined
