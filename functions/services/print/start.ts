import type { Entity } from '../../../shared/model/entity.ts'
import { newJob } from '../../domain/job/job.ts'
import {
  type PrintConfig,
  type PrintJob,
  type PrintOptions,
  printConfig,
  printKind,
  sourceKey,
} from '../../domain/print/job.ts'

export interface PrintPorts {
  entities: {
    get(id: string): Promise<Entity | undefined>
    put(entity: Entity, options: { expectRev: number }): Promise<Entity>
  }
  files: { put(key: string, body: Uint8Array, contentType: string): Promise<void> }
  jobs: { send(messages: { kind: string; jobId: string; unit: string }[]): Promise<void> }
  clock: { now(): string }
}
export interface PrintRequest {
  /** Of the job. The same request again brings the same id, and goes on with its job. */
  id: string
  /** Account that may have the result. */
  by: string
  /** One document for each page of HTML. */
  pages: readonly string[]
  fileName: string
  options?: PrintOptions
}

/** Starts a job that prints, and gives its ticket. What a viewer may not see must not be in the pages. */
export async function printJob(
  request: PrintRequest,
  { entities, files, jobs, clock }: PrintPorts,
): Promise<string> {
  const { id, by, pages, fileName, options = {} } = request
  if (pages.length === 0) throw new Error('there is nothing to print')
  const known = (await entities.get(id)) as PrintJob | undefined
  const next = known ? printConfig(known).next : 0
  if (!known) {
    for (const [unit, html] of pages.entries())
      await files.put(sourceKey(id, unit), new TextEncoder().encode(html), 'text/html; charset=utf-8')
    const config: PrintConfig = { fileName, options, units: pages.length, next: 0 }
    const job = newJob(
      { id, by, now: clock.now() },
      { kind: printKind, total: pages.length, config, result: {} },
    )
    await entities.put(job as unknown as Entity, { expectRev: 0 })
  }
  if (next < pages.length) await jobs.send([{ kind: printKind, jobId: id, unit: String(next) }])
  return id
}
