/**
 * Follows the jobs that somebody has running: asks while something runs, ever more rarely, and tells when one ends.
 * While nothing runs it asks now and then, as jobs are also started elsewhere.
 * What is followed is kept on this machine, so that an end is told after a reload too, and other tabs follow along.
 */
import type { JobView } from '../../shared/model/job.ts'
import { makeStore } from '../ui/store.ts'

export const firstWaitMs = 1_000
export const longestWaitMs = 15_000
/** While nothing is known to run, and the page is seen. */
export const idleWaitMs = 25_000
const growth = 1.5

export interface WatchPorts {
  /** The person's jobs that are new or running; one that has just begun may be missing for a moment. */
  open(): Promise<JobView[]>
  /** A job as it is; undefined where it is not there. */
  status(id: string): Promise<JobView | undefined>
  /** Ids that are followed, kept on this machine. */
  kept(): string[]
  keep(ids: string[]): void
  /** Runs something later; the answer calls it off. */
  after(ms: number, run: () => void): () => void
  /** Whether anybody can see the page: its bar has nothing to find out where nobody looks. */
  isSeen(): boolean
  onEnd(job: JobView): void
}
export type JobWatch = ReturnType<typeof makeJobWatch>

const isOver = ({ status }: JobView) => status === 'complete' || status === 'aborted'

export function makeJobWatch(ports: WatchPorts) {
  const running = makeStore<readonly JobView[]>([])
  let followed = new Set<string>()
  let waitMs = firstWaitMs
  let callOff = () => {}
  let isStopped = false
  let isLooking = false
  /** Something happened while an answer was on its way: it may be too old. */
  let isStale = false

  async function look(): Promise<void> {
    if (isStopped) return
    if (isLooking) {
      isStale = true
      return
    }
    isLooking = true
    callOff()
    try {
      const open = await ports.open()
      const known = new Set(open.map((job) => job.id))
      const others = await Promise.all([...followed].filter((id) => !known.has(id)).map(ports.status))
      if (isStopped) return
      const jobs = [...open, ...others.filter((job) => job !== undefined)]
      const now = jobs.filter((job) => !isOver(job))
      // The list lags: what has ended stands in it for a moment, and is told once.
      const ended = jobs.filter((job) => isOver(job) && followed.has(job.id))
      // What was followed meanwhile stays followed.
      const added = isStale ? [...followed].filter((id) => !jobs.some((job) => job.id === id)) : []
      followed = new Set([...now.map((job) => job.id), ...added])
      ports.keep([...followed])
      running.set(now)
      for (const job of ended) ports.onEnd(job)
    } catch {
      // Nothing is known for now; what is followed is asked for again.
    } finally {
      isLooking = false
    }
    if (isStale) {
      isStale = false
      return look()
    }
    if (isStopped) return
    if (followed.size === 0) {
      // A page that is seen again asks by itself.
      callOff = ports.after(idleWaitMs, () => ports.isSeen() && void look())
      return
    }
    callOff = ports.after(waitMs, () => void look())
    waitMs = Math.min(waitMs * growth, longestWaitMs)
  }
  const again = () => {
    waitMs = firstWaitMs
    return look()
  }

  return {
    running,
    /** Also follows what was kept, by this tab before a reload or by another one. */
    look: () => {
      for (const id of ports.kept()) followed.add(id)
      return again()
    },
    /** A job was started here. */
    follow: (id: string) => {
      followed.add(id)
      ports.keep([...followed])
      return again()
    },
    stop: () => {
      isStopped = true
      callOff()
      running.set([])
    },
  }
}
