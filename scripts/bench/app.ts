/** Fills a folder with the generated catalogue, and runs the app on it as users do: as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { openEmbedded } from '../../functions/wiring/embedded.ts'
import { demoAccount } from '../seed/people.ts'
import { seedBase } from '../seed.ts'
import { productEntity, referenceEntities } from './generate.ts'

export const benchInstitutions = { national: '', core: '' }

/** Institutions of the demonstration's users `national` and `core`. */
async function findInstitutions(ports: Awaited<ReturnType<typeof openEmbedded>>['ports']) {
  const all = await ports.reference.all('institution')
  for (const [id, { data }] of all) {
    if (data.users.includes(demoAccount('national'))) benchInstitutions.national ||= id
    if (data.users.includes(demoAccount('core'))) benchInstitutions.core ||= id
  }
  if (!benchInstitutions.national || !benchInstitutions.core)
    throw new Error('the demonstration’s users have no institutions')
}

/** Makes the catalogue once per folder and size. Gives the seconds it took, 0 where it was there. */
export async function fill(dataDir: string, products: number): Promise<number> {
  const mark = join(dataDir, `bench-${products}.json`)
  if (existsSync(mark)) {
    Object.assign(benchInstitutions, JSON.parse(readFileSync(mark, 'utf8')))
    return 0
  }
  const started = performance.now()
  const app = await openEmbedded({ dataDir, log: () => {}, users: [] })
  const { entities } = app.ports
  await seedBase(app.ports, () => {})
  await findInstitutions(app.ports)
  const put = (entity: Parameters<typeof entities.put>[0]) => entities.put(entity, { expectRev: 0 })
  let batch: Promise<unknown>[] = []
  const add = async (entity: Parameters<typeof entities.put>[0]) => {
    batch.push(put(entity))
    if (batch.length < 128) return
    await Promise.all(batch)
    batch = []
  }
  for (const entity of referenceEntities(benchInstitutions)) await add(entity)
  for (let i = 0; i < products; i++) await add(productEntity(i, benchInstitutions) as never)
  await Promise.all(batch)
  await app.close()
  writeFileSync(mark, JSON.stringify(benchInstitutions))
  return (performance.now() - started) / 1000
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

export interface Running {
  url: string
  /** Seconds from the command to the ready line. */
  start: number
  /** Resident memory of the process, MB. */
  memory(): number
  stop(): Promise<void>
}
export async function run(dataDir: string): Promise<Running> {
  const port = await freePort()
  const started = performance.now()
  const child: ChildProcess = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, SEED: 'none', WEB: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      if (said.includes('Inputlist is ready at')) resolve()
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the app ended with ${code}:\n${said}`)))
  })
  const start = (performance.now() - started) / 1000
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    memory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
    },
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}
