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

export interface DataFolder {
  path: string
  /** True until the first filling has come to its end. */
  needsSeed: boolean
  seeded(): void
  release(): void
}

/** Takes the folder for this process. Fails if another one works on it. */
export function takeDataFolder(name: string): DataFolder {
  const path = resolve(name)
  mkdirSync(path, { recursive: true })
  const lock = join(path, 'running.pid')
  if (existsSync(lock)) {
    const pid = Number(readFileSync(lock, 'utf8'))
    if (pid && pid !== process.pid && isAlive(pid))
      throw new Error(
        `Another Inputlist (process ${pid}) works on ${path}. End it first, or choose another folder: DATA_DIR=other npm start`,
      )
  }
  writeFileSync(lock, String(process.pid))
  const seeding = join(path, 'seeding')
  if (!existsSync(join(path, 'inputlist.sqlite'))) writeFileSync(seeding, '')
  return {
    path,
    needsSeed: existsSync(seeding),
    seeded: () => rmSync(seeding, { force: true }),
    release: () => rmSync(lock, { force: true }),
  }
}
