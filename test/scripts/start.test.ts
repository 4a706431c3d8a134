/** `npm start` as a process: what it says, that data survives, and that it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'
import { fieldId } from '../../scripts/seed/fields.ts'
import { demoAccount, demoEmail, demoUsers } from '../../scripts/seed/people.ts'

let folder: string
const running = new Set<ChildProcess>()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inputlist-start-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Run {
  child: ChildProcess
  said: () => string
  /** Address once it is ready; fails if it ends before. */
  ready: Promise<string>
  ended: Promise<number | null>
}
function start(env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      PATH: process.env['PATH'],
      WEB: 'none',
      SEED: 'none',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const url = /Inputlist is ready at (\S+)\n[\s\S]*Ctrl C ends it/.exec(said)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    void ended.then((code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
  ready.catch(() => {})
  return { child, said: () => said, ready, ended }
}
const json = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).json()
const post = (url: string, body: unknown) =>
  json(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
async function signedIn(url: string) {
  const { token } = await post(`${url}/_dev/token`, { user: 'core' })
  const { data } = await post(`${url}/api/auth/domain/login`, { token })
  return { authorization: `Bearer ${data.jwt}` }
}

it('is ready, says how to sign in, keeps its data and sessions over a restart and a kill, and ends cleanly', async () => {
  const first = start()
  const url = await first.ready
  for (const user of demoUsers) expect(first.said()).toContain(demoEmail(user))
  expect(first.said()).toContain('inputlist-demo')
  const headers = await signedIn(url)
  expect((await json(`${url}/api/auth/account/getaccount`, { headers })).data.id).toBe(demoAccount('core'))
  expect((await json(`${url}/config.json`)).demo.password).toBe('inputlist-demo')
  const { rev, userData } = (await json(`${url}/api/auth/account/getaccount`, { headers })).data
  const saved = await json(`${url}/api/auth/account/updateaccount`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ rev, userData: { ...userData, appearance: 'dark' } }),
  })
  expect(saved.ok).toBe(true)
  // A power cut for the process: what was acknowledged is there afterwards.
  first.child.kill('SIGKILL')
  await first.ended
  // As an older Inputlist left it: it did not know of codes.
  const db = openDatabase(join(folder, 'data'))
  const entities = createEntityStore(db)
  const gtin = (await entities.get('fielddefinition', fieldId('basis-f5')))!
  const { code, ...older } = gtin.data
  expect(code).toBe('gtin')
  await entities.put({ ...gtin, rev: 2, data: older }, { expectRev: 1 })
  await db.close()

  const second = start()
  const again = await second.ready
  const account = (await json(`${again}/api/auth/account/getaccount`, { headers })).data
  const { classes } = (
    await json(
      `${again}/api/eav/reference/load?__payload=${encodeURIComponent('{"classes":["fielddefinition"]}')}`,
      {
        headers,
      },
    )
  ).data
  expect(classes.fielddefinition.find((one: { id: string }) => one.id === gtin.id).data.code).toBe('gtin')
  expect([account.rev, account.userData.appearance]).toEqual([rev + 1, 'dark'])
  expect((await json(`${again}/api/system/status`)).data).toMatchObject({ status: 'ok', indexCaughtUp: true })

  const third = start()
  expect(await third.ended).toBe(1)
  expect(third.said()).toMatch(/Another Inputlist \(process \d+\) works on/)
  expect(third.said()).not.toMatch(/\n\s+at /)

  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
  await expect(fetch(`${again}/api/system/status`)).rejects.toThrow()
}, 120_000)

it('says in a sentence what keeps it from starting', async () => {
  const wrong = start({ PORT: 'http' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.said().trim()).toBe('PORT must be a number from 0 to 65535, it is "http".')

  const server = createServer()
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  const taken = start({ PORT: String(port), DATA_DIR: join(folder, 'other') })
  expect(await taken.ended).toBe(1)
  expect(taken.said()).toMatch(new RegExp(`^Port ${port} of 127.0.0.1 is taken by another program`))
  await new Promise((resolve) => server.close(resolve))
})
