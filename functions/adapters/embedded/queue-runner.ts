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
  /** Messages that are taken at once; 10 like SQS unless said otherwise. */
  batch?: number
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

/** Works on the queues in this process, one batch of each kind at a time. Takes up first what a killed process left. */
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
    await recovered
    while (!isStopping) {
      hinted.delete(consumer.kind)
      try {
        const worked = (await takeBatch(consumer)) || (await takeDead(consumer))
        if (worked) continue
      } catch (error) {
        log({ level: 'error', queue: consumer.kind, error })
        await sleep(consumer.kind, retryPauses[0])
        continue
      }
      tellIdle()
      if (hinted.has(consumer.kind) || isStopping) continue
      await sleep(consumer.kind, Math.min(queue.nextVisible(consumer.kind) ?? pollPause, pollPause))
    }
  }
  async function takeBatch({ kind, handle, batch = 10 }: QueueConsumer): Promise<boolean> {
    if (queue.nextVisible(kind) !== 0) return false
    const records = await queue.receive(kind, batch, visibility)
    if (records.length === 0) return false
    const ids = records.map((record) => record.id)
    const renewal = setInterval(() => {
      queue.extend(ids, visibility).catch((error: unknown) => log({ level: 'error', queue: kind, error }))
    }, visibility / 3)
    try {
      const failures = await handle(records).catch((error: unknown) => everyOne(records, error))
      const failed = new Set(failures.map((failure) => failure.id))
      await queue.done(ids.filter((id) => !failed.has(id)))
      for (const { id, reason } of failures) {
        const tries = records.find((record) => record.id === id)?.tries ?? 1
        await queue.failed(id, reason, retryPauses[tries - 1] ?? 0)
      }
    } finally {
      clearInterval(renewal)
    }
    return true
  }
  async function takeDead({ kind, handleDead, batch = 10 }: QueueConsumer): Promise<boolean> {
    const letters = await queue.receiveDead(kind, batch)
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
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, grace)
      })
      await Promise.race([running, patience])
      clearTimeout(timer)
    },
  }
}

const everyOne = (records: Record[], error: unknown) =>
  records.map(({ id }) => ({ id, reason: error instanceof Error ? error.message : String(error) }))
