/**
 * `npm run bench:jobs`: what the engine of long work costs, on one machine. Prints ratios, which hold on any machine:
 * a unit of nothing beside a bare message; four units at once in one process beside one at a time; four workers beside one on
 * DynamoDB Local; a job whose process is killed again and again; the status of a job of many rows beside one entity; products that
 * a job flags beside bare conditional writes; confirmations that are sent beside Chromium alone. Small unless told otherwise:
 * `-- --units 100000 --kills 50 --products 100000 --confirmations 1000` is all.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPdfMaker } from '../functions/adapters/embedded/pdf-maker.ts'
import checkstatus from '../functions/calls/batch/job/checkstatus.ts'
import getEntity from '../functions/calls/eav/entity/get.ts'
import type { Worker } from '../functions/runtime/worker.ts'
import { startJob } from '../functions/services/job/start.ts'
import { openEmbedded } from '../functions/wiring/embedded.ts'
import { fixedIds } from '../shared/constants.ts'
import type { Actor } from '../shared/model/actor.ts'
import type { BatchJob } from '../shared/model/administration.ts'
import { fill } from './bench/app.ts'
import { benchId } from './bench/generate.ts'
import { keeping } from './bench/keeping.ts'
import { confirmationTimes } from './bench-jobs/confirmations.ts'
import { flagRates } from './bench-jobs/flag.ts'
import { bare, type NothingConfig, nothing } from './bench-jobs/kinds.ts'
import { type Taken, workersTake } from './bench-jobs/workers.ts'
import { missingForDynamo } from './cloud/dynamo-local.ts'
import { seed } from './seed.ts'

const { values } = parseArgs({
  options: {
    /** Units of nothing, and rows of the job whose status is asked for. The figures: 100000. */
    units: { type: 'string', default: '5000' },
    /** How often the process of a job is killed. The figure: 50. */
    kills: { type: 'string', default: '10' },
    /** Products that are flagged, half by the job, half by hand. The figure: 100000. */
    products: { type: 'string', default: '4000' },
    /** Confirmations that are sent. The figure: 1000. */
    confirmations: { type: 'string', default: '40' },
    /** One part alone: overhead, at-once, workers, killed, status, flag, confirmations. */
    only: { type: 'string' },
  },
})
const many = Number(values.units)
const kills = Number(values.kills)
const by = fixedIds.account.system
/** An entity of 11 kB, like a product. */
const filler = Array.from({ length: 1000 }, (_, i) => `value ${i}`)
const plain: NothingConfig = { phases: [], rows: 1, hasReasons: false, wait: 0 }

const folder = () => mkdtempSync(join(tmpdir(), 'inputlist-bench-jobs-'))
const remove = (path: string) => rmSync(path, { recursive: true, force: true })
type App = Awaited<ReturnType<typeof openEmbedded>>
const open = (dataDir: string, ...workers: Worker[]): Promise<App> =>
  openEmbedded({ dataDir, log: (line) => console.error(line), users: [], workers })
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}
const start = (app: App, config: NothingConfig, id: string = crypto.randomUUID()) =>
  startJob({ id, kind: 'nothing', by, config: { ...config } }, app.ports)
const perUnit = (s: number, units: number) => `${((s / units) * 1e6).toFixed(0)} µs`

async function overhead() {
  const dataDir = folder()
  const app = await open(
    dataDir,
    nothing(16),
    bare(16, () => {}),
  )
  await app.startBackground()
  const queue = await seconds(async () => {
    for (let i = 0; i < many; i += 1000)
      await app.ports.jobs.send(
        Array.from({ length: Math.min(1000, many - i) }, (_, k) => ({
          kind: 'bare',
          jobId: 'bare',
          unit: `${i + k}`,
        })),
      )
    await app.worked()
  })
  const job = await seconds(async () => {
    await start(app, { ...plain, phases: [many] })
    await app.worked()
  })
  console.log(
    `${many} units of nothing: ${job.toFixed(1)} s, ${perUnit(job, many)} each; bare messages ${perUnit(queue, many)}: ${(job / queue).toFixed(1)} ×`,
  )
  await app.close()
  remove(dataDir)
}

/** Not four workers: one process takes up to four units at once. */
async function fourAtOnce() {
  const units = 400
  const times: number[] = []
  for (const atOnce of [1, 4]) {
    const dataDir = folder()
    const app = await open(dataDir, nothing(atOnce))
    await app.startBackground()
    times.push(
      await seconds(async () => {
        await start(app, { ...plain, phases: [units], wait: 20 })
        await app.worked()
      }),
    )
    await app.close()
    remove(dataDir)
  }
  const [one = 0, four = 1] = times
  console.log(
    `${units} units that wait 20 ms, four at once in one process beside one at a time: ${(one / four).toFixed(2)} × as fast`,
  )
}

async function workers() {
  const missing = missingForDynamo()
  if (missing) return console.log(`workers: not measured. ${missing}`)
  const each = ({ seconds, requests }: Taken, units: number) =>
    `${perUnit(seconds, units)} and ${(requests / units).toFixed(2)} requests a unit`
  // Units that print, mail or read an index wait long for others; the longer, the less this machine's processors are the bound.
  for (const [units, wait] of [
    [360, 20],
    [180, 100],
  ] as const) {
    const { one, four } = await workersTake(units, wait)
    console.log(
      `${units} units that wait ${wait} ms, four workers on one table beside one: ${(one.seconds / four.seconds).toFixed(2)} × as fast (${each(four, units)}; ${each(one, units)})`,
    )
  }
}

/** Kills a process that works after so many units, if it comes so far. Resolves when it has ended, true if by itself. */
function workUntilKilled(dataDir: string, after: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/bench-jobs/process.ts', dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let units = 0
    child.stdout.on('data', (dots: Buffer) => {
      units += dots.length
      if (units >= after) child.kill('SIGKILL')
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code !== 0 && signal !== 'SIGKILL') reject(new Error(`the process ended with ${code}`))
      else resolve(code === 0)
    })
  })
}

/** By units and not by time: what is under way at three deaths is given up, and a busy machine may do nothing between two. */
async function killed(times: number) {
  const dataDir = folder()
  const phases = Array.from({ length: 40 }, () => 250)
  const id = crypto.randomUUID()
  const before = await open(dataDir)
  await start(before, { ...plain, phases, wait: 2 }, id)
  await before.close()
  let done = 0
  while (done < times && !(await workUntilKilled(dataDir, 50 + Math.random() * 200))) done++
  await workUntilKilled(dataDir, Number.POSITIVE_INFINITY)
  const app = await open(dataDir)
  const { jobStore, entities } = app.ports
  let missed = 0
  for (const [phase, count] of phases.entries())
    for (let unit = 0; unit < count; unit++) if (!(await jobStore.getOutcome(id, phase, unit))) missed++
  const job = (await entities.get(id)) as { rev: number; data: unknown } | undefined
  const { status, done: counted, failed } = job!.data as BatchJob
  const all = phases.reduce((sum, n) => sum + n, 0)
  console.log(
    `killed ${done} times in ${all} units: ${Math.max(0, counted - all)} counted twice, ${missed + failed} missed; ${status}, written ${job!.rev} times`,
  )
  await app.close()
  remove(dataDir)
}

async function status() {
  const dataDir = folder()
  let app = await open(dataDir, nothing(16))
  await app.startBackground()
  const job = await start(app, { ...plain, phases: [many / 100], rows: 100, hasReasons: true })
  await app.worked()
  const actor = { account: by, role: 'admin', institutions: [], isSuperAdmin: false } as unknown as Actor
  let context = { ...app.ports, actor, requestId: '', log: () => {} }
  const median = async (ask: (i: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let i = 0; i < 1500; i++) times.push(await seconds(() => ask(i)))
    return times.sort((a, b) => a - b)[750]!
  }
  // Each one once, so that it is read from the file and not from memory.
  const others = Array.from({ length: 1500 }, () => crypto.randomUUID())
  for (const id of others) await startJob({ id, kind: 'unknown', by, config: { filler } }, app.ports)
  await app.close()
  app = await open(dataDir)
  context = { ...app.ports, actor, requestId: '', log: () => {} }
  const one = await median((i) => getEntity.run({ id: others[i]! }, context))
  const page = await median(() => checkstatus.run({ id: job.id, limit: 100 }, context))
  const bar = await median(() => checkstatus.run({ id: job.id, limit: 1 }, context))
  console.log(
    `status of a job of ${many} rows: with 100 reasons ${(page / one).toFixed(2)} ×, with the first unit's ${(bar / one).toFixed(2)} × one read of an entity from the file (${(one * 1e6).toFixed(0)} µs)`,
  )
  await app.close()
  remove(dataDir)
}

async function flag(products: number) {
  const dataDir = folder()
  await fill(dataDir, products)
  const app = await open(dataDir)
  await app.startBackground()
  const ids = Array.from({ length: products }, (_, i) => benchId(`product/${i}`))
  const rates = await flagRates(app.ports, app.worked, ids)
  console.log(
    `flag job: ${rates.job.toFixed(0)} products/s, ${(rates.job / rates.bare).toFixed(2)} × the bare conditional writes (${rates.bare.toFixed(0)})`,
  )
  await app.close()
  remove(dataDir)
}

async function confirmations(count: number) {
  const dataDir = folder()
  const chromium = createPdfMaker()
  const kept = keeping(chromium)
  const app = await openEmbedded({
    dataDir,
    log: (line) => line.level === 'error' && console.error(line),
    users: [],
    ports: { pdf: kept.pdf },
  })
  await seed(app.ports, () => {}, { products: 60 })
  await app.startBackground()
  const { sent, printed } = await confirmationTimes(app.ports, app.worked, count, kept)
  console.log(
    `${count} confirmations: ${sent.toFixed(1)} s, ${(sent / printed).toFixed(2)} × Chromium alone (${printed.toFixed(1)} s)`,
  )
  await app.close()
  await chromium.close()
  remove(dataDir)
}

const parts = {
  overhead,
  'at-once': fourAtOnce,
  workers,
  killed: () => killed(kills),
  status,
  flag: () => flag(Number(values.products)),
  confirmations: () => confirmations(Number(values.confirmations)),
}
for (const [name, part] of Object.entries(parts)) if (!values.only || values.only === name) await part()
