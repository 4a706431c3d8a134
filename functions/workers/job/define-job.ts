import type { JobQueue } from '../../ports/job-queue.ts'
import type { Use } from '../../runtime/ports.ts'
import { type WorkContext, type Worker, worker } from '../../runtime/worker.ts'
import { giveUpTask, runTask } from '../../services/job/engine.ts'
import type { GivenUpRequest, JobKind, UnitResult } from '../../services/job/kind.ts'

/** What noting a given-up unit needs, and every job besides its own ports; its own queue comes to that. */
const noting = ['entities', 'jobStore', 'clock'] as const
const running = [...noting, 'reference'] as const
type Noting = (typeof noting)[number]
type Running = (typeof running)[number]
type OwnQueue = `jobs:${string}`
/** What the compiler does not see of a queue whose kind is a value. */
type Sending = { jobs: JobQueue }

export interface JobDefinition<U extends Use, I, D extends Use> extends JobKind<WorkContext<U | Running>, I> {
  /** Ports that its plan, units and finish use, beside those of every job. */
  uses: readonly U[]
  /** Time of a unit and of a step of the plan, in seconds. */
  seconds: number
  /** Units that are done at the same time, in all processes together; the cloud has two functions at least. */
  atOnce: number
  /** Of these in one function of the cloud; one where a unit needs a process for itself. */
  batch?: number
  /**
   * What a unit had done before its tries were used up, for kinds whose units write in several steps. It only looks.
   * Without it all rows of such a unit have failed.
   */
  givenUp?: {
    uses: readonly D[]
    assess(request: GivenUpRequest<I>, context: WorkContext<D | Noting>): Promise<UnitResult>
  }
}

/** Makes the worker of a kind of job: the one file of the kind exports it. */
export function defineJob<const U extends Use, I = Record<string, unknown>, const D extends Use = Noting>(
  definition: JobDefinition<U, I, D>,
): Worker<U | Running | OwnQueue, D | Noting | OwnQueue> {
  const {
    uses,
    seconds,
    atOnce,
    batch = Math.max(1, Math.min(5, Math.floor(atOnce / 2))),
    givenUp,
    ...kind
  } = definition
  const queue = `jobs:${kind.kind}` as const
  return worker<U | Running | OwnQueue, D | Noting | OwnQueue>(
    kind.kind,
    [...new Set([...running, queue, ...uses])],
    (message, context, signal) =>
      runTask(kind, message, context as unknown as WorkContext<U | Running> & Sending, signal),
    [...new Set([...noting, queue, ...(givenUp?.uses ?? [])])],
    (message, reason, known) => {
      const context = known as unknown as WorkContext<D | Noting> & Sending
      return giveUpTask(
        message,
        reason,
        context,
        givenUp && ((request) => givenUp.assess(request as GivenUpRequest<I>, context)),
      )
    },
    {
      seconds,
      atOnce,
      batch,
      chain:
        'A plan sends its units and goes on, a phase begins the next one, work waits for the index or for units under way: bounded as docs/decisions/long-work.md says.',
    },
  )
}
