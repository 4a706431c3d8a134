/** The server is killed in the middle of an import, and started again: the import goes on by itself. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApi } from '../../scripts/register/api.ts'
import { loadRegister } from '../../scripts/register/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { status } from '../../shared/calls/system/status.ts'
import { tinyRegister } from '../fixtures/tiny-register.ts'

const products = 700
let folder: string
let child: ChildProcess | undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inputlist-register-kill-'))
})
afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
/** Resolves when the server is ready. */
function start(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = {
      PATH: process.env['PATH'],
      WEB: 'none',
      SEED: 'none',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
    }
    child = spawn(process.execPath, ['scripts/start.ts'], { env })
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk
      if (said.includes('Inputlist is ready')) resolve()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk
    })
    child.on('close', () => reject(new Error(said)))
  })
}

it('an import survives the death of the server', { timeout: 120_000 }, async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await start(port)
  const file = join(folder, 'register.xml')
  const names = Array.from({ length: products }, (_, i) => ({ number: `${i + 1}`, name: `Produkt ${i + 1}` }))
  writeFileSync(file, tinyRegister({ products: names }))

  let restarted: Promise<void> | undefined
  const summary = await loadRegister(
    { file, url, user: 'admin' },
    {
      say: () => {},
      progress: (line) => {
        const done = Number(/^products: (\d+) of/.exec(line)?.[1] ?? 0)
        if (done < 100 || restarted) return
        const ended = new Promise((resolve) => child?.once('close', resolve))
        child?.kill('SIGKILL')
        restarted = ended.then(() => start(port))
      },
    },
  )
  expect(restarted).toBeDefined()
  await restarted
  // 1 category, 1 component, 2 select options, 1 company
  expect(summary).toMatchObject({ created: products + 5, changed: 0, unchanged: 0, rejected: [] })

  const api = await openApi(url, 'admin')
  while (!(await api.call(status, {})).indexCaughtUp) await new Promise((resolve) => setImmediate(resolve))
  const found = await api.call(execute, {
    entityClass: 'product',
    attributeFilter: {
      $and: [
        { field: 'importKey', comparison: 'begins', value: 'swiss-ppp:' },
        { field: 'rev', comparison: 'eq', value: 1 },
      ],
    },
    onlyIds: true,
  })
  expect(found.count).toBe(products)
})
