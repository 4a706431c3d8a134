/** Chooses the embedded adapters: everything lies in one folder, nothing runs outside of this process. */
import { join } from 'node:path'
import { publicRoot } from '../../shared/constants.ts'
import { archiveWriter } from '../adapters/common/archive-writer.ts'
import { systemClock, withKnownTimeZone } from '../adapters/common/clock.ts'
import { randomIds } from '../adapters/common/ids.ts'
import { paymentPartMaker } from '../adapters/common/payment-part-maker.ts'
import { qrMaker } from '../adapters/common/qr-maker.ts'
import { createSnapshots } from '../adapters/common/snapshots.ts'
import { tableWriter } from '../adapters/common/tables/table-writer.ts'
import { createChangeFeed } from '../adapters/embedded/change-feed.ts'
import { openDatabase } from '../adapters/embedded/database.ts'
import { createDrafts } from '../adapters/embedded/drafts.ts'
import { createEntityStore } from '../adapters/embedded/entity-store.ts'
import { type EmbeddedFileLinks, openFileLinks } from '../adapters/embedded/file-links.ts'
import { createFileStore } from '../adapters/embedded/file-store.ts'
import { createImportMemory } from '../adapters/embedded/import-memory.ts'
import { inProcess } from '../adapters/embedded/index-health.ts'
import { createJobQueue } from '../adapters/embedded/job-queue.ts'
import { createJobStore } from '../adapters/embedded/job-store.ts'
import { createMailer, type EmbeddedMailer } from '../adapters/embedded/mailer.ts'
import { createNoteMarks } from '../adapters/embedded/note-marks.ts'
import { createPdfMaker } from '../adapters/embedded/pdf-maker.ts'
import type { RunnerOptions } from '../adapters/embedded/queue-runner.ts'
import { createReferenceData } from '../adapters/embedded/reference-data.ts'
import { createScheduler } from '../adapters/embedded/scheduler.ts'
import { openSearchIndex } from '../adapters/embedded/search-index.ts'
import { createSettings } from '../adapters/embedded/settings.ts'
import { type EmbeddedSignIn, openSignIn } from '../adapters/embedded/sign-in.ts'
import { createSite } from '../adapters/embedded/site.ts'
import { openStatementSigner } from '../adapters/embedded/statement-signer.ts'
import { openTokenSigner } from '../adapters/embedded/token-signer.ts'
import type { PoolUser } from '../adapters/embedded/user-pool.ts'
import type { Clock } from '../ports/clock.ts'
import publicSite from '../public/site.ts'
import { createRuntime } from '../runtime/handler.ts'
import type { Handler } from '../runtime/http.ts'
import type { Ports } from '../runtime/ports.ts'
import { publicHandler } from '../runtime/public.ts'
import type { LogSink } from '../runtime/steps/log.ts'
import type { Throttle } from '../runtime/steps/throttle.ts'
import type { Worker } from '../runtime/worker.ts'
import { followIndex, runWorkers } from './background.ts'
import { createRouter } from './calls.ts'

export interface EmbeddedOptions {
  /** Folder that holds everything; made if it is not there. */
  dataDir: string
  log: LogSink
  /** Who may sign in. */
  users: PoolUser[]
  clock?: Clock
  throttle?: Throttle
  environment?: Record<string, string | undefined>
  /** Instead of the embedded adapters; for tests. */
  ports?: Partial<Ports>
  /** Beside those of functions/workers, in the place of those of their kind; for tests and benches. */
  workers?: Worker[]
  /** Milliseconds before work that failed is tried again; for tests. */
  retryPauses?: RunnerOptions['retryPauses']
}
export interface Embedded {
  ports: Ports
  /** Answers a request of API Gateway's form. */
  handle: Handler
  /** Loads every call, so that the first who makes it does not wait. */
  preload(): Promise<void>
  signIn: EmbeddedSignIn
  mailer: EmbeddedMailer
  links: EmbeddedFileLinks
  /**
   * Starts the index follower and, when the index has all that was written so far, the scheduler and the workers; what was
   * left undone is taken up. After a crash the index is the older snapshot: a job planned on that would leave things out.
   */
  startBackground(): Promise<void>
  /** Resolves when the index has followed every write so far. */
  indexed(): Promise<void>
  /** Resolves when no unit of work is waiting. */
  worked(): Promise<void>
  /** Builds the index anew from the store, and switches to it. */
  reindex(): Promise<void>
  /** Ends the work under way, writes the index's snapshot, closes the files. */
  close(): Promise<void>
}

export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, environment = process.env, log } = options
  const clock = withKnownTimeZone(options.clock ?? systemClock)
  const millis = () => clock.millis()
  const db = openDatabase(dataDir)
  const entities = createEntityStore(db, { now: millis })
  const files = createFileStore(join(dataDir, 'files'))
  const queue = createJobQueue(db, millis)
  const scheduler = createScheduler(db, queue, clock)
  const mailer = createMailer(join(dataDir, 'mail'), clock)
  const index = await openSearchIndex({ directory: join(dataDir, 'index') })
  const pdf = createPdfMaker()
  const links = openFileLinks(dataDir, millis)
  const signIn = await openSignIn({ folder: join(dataDir, 'sign-in'), users: options.users, clock })
  const ports: Ports = {
    entities,
    importMemory: createImportMemory(db),
    noteMarks: createNoteMarks(db),
    drafts: createDrafts(db),
    changes: createChangeFeed(db, entities),
    index,
    indexHealth: inProcess,
    reference: createReferenceData(db, entities, millis),
    files,
    snapshots: createSnapshots(files),
    links,
    jobs: queue,
    jobStore: createJobStore(db, millis),
    scheduler,
    mailer,
    pdf,
    tables: tableWriter,
    archives: archiveWriter,
    qrCodes: qrMaker,
    paymentParts: paymentPartMaker,
    tokens: await openTokenSigner(dataDir, clock),
    statements: await openStatementSigner(dataDir),
    signIn,
    clock,
    ids: randomIds,
    settings: createSettings(dataDir, environment),
    site: createSite(environment),
    ...options.ports,
  }
  const runtime = createRuntime(ports, { log, throttle: options.throttle })
  const router = createRouter(runtime)
  const openToAll = publicHandler(publicSite, ports, { log })
  let follower: ReturnType<typeof followIndex> | undefined
  let timer: { stop(): void } | undefined
  let runner: Awaited<ReturnType<typeof runWorkers>> | undefined
  return {
    ports,
    handle: (event) => (event.rawPath.startsWith(publicRoot) ? openToAll(event) : router.handle(event)),
    preload: router.preload,
    signIn,
    mailer,
    links,
    async startBackground() {
      follower = followIndex(ports, log)
      await follower.caughtUp()
      timer = scheduler.start(log)
      const { workers: more, retryPauses } = options
      runner = await runWorkers(ports, queue, { log, more, ...(retryPauses && { retryPauses }) })
    },
    indexed: async () => follower?.caughtUp(),
    worked: async () => runner?.idle(),
    reindex: async () => follower?.startOver(),
    async close() {
      timer?.stop()
      await runner?.stop()
      await pdf.close()
      await follower?.stop()
      await index.close()
      await db.close()
    },
  }
}
