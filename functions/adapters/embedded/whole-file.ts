import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file that nobody else may read, and makes its folder. It is renamed into place, so it is never half there. */
export function writeWhole(path: string, text: string): void {
  const half = `${path}.${process.pid}.tmp`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(half, text, { mode: 0o600 })
  renameSync(half, path)
}
