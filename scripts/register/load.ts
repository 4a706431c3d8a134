/** Brings a register into a running Inputlist by its API, and says what came of it. */
import { createHash } from 'node:crypto'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { type ImportItem, run } from '../../shared/calls/bml/import/run.ts'
import type { OutputOf } from '../../shared/contract.ts'
import { type Api, openApi } from './api.ts'
import { countriesOf, mapRegister } from './map.ts'
import type { Report } from './mapper.ts'
import { openRegister } from './open.ts'
import { parseRegister } from './parse.ts'
import { prepare } from './prepare.ts'
import { Problem } from './problem.ts'
import { source } from './words.ts'

export interface LoadOptions {
  file: string
  url: string
  user: string
  institution?: string | undefined
}
export interface Output {
  /** A line that stays. */
  say(line: string): void
  /** What is going on now; the next one takes its place. */
  progress(line: string): void
}
export interface Summary {
  created: number
  changed: number
  unchanged: number
  rejected: Report[]
  notes: Report[]
  deactivated: number
  /** Products and parallel imports that were taken, and the seconds that it took. */
  products: number
  seconds: number
}

const batchSize = 500
const shortPause = 50
const longPause = 500
type Job = OutputOf<typeof checkstatus>
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Reasons come page by page. */
async function allReasons(api: Api, first: Job): Promise<Job['errors']> {
  const errors = [...first.errors]
  for (let { cursor } = first; cursor !== undefined; ) {
    const page: Job = await api.call(checkstatus, { id: first.id, cursor, limit: 250 })
    errors.push(...page.errors)
    cursor = page.cursor
  }
  return errors
}

async function finished(api: Api, jobId: string, told: (job: Job) => void): Promise<Job> {
  for (let wait = shortPause; ; wait = Math.min(wait * 1.5, longPause)) {
    const job = await api.call(checkstatus, { id: jobId })
    told(job)
    if (job.status === 'aborted') throw new Problem(`The import was aborted: ${job.errors[0]?.message ?? ''}`)
    if (job.status === 'complete') return { ...job, errors: await allReasons(api, job) }
    await pause(wait)
  }
}

/** What a line of the report says: its number in the file where it is known. */
export const reportLine = ({ line, what, reason }: Report): string =>
  `${line === undefined ? '' : `line ${line}, `}${what}: ${reason}`

/** Errors: `Problem` for everything that the person who runs it can do something about. */
export async function loadRegister(options: LoadOptions, output: Output): Promise<Summary> {
  const opened = await openRegister(options.file)
  const register = await parseRegister(opened.text, opened.name)
  const api = await openApi(options.url, options.user)
  const place = await prepare(api, countriesOf(register), options.institution)
  const mapped = mapRegister(register, place)
  const count = (kind: ImportItem['kind']) => mapped.waves[0]!.items.filter((i) => i.kind === kind).length
  const productCount = mapped.waves.slice(1, 3).reduce((sum, wave) => sum + wave.items.length, 0)
  const imports = mapped.waves[3]!.items.length
  output.say(
    `${opened.name}: ${productCount} products, ${imports} parallel imports, ${count('company')} companies, ` +
      `${count('category')} categories, ${count('component')} components`,
  )

  const summary: Summary = {
    created: 0,
    changed: 0,
    unchanged: 0,
    rejected: [...mapped.rejected],
    notes: [...mapped.notes],
    deactivated: 0,
    products: productCount + imports,
    seconds: 0,
  }
  const started = performance.now()
  // The same request again after a broken connection is answered with the same job.
  const attempt = crypto.randomUUID()
  const take = async (
    items: ImportItem[],
    more: { retire?: { list: string; keep: string[] } },
    told: (done: number) => void,
  ) => {
    const input = { source, items, approvals: 'migrate' as const, ...more }
    const key = createHash('sha256').update(attempt).update(JSON.stringify(input)).digest('hex')
    const { jobId } = await api.call(run, input, key)
    const job = await finished(api, jobId, (j) => told(j.done))
    summary.created += job.result['created'] ?? 0
    summary.changed += job.result['changed'] ?? 0
    summary.unchanged += job.result['unchanged'] ?? 0
    summary.deactivated += job.result['deactivated'] ?? 0
    for (const { unit, message, isPartly } of job.errors) {
      const at = /^line (\d+), (.*)$/.exec(unit)
      const reports = isPartly ? summary.notes : summary.rejected
      reports.push(
        at ? { line: Number(at[1]), what: at[2]!, reason: message } : { what: unit, reason: message },
      )
    }
  }
  for (const { title, items } of mapped.waves) {
    for (let at = 0; at < items.length; at += batchSize)
      await take(items.slice(at, at + batchSize), {}, (done) =>
        output.progress(`${title}: ${at + done} of ${items.length}`),
      )
    if (items.length) output.say(`${title}: ${items.length} of ${items.length}`)
  }
  await take([], { retire: { list: place.list, keep: mapped.keep } }, () =>
    output.progress('looking for products that are gone'),
  )
  summary.seconds = (performance.now() - started) / 1000
  return summary
}
