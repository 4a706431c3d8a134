/** Jobs that tests start without a browser. */
import { expect } from 'vitest'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { run } from '../../shared/calls/bml/import/run.ts'
import type { Api } from './api.ts'

/** A dry run of an import: it takes its time, writes nothing, and refuses the first item. */
export async function startImport(api: Api, source: string, count: number): Promise<string> {
  const items = Array.from({ length: count }, (_, n) => ({
    kind: 'component' as const,
    key: `${source}-${n}`,
    line: n + 1,
    data: n === 0 ? { title: 'no title in languages' } : { title: { de_DE: `Stoff ${n}` } },
  }))
  return (await api.call(run, { source, items, dryrun: true })).jobId
}
/** Waits until it is. */
export const ended = (api: Api, id: string) =>
  expect.poll(async () => (await api.call(checkstatus, { id })).status, { timeout: 60_000 }).toBe('complete')
