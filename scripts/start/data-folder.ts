/** One process per data folder, and a first filling that goes on where it was killed. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isLocked, lockFolder } from './folder-lock.ts'

/** Who works on the folder, for people and scripts to read. Whether somebody does is known by the lock alone. */
const processFile = 'running.pid'
const addressFile = 'running.url'

/** The process that works on the folder, with its address once it listens. */
export function runningOn(path: string): { pid: number; url?: string } | undefined {
  if (!isLocked(path)) return undefined
  const textOf = (name: string) =>
    existsSync(join(path, name)) ? readFileSync(join(path, name), 'utf8').trim() : undefined
  return { pid: Number(textOf(processFile)), url: textOf(addressFile) }
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
  const unlock = lockFolder(path)
  if (!unlock)
    throw new Error(
      `Another Inputlist (process ${runningOn(path)?.pid}) works on ${path}. End it first, or choose another folder: DATA_DIR=other npm start`,
    )
  rmSync(join(path, addressFile), { force: true })
  writeFileSync(join(path, processFile), String(process.pid))
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
      rmSync(join(path, processFile), { force: true })
      unlock()
    },
  }
}
