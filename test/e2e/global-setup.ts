/**
 * Starts the built app once for all browser tests: free port, demonstration data in a temporary folder. The start
 * itself builds the web app if its sources are newer. While working on tests, `E2E_APP=http://… DATA_DIR=…` takes an
 * app that already runs.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the running app, without a slash at the end. */
    app: string
    /** Its data folder. */
    dataDir: string
  }
}

/** A cold build and the demonstration data on a busy machine of two cores. */
const startMs = 120_000

/** The address that the app prints once it listens. Fails with everything it said if it ends or takes too long. */
function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((found, fail) => {
    const give = (reason: string) =>
      fail(new Error(`The app for the browser tests ${reason}. It said:\n${said}`))
    const timer = setTimeout(() => give(`was not ready within ${startMs / 1000} s`), startMs)
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /Inputlist is ready at (\S+)/.exec(said)?.[1]
      if (!address) return
      clearTimeout(timer)
      found(address)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('error', (error) => give(`could not be started (${error.message})`))
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      give(`ended with ${code ?? signal} before it was ready`)
    })
  })
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { E2E_APP: running, DATA_DIR: itsFolder } = process.env
  if (running) {
    project.provide('app', running.replace(/\/$/, ''))
    project.provide('dataDir', resolve(itsFolder ?? '.data'))
    return undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'inputlist-e2e-'))
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, SEED: 'demo', HOST: '127.0.0.1', WEB: 'built' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    project.provide('app', await addressOf(child))
    project.provide('dataDir', folder)
  } catch (error) {
    await end()
    throw error
  }
  return end
}
