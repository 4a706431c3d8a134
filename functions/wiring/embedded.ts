/** Chooses the embedded adapters: everything lies in one folder, nothing runs outside of this process. */
import { join } from 'node:path'
import { createChangeFeed } from '../adapters/embedded/change-feed.ts'
import { systemClock } from '../adapters/embedded/clock.ts'
import { openDatabase } from '../adapters/embedded/database.ts'
import { createEntityStore } from '../adapters/embedded/entity-store.ts'
import { createFileStore } from '../adapters/embedded/file-store.ts'
import { randomIds } from '../adapters/embedded/ids.ts'
import { createJobQueue } from '../adapters/embedded/job-queue.ts'
import { createReferenceData } from '../adapters/embedded/reference-data.ts'
import { createSettings } from '../adapters/embedded/settings.ts'
import { openTokenSigner } from '../adapters/embedded/token-signer.ts'
import type { Clock } from '../ports/clock.ts'
import { createRuntime } from '../runtime/handler.ts'
import type { Handler } from '../runtime/http.ts'
import type { Ports } from '../runtime/ports.ts'
import type { LogSink } from '../runtime/steps/log.ts'
import type { Throttle } from '../runtime/steps/throttle.ts'
import { createRouter } from './calls.ts'

export interface EmbeddedOptions {
  /** Folder that holds everything; made if it is not there. */
  dataDir: string
  log: LogSink
  clock?: Clock
  throttle?: Throttle
  environment?: Record<string, string | undefined>
  /** Instead of the embedded adapters; for tests. */
  ports?: Partial<Ports>
}
export interface Embedded {
  ports: Ports
  /** Answers a request of API Gateway's form. */
  handle: Handler
  close(): Promise<void>
}

/** What has no embedded adapter yet must be given. */
type Given = Pick<Ports, 'index' | 'mailer' | 'signIn'>

export async function openEmbedded(
  options: EmbeddedOptions & { ports: Partial<Ports> & Given },
): Promise<Embedded> {
  const { dataDir, environment = process.env } = options
  const clock = options.clock ?? systemClock
  const millis = () => clock.millis()
  const db = openDatabase(dataDir)
  const entities = createEntityStore(db, { now: millis })
  const ports: Ports = {
    entities,
    changes: createChangeFeed(db, entities),
    reference: createReferenceData(db, entities, millis),
    files: createFileStore(join(dataDir, 'files')),
    jobs: createJobQueue(db, millis),
    tokens: await openTokenSigner(dataDir, clock),
    clock,
    ids: randomIds,
    settings: createSettings(dataDir, environment),
    ...options.ports,
  }
  const runtime = createRuntime(ports, { log: options.log, throttle: options.throttle })
  return { ports, handle: createRouter(runtime), close: () => db.close() }
}
