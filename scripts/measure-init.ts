/**
 * `npm run bench:init`: initialisation of the bundles of dist/functions beside that of their SDK clients alone
 * (docs/decisions/initialisation.md). Prints the table, worst first; exit code 1 above the limit. "then" is what the first
 * request loads. Of the bundles that run the same files at their start only the largest is measured.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { areFunctionsBuilt, type Bundle, buildFunctions, bundling } from './build-functions.ts'
import { baselineOf, clientsOf } from './init/baselines.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Times the initialisation of its SDK clients alone that a bundle may take. */
const limit = 1.3
/** Milliseconds above them that are no matter whatever the clients take: of the few of a small bundle, 1.3 times is within what is measured. */
const allowance = 30
/** A bundle below this after the first rounds is not measured again; the others are, until the last round. */
const clear = limit - 0.1
const firstRounds = 3
const lastRound = 15
/** One that is above the limit by then is measured on: of 15 samples the median of an innocent one is above it now and then. */
const lastDoubt = 45

/** What the functions find in their environment. Nothing is sent anywhere: only the imports run. */
const environment = {
  SITE: 'https://example.org',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  TABLE: 'table',
  BUCKET: 'bucket',
  STAGE: 'test',
  VERSION: '1',
  MAINTENANCE: '/inputlist/test/maintenance',
  ORIGIN_SECRET: 'inputlist/test/origin-secret',
  SIGNING_KEY: '00000000-0000-4000-8000-000000000000',
  STATEMENT_KEY: '00000000-0000-4000-8000-000000000001',
  INDEX_ENDPOINT: 'https://index.invalid',
  INDEX_DOMAIN: 'inputlist-test',
  USER_POOL: 'eu-central-1_Pool',
  USER_POOL_CLIENT: 'client',
  SENDER: 'inputlist@example.org',
  PARKED_QUEUE: 'https://queue.invalid/parked',
}

interface Sample {
  cpu: number
  clock: number
  rss: number
  load: number
}
interface Measured {
  name: string
  path: string
  samples: Sample[]
}
interface Row extends Measured {
  bytes: number
  /** How many bundles start like this one. */
  alike: number
  baseline: Measured
}
const run = promisify(execFile)
const sampler = join(root, 'scripts/init/sample.mjs')

async function measure(one: Measured): Promise<void> {
  const { stdout } = await run(process.execPath, [sampler, one.path], { env: environment }).catch((error) => {
    // Node shows the line that threw, which is the whole bundle.
    const told = String(error.stderr).split('\n')
    throw new Error(`${one.path}\n${told.filter(({ length }) => length < 300).join('\n')}`)
  })
  one.samples.push(JSON.parse(stdout) as Sample)
}
function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
const cpu = ({ samples }: Measured) => median(samples.map((s) => s.cpu))
/** Of each sample and the one of its baseline right before it: a machine that is slow for a while is so for both. */
const ratio = ({ samples, baseline }: Row) =>
  median(samples.map((sample, i) => sample.cpu / baseline.samples[i]!.cpu))

/** One row for each start, and baselines built beside them with the same options. */
async function rowsOf(bundles: Bundle[], folder: string): Promise<Row[]> {
  const baselines = new Map<string, Pick<Measured, 'name' | 'path'>>()
  const rows: Row[] = []
  for (const alike of Map.groupBy(bundles, ({ start }) => start).values()) {
    const largest = alike.reduce((a, b) => (b.bytes > a.bytes ? b : a))
    const entry = baselineOf(largest, root)
    let baseline = baselines.get(entry)
    if (!baseline) {
      const outdir = join(folder, String(baselines.size))
      await build(bundling(entry, outdir))
      baseline = { name: clientsOf(entry), path: join(outdir, 'index.mjs') }
      baselines.set(entry, baseline)
    }
    rows.push({
      name: largest.name,
      bytes: largest.bytes,
      alike: alike.length,
      path: join(root, 'dist/functions', largest.name, 'index.mjs'),
      samples: [],
      baseline: { ...baseline, samples: [] },
    })
  }
  return rows
}

/** One round: each bundle once, and its baseline before it. */
async function round(rows: Row[]): Promise<void> {
  for (const row of rows) {
    await measure(row.baseline)
    await measure(row)
  }
}

function print(rows: Row[]): void {
  const line = (cells: (string | number)[]) =>
    cells
      .map((cell, i) =>
        i === 0
          ? String(cell).padEnd(28)
          : i === 9
            ? `  ${cell}`
            : (typeof cell === 'number' ? cell.toFixed(i === 4 ? 2 : 0) : cell).padStart(9),
      )
      .join('')
  console.log(
    line(['bundle', 'alike', 'ms', 'SDK ms', 'ratio', 'then ms', 'clock ms', 'MiB', 'kB', 'SDK clients']),
  )
  for (const row of rows)
    console.log(
      line([
        row.name,
        row.alike,
        cpu(row),
        cpu(row.baseline),
        ratio(row),
        median(row.samples.map((s) => s.load)),
        median(row.samples.map((s) => s.clock)),
        median(row.samples.map((s) => s.rss)),
        row.bytes / 1024,
        row.baseline.name,
      ]),
    )
  const range = (numbers: number[], digits: number) =>
    [Math.min(...numbers), median(numbers), Math.max(...numbers)].map((n) => n.toFixed(digits)).join(' / ')
  console.log(`
${bundles.length} bundles, ${rows.length} starts, least / median / most
ratio  ${range(rows.map(ratio), 2)}
ms     ${range(rows.map(cpu), 0)}
then   ${range(
    rows.map((row) => median(row.samples.map((s) => s.load))),
    0,
  )}
MiB    ${range(
    rows.map((row) => median(row.samples.map((s) => s.rss))),
    0,
  )}
kB     ${range(
    rows.map((row) => row.bytes / 1024),
    0,
  )}`)
}

if (!areFunctionsBuilt()) await buildFunctions()
const bundles = JSON.parse(readFileSync(join(root, 'dist/functions/sizes.json'), 'utf8')) as Bundle[]
mkdirSync(join(root, 'dist'), { recursive: true })
const folder = mkdtempSync(join(root, 'dist/init-'))
try {
  const rows = await rowsOf(bundles, folder)
  for (let i = 1; i <= lastDoubt; i++) {
    const bound = i <= lastRound ? clear : limit
    await round(i <= firstRounds ? rows : rows.filter((row) => ratio(row) > bound))
  }
  rows.sort((a, b) => ratio(b) - ratio(a))
  print(rows)
  const over = rows.filter((row) => ratio(row) > limit && cpu(row) - cpu(row.baseline) > allowance)
  if (over.length > 0) {
    console.error(
      `\nAbove ${limit} times their SDK clients, and ${allowance} ms: ${over.map((row) => row.name).join(', ')}`,
    )
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
