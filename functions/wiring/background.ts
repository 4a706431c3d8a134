/** Runs the index follower, and the workers that it finds by their place, in this process. */
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EmbeddedJobQueue } from '../adapters/embedded/job-queue.ts'
import { type QueueRunner, type RunnerOptions, runQueues } from '../adapters/embedded/queue-runner.ts'
import { givenUpIn } from '../runtime/given-up.ts'
import type { Ports } from '../runtime/ports.ts'
import { deadLetterHandler, queueHandler } from '../runtime/queue.ts'
import { type Follower, followFeed, streamHandler } from '../runtime/stream.ts'
import type { Worker } from '../runtime/worker.ts'
import { allDocuments } from '../services/index/reindex-all.ts'
import indexEntities from '../streams/index-entities.ts'

type Log = (fields: Record<string, unknown>) => void

async function modulesIn(folder: string): Promise<Record<string, unknown>[]> {
  const place = new URL(`../${folder}/`, import.meta.url)
  if (!existsSync(fileURLToPath(place))) return []
  const files = readdirSync(fileURLToPath(place)).filter((file) => file.endsWith('.ts'))
  return Promise.all(files.sort().map((file) => import(new URL(file, place).href)))
}
const ofKind = (modules: Record<string, unknown>[], kind: string) =>
  modules
    .flatMap((module) => Object.values(module))
    .filter((x) => typeof x === 'object' && x !== null && 'kind' in x && x.kind === kind)

/** Every worker of functions/workers, and `more`, which take the place of those of their kind: one queue each. */
export async function runWorkers(
  ports: Ports,
  queue: EmbeddedJobQueue,
  { more = [], ...options }: RunnerOptions & { more?: Worker[] | undefined },
): Promise<QueueRunner> {
  const { log } = options
  const found = ofKind(await modulesIn('workers'), 'worker') as Worker[]
  const workers = new Map([...found, ...more].map((worker) => [worker.jobKind, worker]))
  const consumers = [...workers.values()].map((worker) => ({
    kind: worker.jobKind,
    atOnce: worker.limits.atOnce,
    handle: queueHandler(worker, ports, log),
    handleDead: deadLetterHandler(worker, ports, log),
  }))
  return runQueues(queue, consumers, options)
}

/** Keeps the index at the change feed. */
export function followIndex(ports: Ports, log: Log): Follower {
  return followFeed({
    feed: ports.changes,
    reader: 'index',
    handle: streamHandler(indexEntities, ports, log),
    position: () => ports.index.position(),
    setPosition: (seq) => ports.index.setPosition(seq),
    async startOver(signal) {
      // Changes that come in while documents are read are taken again from here on.
      const from = (await ports.changes.end()) ?? undefined
      for (const refused of await ports.index.rebuild(allDocuments(ports, { signal, log })))
        log({ level: 'error', reindex: refused.entityclass, id: refused.id, reason: refused.reason })
      return from
    },
    givenUp: givenUpIn(ports.entities, 'index'),
    log,
  })
}
