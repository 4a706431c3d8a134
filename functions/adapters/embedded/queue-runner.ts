import { errorMessage } from '../../../shared/errors.ts'
import type { EmbeddedJobQueue } from './job-queue.ts'

interface Record {
  id: string
  tries: number
  message: { kind: string; jobId: string; unit: string }
  reason?: string
}
type Handler = (records: Record[]) => Promise<{ id: string; reason: string }[]>

export interface QueueConsumer {
  /** Kind of the messages. */
  kind: string
  handle: Handler
  handleDead: Handler
  /** Messages that are worked on at the same time; 10 unless said otherwise. */
  atOnce?: number
}
export interface RunnerOptions {
  log: (fields: { [name: string]: unknown }) => void
  /** Milliseconds for which a taken message is hidden; renewed while its handler runs. */
  visibility?: number
  /** Milliseconds before the second and the third try. */
  retryPauses?: [number, number]
}
export interface QueueRunner {
  /** Resolves when no message of the consumers' kinds is waiting, hidden or unnoted. */
  idle(): Promise<void>
  /** Ends after the batches under way, or after `grace` milliseconds: what is unfinished then comes again. */
  stop(grace?: number): Promise<void>
}

const pollPause = 5_000

/** Messages that are taken from the queue in one go. */
const takenAtOnce = 10

/** Works on the queues in this process, side by side. Takes up first what a killed process left. */
export function runQueues(
  queue: EmbeddedJobQueue,
  consumers: QueueConsumer[],
  options: RunnerOptions,
): QueueRunner {
  const { log, visibility = 60_000, retryPauses = [1_000, 5_000] } = options
  let isStopping = false
  const wakers = new Map<string, () => void>()
  const hinted = new Set<string>()
  let idleWaiters: (() => void)[] = []

  const hintAll = () => {
    for (const { kind } of consumers) hinted.add(kind)
    for (const wake of wakers.values()) wake()
  }
  const removeHint = queue.onSend(hintAll)
  const recovered = queue.recover().catch((error: unknown) => log({ level: 'error', queue: 'all', error }))
  const running = Promise.all(consumers.map(consume))

  async function consume(consumer: QueueConsumer) {
    const { kind, atOnce = 10 } = consumer
    const underWay = new Set<Promise<void>>()
    await recovered
    while (!isStopping) {
      hinted.delete(kind)
      try {
        const free = atOnce - underWay.size
        const taken = free > 0 ? await take(kind, Math.min(free, takenAtOnce)) : []
        for (const record of taken) {
          const work = workOn(consumer, record).finally(() => {
            underWay.delete(work)
            // Where nothing more fits, this is what is waited for; else there may be nothing left to wait for.
            hinted.add(kind)
            wakers.get(kind)?.()
          })
          underWay.add(work)
        }
        if (taken.length > 0 || (await takeDead(consumer))) continue
      } catch (error) {
        log({ level: 'error', queue: kind, error })
        await sleep(kind, retryPauses[0])
        continue
      }
      if (underWay.size === 0) tellIdle()
      if (hinted.has(kind) || isStopping) continue
      await sleep(kind, Math.min(underWay.size < atOnce ? nextVisible(kind) : pollPause, pollPause))
    }
    await Promise.all(underWay)
  }
  const nextVisible = (kind: string) => queue.nextVisible(kind) ?? pollPause
  const take = async (kind: string, limit: number): Promise<Record[]> =>
    queue.nextVisible(kind) === 0 ? queue.receive(kind, limit, visibility) : []

  /** Never fails: what could not be noted comes again when it is visible. */
  async function workOn({ kind, handle }: QueueConsumer, record: Record): Promise<void> {
    const { id } = record
    const renewal = setInterval(() => {
      queue.extend([id], visibility).catch((error: unknown) => log({ level: 'error', queue: kind, error }))
    }, visibility / 3)
    try {
      const [failure] = await handle([record]).catch((error: unknown) => everyOne([record], error))
      if (failure) await queue.failed(id, failure.reason, retryPauses[record.tries - 1] ?? 0)
      else await queue.done([id])
    } catch (error) {
      log({ level: 'error', queue: kind, error })
    } finally {
      clearInterval(renewal)
    }
  }
  async function takeDead({ kind, handleDead }: QueueConsumer): Promise<boolean> {
    const letters = await queue.receiveDead(kind, takenAtOnce)
    if (letters.length === 0) return false
    const failures = await handleDead(letters).catch((error: unknown) => everyOne(letters, error))
    const failed = new Set(failures.map((failure) => failure.id))
    await queue.noted(letters.map((letter) => letter.id).filter((id) => !failed.has(id)))
    if (failed.size > 0) await sleep(kind, retryPauses[0])
    return true
  }
  function sleep(kind: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        wakers.delete(kind)
        resolve()
      }
      const timer = setTimeout(end, ms)
      wakers.set(kind, end)
      if (isStopping) end()
    })
  }
  function tellIdle() {
    if (idleWaiters.length === 0 || !consumers.every(({ kind }) => queue.isEmpty(kind))) return
    for (const resolve of idleWaiters) resolve()
    idleWaiters = []
  }

  return {
    idle() {
      if (consumers.length === 0) return Promise.resolve()
      return new Promise((resolve) => {
        idleWaiters.push(resolve)
        hintAll()
      })
    },
    async stop(grace = 5_000) {
      isStopping = true
      removeHint()
      for (const wake of [...wakers.values()]) wake()
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, grace)
      })
      await Promise.race([running, timeout])
      clearTimeout(timer)
    },
  }
}

const everyOne = (records: Record[], error: unknown) =>
  records.map(({ id }) => ({ id, reason: errorMessage(error) }))
