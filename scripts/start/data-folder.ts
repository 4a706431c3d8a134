/** One process per data folder, and a first filling that goes on where it was killed. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const lockFile = 'running.pid'
const addressFile = 'running.url'

/** The process that works on the folder, with its address once it listens. */
export function runningOn(path: string): { pid: number; url?: string } | undefined {
  const textOf = (name: string) =>
    existsSync(join(path, name)) ? readFileSync(join(path, name), 'utf8').trim() : undefined
  const pid = Number(textOf(lockFile))
  if (!pid || pid === process.pid || !isAlive(pid)) return undefined
  return { pid, url: textOf(addressFile) }
}

export interface DataFolder {
  path: string
  /** True until the first filling has come to its end. */
  needsSeed: boolean
  /** True if the folder's data was filled in by another state of the demonstration than `mark`. It stays as it is. */
  isOlderThan(mark: string): boolean
  /** `mark` says with what it was filled; `none` for no demonstration. */
  seeded(mark: string): void
  /** Notes the app's address, for scripts that have something to ask it. */
  listening(url: string): void
  release(): void
}

/** Takes the folder for this process. Fails if another one works on it. */
export function takeDataFolder(name: string): DataFolder {
  const path = resolve(name)
  mkdirSync(path, { recursive: true })
  const running = runningOn(path)
  if (running)
    throw new Error(
      `Another Inputlist (process ${running.pid}) works on ${path}. End it first, or choose another folder: DATA_DIR=other npm start`,
    )
  const lock = join(path, lockFile)
  rmSync(join(path, addressFile), { force: true })
  writeFileSync(lock, String(process.pid))
  const seeding = join(path, 'seeding')
  const filledWith = join(path, 'demonstration')
  if (!existsSync(join(path, 'inputlist.sqlite'))) writeFileSync(seeding, '')
  return {
    path,
    needsSeed: existsSync(seeding),
    isOlderThan: (mark) => {
      if (existsSync(seeding)) return false
      const kept = existsSync(filledWith) ? readFileSync(filledWith, 'utf8').trim() : ''
      return kept !== 'none' && kept !== mark
    },
    seeded: (mark) => {
      writeFileSync(filledWith, mark)
      rmSync(seeding, { force: true })
    },
    listening: (url) => writeFileSync(join(path, addressFile), url),
    release: () => {
      rmSync(join(path, addressFile), { force: true })
      rmSync(lock, { force: true })
    },
  }
}
