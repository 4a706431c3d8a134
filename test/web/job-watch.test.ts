/** Following jobs: what is asked when, and what is told, without a clock. */
import { describe, expect, it } from 'vitest'
import type { JobView } from '../../shared/model/job.ts'
import {
  firstWaitMs,
  idleWaitMs,
  longestWaitMs,
  makeJobWatch,
  type WatchPorts,
} from '../../web/frame/job-watch.ts'
import { uuid } from './screen-kit.tsx'

const job = (n: number, change: Partial<JobView> = {}): JobView => ({
  id: uuid(n),
  kind: 'import',
  status: 'running',
  total: 10,
  done: 0,
  failed: 0,
  startedBy: uuid(1),
  created: '2026-01-01T08:00:00.000Z',
  result: {},
  about: {},
  canAbort: true,
  canUndo: false,
  ...change,
})

/** One machine: its storage, and the server's jobs. Each tab is a watch of its own. */
function machine() {
  let jobs: JobView[] = []
  let listed: JobView[] | undefined
  let stored: string[] = []
  function tab(change: Partial<WatchPorts> = {}) {
    const ended: JobView[] = []
    const waits: number[] = []
    let next: (() => void) | undefined
    const watch = makeJobWatch({
      open: async () => listed ?? jobs.filter((one) => one.status === 'running' || one.status === 'new'),
      status: async (id) => jobs.find((one) => one.id === id),
      kept: () => stored,
      keep: (ids) => {
        stored = ids
      },
      after: (ms, run) => {
        waits.push(ms)
        next = run
        return () => {
          next = undefined
        }
      },
      isSeen: () => true,
      onEnd: (one) => ended.push(one),
      ...change,
    })
    /** Lets the time pass until it asks again; false if it does not. */
    const tick = async () => {
      const run = next
      next = undefined
      const before = watch.running.get()
      run?.()
      if (run) await expect.poll(() => watch.running.get() !== before || next !== undefined).toBe(true)
      return run !== undefined
    }
    return { watch, ended, waits, tick, isWaiting: () => next !== undefined }
  }
  return {
    tab,
    set: (...now: JobView[]) => {
      jobs = now
    },
    /** What the list says, where it lags behind. */
    list: (now: JobView[] | undefined) => {
      listed = now
    },
    stored: () => stored,
  }
}

describe('following jobs', () => {
  it('asks now and then where nothing runs, and so notices what was started elsewhere', async () => {
    const one = machine()
    const { watch, waits, tick, ended } = one.tab()
    await watch.look()
    expect(waits).toEqual([idleWaitMs])
    expect(watch.running.get()).toEqual([])
    one.set(job(1))
    await tick()
    expect(watch.running.get().map((j) => j.id)).toEqual([uuid(1)])
    expect(waits).toEqual([idleWaitMs, firstWaitMs])
    one.set(job(1, { status: 'complete' }))
    await tick()
    expect(ended).toHaveLength(1)
  })

  it('asks for nothing on a page that nobody sees, until it is seen again', async () => {
    let [isSeen, asked] = [true, 0]
    const { watch, tick, isWaiting } = machine().tab({
      isSeen: () => isSeen,
      open: async () => {
        asked += 1
        return []
      },
    })
    await watch.look()
    isSeen = false
    expect(isWaiting()).toBe(true)
    void tick()
    expect([asked, isWaiting()]).toEqual([1, false])
    isSeen = true
    await watch.look()
    expect([asked, isWaiting()]).toEqual([2, true])
  })

  it('asks ever more rarely while something runs, up to a quarter of a minute, and now and then after its end', async () => {
    const one = machine()
    one.set(job(1))
    const { watch, waits, tick, ended } = one.tab()
    await watch.look()
    for (let n = 0; n < 12; n++) await tick()
    expect(waits[0]).toBe(firstWaitMs)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.at(-1)).toBe(longestWaitMs)
    one.set(job(1, { status: 'complete', done: 10 }))
    await tick()
    expect(ended.map((e) => [e.id, e.status])).toEqual([[uuid(1), 'complete']])
    expect(watch.running.get()).toEqual([])
    expect(waits.at(-1)).toBe(idleWaitMs)
    expect(one.stored()).toEqual([])
  })

  it('follows a job that was just started, though the list does not know it yet', async () => {
    const one = machine()
    one.set(job(1, { status: 'new' }))
    one.list([])
    const { watch, isWaiting } = one.tab()
    await watch.follow(uuid(1))
    expect(watch.running.get().map((j) => j.id)).toEqual([uuid(1)])
    expect(isWaiting()).toBe(true)
  })

  it('tells an end once, though the list still holds the job', async () => {
    const one = machine()
    one.set(job(1))
    const { watch, ended } = one.tab()
    await watch.look()
    const over = job(1, { status: 'complete' })
    one.set(over)
    one.list([over])
    await watch.look()
    await watch.look()
    expect(ended).toHaveLength(1)
  })

  it('tells after a reload of what ended meanwhile, once', async () => {
    const one = machine()
    one.set(job(1))
    await one.tab().watch.look()
    one.set(job(1, { status: 'aborted', done: 4 }))
    const reloaded = one.tab()
    await reloaded.watch.look()
    expect(reloaded.ended.map((e) => e.status)).toEqual(['aborted'])
    const again = one.tab()
    await again.watch.look()
    expect(again.ended).toEqual([])
  })

  it('works in two tabs: both see the job that one of them started, and both hear of its end', async () => {
    const one = machine()
    one.set(job(1, { status: 'new' }))
    one.list([])
    const [a, b] = [one.tab(), one.tab()]
    await a.watch.follow(uuid(1))
    // The storage tells the other tab.
    await b.watch.look()
    expect(b.watch.running.get()).toHaveLength(1)
    one.set(job(1, { status: 'complete' }))
    await a.tick()
    await b.watch.look()
    expect([a.ended.length, b.ended.length]).toEqual([1, 1])
  })

  it('goes on asking where the server does not answer', async () => {
    const one = machine()
    one.set(job(1))
    let isDown = false
    const { watch, isWaiting, ended } = one.tab({
      open: async () => {
        if (isDown) throw new Error('down')
        return [job(1)]
      },
    })
    await watch.look()
    isDown = true
    await watch.look()
    expect(isWaiting()).toBe(true)
    expect(watch.running.get()).toHaveLength(1)
    expect(ended).toEqual([])
  })

  it('is over with the session', async () => {
    const one = machine()
    one.set(job(1))
    const { watch, isWaiting } = one.tab()
    await watch.look()
    watch.stop()
    expect(isWaiting()).toBe(false)
    expect(watch.running.get()).toEqual([])
  })
})
