/** Starts the built app once for all browser tests, on a free port, with demonstration data in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the running app, without a slash at the end. */
    app: string
  }
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

function ready(child: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk) => {
      said += chunk
      if (said.includes('Inputlist is ready at')) resolve()
    })
    child.stderr!.on('data', (chunk) => {
      said += chunk
    })
    child.on('exit', (code) => reject(new Error(`The app ended with ${code} before it was ready:\n${said}`)))
  })
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'inputlist-e2e-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, SEED: 'demo', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await ready(child)
  project.provide('app', `http://127.0.0.1:${port}`)
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.removeAllListeners('exit')
    child.once('exit', () => {})
    child.kill('SIGTERM')
    await Promise.race([ended, new Promise((resolve) => child.once('close', resolve))])
    await rm(folder, { recursive: true, force: true })
  }
}
