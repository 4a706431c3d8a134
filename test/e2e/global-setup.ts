/**
 * Starts the built app for each worker of the browser tests: free port, demonstration data in a temporary folder. The
 * start itself builds the web app if its sources are newer. While working on tests, `E2E_APP=http://… DATA_DIR=…` takes
 * an app that already runs.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import chromium from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'

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

interface Started {
  app: { url: string; dataDir: string }
  end(): Promise<void>
}

async function startApp(): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inputlist-e2e-'))
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, SEED: 'demo', HOST: '127.0.0.1', WEB: 'built' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    return { app: { url: await addressOf(child), dataDir }, end }
  } catch (error) {
    await end()
    throw error
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { E2E_APP: running, DATA_DIR: itsFolder } = process.env
  if (running) {
    project.provide('apps', [{ url: running.replace(/\/$/, ''), dataDir: resolve(itsFolder ?? '.data') }])
    return undefined
  }
  // The first that asks for the browser unpacks it: two at once would meet.
  await chromium.executablePath()
  const started: Started[] = []
  const end = async () => {
    await Promise.all(started.map((one) => one.end()))
  }
  try {
    // One after another: the first builds the web app.
    while (started.length < Number(project.config.maxWorkers)) started.push(await startApp())
  } catch (error) {
    await end()
    throw error
  }
  project.provide(
    'apps',
    started.map(({ app }) => app),
  )
  return end
}
