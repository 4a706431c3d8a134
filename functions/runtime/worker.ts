import type { Change } from '../ports/entity-store.ts'
import type { JobMessage } from '../ports/job-queue.ts'
import { type Ports, pickPorts, type Use, type Used } from './ports.ts'

/** What a worker or a stream gets besides its input: the ports that it names, and the log. */
export type WorkContext<U extends Use> = Used<U> & {
  log: (fields: Record<string, unknown>) => void
}
/** How much of a kind's work is done at once, and how long a part of it may take. */
export interface WorkLimits {
  /** Time of one message, in seconds: then its try has failed, whatever it still does. */
  seconds: number
  /** Messages that are worked on at the same time, in all processes together. */
  atOnce: number
  /** Of these in one function of the cloud. */
  batch: number
  /** Messages send messages of the same kind: a chain, bounded by what it says here. */
  chain?: string
}
const ordinary: WorkLimits = { seconds: 240, atOnce: 20, batch: 5 }

export interface Worker<U extends Use = Use, D extends Use = Use> {
  readonly kind: 'worker'
  /** Kind of the messages that it takes: the name of its queue. */
  readonly jobKind: string
  readonly limits: WorkLimits
  readonly uses: readonly U[]
  /**
   * Does one unit. It may be delivered again, also after it was done, so doing it twice must change nothing. The signal
   * is aborted when its time is up; then it mails and prints nothing any more.
   */
  readonly run: (message: JobMessage, context: WorkContext<U>, signal: AbortSignal) => Promise<void>
  /** Ports of `onDead`, which needs fewer: it is a function of its own. */
  readonly deadUses: readonly D[]
  /** Notes a unit whose tries are used up in the job's errors, so that the job still ends. May be delivered again. */
  readonly onDead: (message: JobMessage, reason: string, context: WorkContext<D>) => Promise<void>
}
/** Binds a kind of queue message to what is done with it. `uses` and `deadUses` narrow the ports that it gets. */
export function worker<U extends Use, D extends Use>(
  jobKind: string,
  uses: readonly U[],
  run: Worker<U>['run'],
  deadUses: readonly D[],
  onDead: Worker<U, D>['onDead'],
  limits: Partial<WorkLimits> = {},
): Worker<U, D> {
  return { kind: 'worker', jobKind, limits: { ...ordinary, ...limits }, uses, run, deadUses, onDead }
}

/** A record that could not be taken; the others of its batch were. */
export interface Failure {
  id: string
  reason: string
}
export interface Stream<U extends Use = Use> {
  readonly kind: 'stream'
  readonly uses: readonly U[]
  /** Takes a batch of any size. Failures name changes by their `seq`; the rest is done. */
  readonly run: (changes: Change[], context: WorkContext<U>) => Promise<Failure[]>
}
/** Binds the change feed to what follows from a change. */
export function stream<U extends Use>(uses: readonly U[], run: Stream<U>['run']): Stream<U> {
  return { kind: 'stream', uses, run }
}

export function workContext<U extends Use>(
  uses: readonly U[],
  ports: Ports,
  log: (fields: Record<string, unknown>) => void,
): WorkContext<U> {
  return Object.assign(pickPorts(uses, ports) as Used<U>, { log })
}
