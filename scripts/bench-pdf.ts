/** `npm run bench:pdf`: what a printed document costs, from nothing and with a running browser, both ways of running it. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackChromium } from '../functions/adapters/common/pdf/chromium-files.ts'
import { createPdfMaker } from '../functions/adapters/common/pdf/pdf-maker.ts'
import { loadPuppeteer, packedChromium } from '../functions/adapters/embedded/pdf-maker.ts'
import { buildChromiumLayer } from './build-layers.ts'

const rounds = 30
const row =
  '<tr><td>Grünkraft Flüssigdünger</td><td>Muster AG, Aarau</td><td>NPK 4-3-8</td><td>bis 31.12.2027</td></tr>'
const html = (rows: number) =>
  `<!doctype html><meta charset="utf-8"><title>Liste</title><style>td{border:1px solid;padding:2mm}</style><table>${row.repeat(rows)}</table>`
const options = { header: 'Betriebsmittelliste', footer: 'Verband', pageNumbers: true }
const ms = (n: number) =>
  `${n < 100 ? n.toFixed(0) : (n / 1000).toFixed(2).concat(' s')}${n < 100 ? ' ms' : ''}`

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const from = performance.now()
  const result = await work()
  return [performance.now() - from, result]
}
/** Resident memory of a process and its children, without what they share, MB. */
function memoryOf(pid: number): number {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const family = [pid]
  for (const one of family)
    family.push(...pairs.filter(([, parent]) => parent === one).map(([child]) => child!))
  const kB = family.map((one) => {
    const { stdout: rollup } = spawnSync('cat', [`/proc/${one}/smaps_rollup`], { encoding: 'utf8' })
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  })
  return kB.reduce((sum, n) => sum + n, 0) / 1024
}

const folder = await mkdtemp(join(tmpdir(), 'inputlist-bench-'))
const [unpacking] = await timed(() => unpackChromium(packedChromium(), folder))
rmSync(folder, { recursive: true, force: true })
console.log(
  `layer, packed: ${((await buildChromiumLayer()) / 1024 / 1024).toFixed(0)} MB; unpacking it: ${ms(unpacking)}`,
)
await unpackChromium(packedChromium())

for (const isSingleProcess of [false, true]) {
  const maker = createPdfMaker({ puppeteer: loadPuppeteer, packed: packedChromium, isSingleProcess })
  const [first] = await timed(() => maker.print(html(10), options))
  const one: number[] = []
  for (let i = 0; i < rounds; i++) one.push((await timed(() => maker.print(html(10), options)))[0])
  one.sort((a, b) => a - b)
  const idle = memoryOf(maker.browserPid()!)
  const [large, pdf] = await timed(() => maker.print(html(3300), options))
  const pages = Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b(?!s)/g)!.length
  const after = memoryOf(maker.browserPid()!)
  await maker.close()
  console.log(
    `${isSingleProcess ? 'one process, as in a Lambda' : 'several processes, embedded'}: start and first page ${ms(first)}; ` +
      `one page best ${ms(one[0]!)}, p50 ${ms(one[rounds / 2]!)}, p95 ${ms(one[Math.floor(rounds * 0.95)]!)}; ` +
      `${pages} pages ${ms(large)}, ${(pdf.length / 1e6).toFixed(1)} MB; ratio first to later ${(first / one[rounds / 2]!).toFixed(0)}; ` +
      `memory ${idle.toFixed(0)} MB, after the large one ${after.toFixed(0)} MB`,
  )
}
