/** A lock on a folder that ends with its process, however that ends, on Linux, macOS and Windows. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const lockFile = 'running.lock'
/** Errors of SQLite: somebody else holds the lock. */
const busy = 5
const locked = 6
/** Somebody who only looks whether the folder is taken (`isLocked`) holds the lock for a moment. */
const probeMs = 500
/** Kept here, because a database that nobody names any more is closed, and its lock is gone. */
const held = new Set<DatabaseSync>()

/**
 * Locks the folder until the function that it gives is called, or the process ends. Undefined if another process, or
 * another part of this one, holds the lock. The lock is SQLite's own on an empty file: the operating system drops it
 * with the process, so that nothing that was left behind can keep the next one out.
 */
export function lockFolder(path: string, waitMs = probeMs): (() => void) | undefined {
  const file = new DatabaseSync(join(path, lockFile), { timeout: waitMs })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    const { errcode } = error as { errcode?: number }
    if (errcode === busy || errcode === locked) return undefined
    throw error
  }
  held.add(file)
  return () => {
    if (held.delete(file)) file.close()
  }
}

/** True if some process works on the folder. */
export function isLocked(path: string): boolean {
  const release = lockFolder(path, 0)
  release?.()
  return release === undefined
}
