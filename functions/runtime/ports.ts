import type { ArchiveWriter } from '../ports/archive-writer.ts'
import type { Clock } from '../ports/clock.ts'
import type { DraftReader, DraftStore } from '../ports/drafts.ts'
import type { ChangeFeed, EntityReader, EntityStore } from '../ports/entity-store.ts'
import type { FileLinks } from '../ports/file-links.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { Ids } from '../ports/ids.ts'
import type { ImportMemory } from '../ports/import-memory.ts'
import type { IndexHealth } from '../ports/index-health.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import type { JobReader, JobStore } from '../ports/job-store.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { NoteMarksReader, NoteMarksStore } from '../ports/note-marks.ts'
import type { PaymentPartMaker } from '../ports/payment-part-maker.ts'
import type { PdfMaker } from '../ports/pdf-maker.ts'
import type { QrMaker } from '../ports/qr-maker.ts'
import type { ReferenceData } from '../ports/reference-data.ts'
import type { Scheduler } from '../ports/scheduler.ts'
import type { IndexReader, SearchIndex } from '../ports/search-index.ts'
import type { Settings } from '../ports/settings.ts'
import type { SignIn } from '../ports/sign-in.ts'
import type { Site } from '../ports/site.ts'
import type { Snapshots } from '../ports/snapshots.ts'
import type { StatementSigner } from '../ports/statement-signer.ts'
import type { TableWriter } from '../ports/table-writer.ts'
import type { TokenSigner } from '../ports/token-signer.ts'

/** All ports by name. A call names the ones it uses; in the cloud that decides its variables and grants. */
export interface Ports {
  entities: EntityStore
  importMemory: ImportMemory
  noteMarks: NoteMarksStore
  drafts: DraftStore
  changes: ChangeFeed
  index: SearchIndex
  indexHealth: IndexHealth
  reference: ReferenceData
  files: FileStore
  snapshots: Snapshots
  links: FileLinks
  jobs: JobQueue
  jobStore: JobStore
  scheduler: Scheduler
  mailer: Mailer
  pdf: PdfMaker
  tables: TableWriter
  archives: ArchiveWriter
  qrCodes: QrMaker
  paymentParts: PaymentPartMaker
  tokens: TokenSigner
  statements: StatementSigner
  signIn: SignIn
  clock: Clock
  ids: Ids
  settings: Settings
  site: Site
}
export type PortName = keyof Ports

/** Ports that can be had for reading alone, named `entities:read`: no way to write, and in the cloud no right to. */
export interface Readers {
  readonly entities: EntityReader
  readonly files: Pick<FileStore, 'get'>
  readonly index: IndexReader
  readonly jobStore: JobReader
  readonly noteMarks: NoteMarksReader
  readonly drafts: DraftReader
  readonly scheduler: Pick<Scheduler, 'list'>
  readonly statements: Pick<StatementSigner, 'publicKeys'>
}
/**
 * `jobs:pdf` is the queue of that kind alone; `jobs` are all of them, for who ends whatever job.
 */
export type Use = PortName | `${keyof Readers}:read` | `jobs:${string}`
/** What is got by naming it. */
export type Used<U extends Use> = Pick<Ports, Extract<U, PortName>> & {
  [R in keyof Readers as `${R}:read` extends U ? R : never]: Readers[R]
} & {
  [J in 'jobs' as [KindOf<U>] extends [never] ? never : J]: JobQueue<KindOf<U>>
}
type KindOf<U extends Use> = U extends `jobs:${infer K}` ? K : never
export const portOf = (use: Use): PortName => use.replace(/:.*/, '') as PortName
/** Kind of the jobs whose queue is used; undefined for other ports, and for all queues. */
export const jobKindOf = (use: Use): string | undefined =>
  use.startsWith('jobs:') ? use.slice('jobs:'.length) : undefined

/** Only the ports that are named, so that what somebody may do is what they say. */
export function pickPorts(uses: readonly Use[], ports: Ports): Partial<Ports> {
  const picked: Partial<Record<PortName, unknown>> = {}
  for (const name of uses.map(portOf)) picked[name] = ports[name]
  const kinds = uses.flatMap((use) => jobKindOf(use) ?? [])
  if (kinds.length > 0 && !uses.includes('jobs')) picked.jobs = queuesOf(kinds, ports.jobs)
  return picked as Partial<Ports>
}
function queuesOf(kinds: readonly string[], jobs: JobQueue): JobQueue {
  return {
    async send(messages, delaySeconds) {
      const other = messages.find(({ kind }) => !kinds.includes(kind))
      if (other) throw new Error(`sends to a queue that it does not name: jobs:${other.kind}`)
      await jobs.send(messages, delaySeconds)
    },
  }
}
