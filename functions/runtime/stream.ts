import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { errorMessage, isCallError } from '../../shared/errors.ts'
import type { Change, ChangeFeed } from '../ports/entity-store.ts'
import type { GivenUp } from './given-up.ts'
import type { Ports, Use } from './ports.ts'
import { type Failure, type Stream, workContext } from './worker.ts'

export type StreamHandler = (changes: Change[]) => Promise<Failure[]>
type Log = (fields: Record<string, unknown>) => void

export const streamHandler = <U extends Use>(stream: Stream<U>, ports: Ports, log: Log): StreamHandler => {
  const context = workContext(stream.uses, ports, log)
  return (changes) => stream.run(changes, context)
}

export interface FollowOptions {
  feed: ChangeFeed
  /** Name of the reader, for the feed. */
  reader: string
  handle: StreamHandler
  /** How far the reader had come, durable. */
  position: () => Promise<string | undefined>
  setPosition: (seq: string) => Promise<void>
  /** Builds the reader's state from the store, when the feed no longer holds what is missing. Gives its position. */
  startOver: (signal: AbortSignal) => Promise<string | undefined>
  /** Keeps what failed in every try; tried again at each start. */
  givenUp: GivenUp
  log: Log
}
export interface Follower {
  /** Resolves when all that was committed before the call is taken. */
  caughtUp(): Promise<void>
  /**
   * Rebuilds the reader's state from the store. Meanwhile changes are taken but the position is not kept, so that a
   * crash loses nothing; afterwards the changes since the start of the rebuild are taken again.
   */
  startOver(): Promise<void>
  /** Ends after the batch under way. */
  stop(): Promise<void>
}

/** Small enough that requests are answered between two batches while thousands of changes come in. */
const batchSize = 50
/** Hints may be missed, so the feed is also looked at so often. Milliseconds. */
const pollPause = 1_000
/** Pauses before a failed change is tried again, in milliseconds; then it is reported, kept and passed over. */
const retryPauses = [50, 250]
const unavailablePause = 500

/** Follows the change feed in this process: the embedded counterpart of a function on the table's stream. */
export function followFeed(options: FollowOptions): Follower {
  const { feed, reader, handle, givenUp, log } = options
  const stopping = new AbortController()
  let position: string | undefined
  let hinted = false
  let wake: () => void = () => {}
  let rebuilds = 0
  let waiting: { until: string; resolve: () => void }[] = []

  const removeHint = feed.onChange(hint)
  const begun = begin()
  /** Batches and moves of the position exclude each other; so do rebuilds. */
  const inTurn = oneAtATime(begun)
  const inRebuildTurn = oneAtATime(begun)
  const running = run()

  function hint() {
    hinted = true
    wake()
  }
  async function run() {
    await begun
    while (!stopping.signal.aborted) {
      hinted = false
      try {
        const more = await inTurn(takeBatch)
        if (more) await nextTurn()
        else await untilHint()
      } catch (error) {
        log({ level: 'error', stream: reader, error: errorMessage(error) })
        await rest(unavailablePause)
      }
    }
  }
  async function untilHint() {
    if (hinted || stopping.signal.aborted) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollPause)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  async function begin() {
    while (!stopping.signal.aborted) {
      try {
        position = await options.position()
        // From nothing, the present states are read faster than all that ever happened to them.
        const isNew = position === undefined && (await feed.end()) !== undefined
        if (isNew || !(await feed.holdsAfter(position))) {
          log({ level: isNew ? 'info' : 'warn', stream: reader, message: 'starting over from the store' })
          position = await options.startOver(stopping.signal)
          if (position !== undefined) await options.setPosition(position)
        }
        await takeGivenUp()
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        log({ level: 'error', stream: reader, error: errorMessage(error) })
        await rest(unavailablePause)
      }
    }
  }
  /** True if there may be more to read. */
  async function takeBatch(): Promise<boolean> {
    const changes = await feed.read(position, batchSize)
    const last = changes.at(-1)
    if (last) {
      await take(changes)
      position = last.seq
      if (rebuilds === 0) {
        await options.setPosition(last.seq)
        await feed.acknowledge(reader, last.seq)
      }
    }
    tellWaiting()
    return changes.length === batchSize
  }
  async function take(changes: Change[]) {
    let failures = await attempt(changes)
    for (const ms of retryPauses) {
      if (failures.length === 0) return
      await rest(ms)
      const failed = new Set(failures.map((failure) => failure.id))
      failures = await attempt(changes.filter((change) => failed.has(change.seq)))
    }
    for (const { id, reason } of failures) {
      const change = changes.find((candidate) => candidate.seq === id)
      if (change) await givenUp.keep(change)
      log({ level: 'error', stream: reader, poisoned: change?.id, rev: change?.rev, seq: id, reason })
    }
  }
  /** What failed before may have failed by a fault that is mended since. */
  async function takeGivenUp() {
    const changes = await givenUp.list()
    if (changes.length === 0) return
    const failed = new Set((await attempt(changes)).map((failure) => failure.id))
    for (const change of changes) if (!failed.has(change.seq)) await givenUp.forget(change.id)
    log({
      level: 'warn',
      stream: reader,
      message: 'took what was given up',
      of: changes.length,
      failed: failed.size,
    })
  }
  /** An index that is away for a while is no fault of the changes: they are tried until it is back. */
  async function attempt(changes: Change[]): Promise<Failure[]> {
    try {
      return await handle(changes)
    } catch (error) {
      if (isCallError(error) && error.code === 'search_unavailable') throw error
      return changes.map((change) => ({ id: change.seq, reason: errorMessage(error) }))
    }
  }
  const hasReached = (until: string) => rebuilds === 0 && position !== undefined && position >= until
  function tellWaiting() {
    for (const { until, resolve } of waiting) if (hasReached(until)) resolve()
    waiting = waiting.filter(({ until }) => !hasReached(until))
  }
  const rest = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {})

  return {
    async caughtUp() {
      await begun
      const until = (await feed.end()) ?? undefined
      if (until === undefined || hasReached(until)) return
      await new Promise<void>((resolve) => {
        waiting.push({ until, resolve })
        hint()
      })
    },
    startOver: () =>
      inRebuildTurn(async () => {
        rebuilds++
        try {
          const from = await options.startOver(stopping.signal)
          await inTurn(async () => {
            position = from
            if (from !== undefined) await options.setPosition(from)
          })
        } finally {
          rebuilds--
          hint()
        }
      }),
    async stop() {
      stopping.abort()
      wake()
      removeHint()
      await running
    },
  }
}

/** Gives a function that runs works one after the other, the first after `start`. */
function oneAtATime(start: Promise<void>): <T>(work: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = start
  return (work) => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }
}
