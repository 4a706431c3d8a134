import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names the state of the demonstration: another one makes other data. */
export function demonstrationMark(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(import.meta.dirname).sort())
    hash.update(name).update(readFileSync(join(import.meta.dirname, name)))
  return hash.digest('hex').slice(0, 16)
}
