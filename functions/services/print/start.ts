import { type PrintConfig, type PrintOptions, printKind, sourceKey } from '../../domain/print/job.ts'
import { type StartPorts, startJob } from '../job/start.ts'

export interface PrintPorts extends StartPorts<typeof printKind> {
  files: { put(key: string, body: Uint8Array, contentType: string): Promise<void> }
}
export interface PrintRequest {
  /** Of the job. The same request again brings the same id, and goes on with its job. */
  id: string
  /** Account that may have the result. */
  by: string
  /** Person who signed in to it. */
  sub: string
  /** One document for each page of HTML. */
  pages: readonly string[]
  fileName: string
  /** Entity that is printed: who may not see it any more does not get the document either. */
  about?: string
  options?: PrintOptions
}

/** Starts a job that prints, and gives its ticket. What a viewer may not see must not be in the pages. */
export async function printJob(request: PrintRequest, ports: PrintPorts): Promise<string> {
  const { id, by, sub, pages, fileName, about, options = {} } = request
  if (pages.length === 0) throw new Error('there is nothing to print')
  if (!(await ports.entities.get('batchjob', id))) {
    for (const [unit, html] of pages.entries())
      await ports.files.put(sourceKey(id, unit), new TextEncoder().encode(html), 'text/html; charset=utf-8')
  }
  const config: PrintConfig = {
    fileName,
    options,
    units: pages.length,
    ...(about && { about }),
  }
  await startJob({ id, kind: printKind, by, sub, config, total: pages.length }, ports)
  return id
}
