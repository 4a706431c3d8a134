import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

export interface Started {
  pid: number
  /** Ends it, and resolves when it is gone. */
  stop(): Promise<void>
}

/** Runs a server with its output in a log file, and resolves once `isReady`. Errors: what the log ends with. */
export async function startServer(options: {
  name: string
  command: string
  args: string[]
  env?: Record<string, string | undefined>
  cwd?: string
  log: string
  isReady: () => Promise<boolean>
  /** Goes on after we end; then it is ended by its process id. */
  isDetached?: boolean
  seconds?: number
}): Promise<Started> {
  mkdirSync(dirname(options.log), { recursive: true })
  const log = openSync(options.log, 'w')
  const child: ChildProcess = spawn(options.command, options.args, {
    env: options.env ?? process.env,
    cwd: options.cwd,
    stdio: ['ignore', log, log],
    detached: options.isDetached,
  })
  closeSync(log)
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended ??= `ended with ${code ?? signal}`
  })
  const stop = async () => {
    if (ended !== undefined) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await gone
    clearTimeout(timer)
  }
  const until = Date.now() + (options.seconds ?? 60) * 1000
  while (!(await options.isReady().catch(() => false))) {
    if (ended !== undefined || Date.now() > until) {
      await stop()
      const tail = readFileSync(options.log, 'utf8').split('\n').slice(-15).join('\n')
      throw new Error(`${options.name} did not start (${ended ?? 'no answer in time'}):\n${tail}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  if (options.isDetached) child.unref()
  return { pid: child.pid!, stop }
}

/** A process as another one finds it again: `holds` is a part of its command line. */
export interface Running {
  name: string
  pid: number
  holds: string
}
/** True if that process still runs, and no other one has its id by now. */
export const isRunning = ({ pid, holds }: Running): boolean =>
  spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(holds)

/** Ends it and waits until it is gone. False if it was not there. */
export async function stopProcess(running: Running): Promise<boolean> {
  if (!isRunning(running)) return false
  process.kill(running.pid, 'SIGTERM')
  for (let waited = 0; isRunning(running); waited++) {
    if (waited === 100) process.kill(running.pid, 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return true
}
