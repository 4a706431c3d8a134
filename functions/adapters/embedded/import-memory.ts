import type { ImportMemory, Remembered } from '../../ports/import-memory.ts'
import { type PackedBody, packBody, unpackBody } from '../common/body.ts'
import { memoryKey } from '../common/import-memory.ts'
import type { Database } from './database.ts'

/** Writes a memory inside of a transaction. */
export function memoryWriter(db: Pick<Database, 'prepare'>): (memory: Remembered) => void {
  const upsert = db.prepare(
    'INSERT INTO items (pk, sk, body) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
  )
  return ({ thing, value }) => {
    const { pk, sk } = memoryKey(thing)
    upsert.run(pk, sk, packBody(JSON.stringify(value) ?? 'null'))
  }
}

export function createImportMemory(db: Database): ImportMemory {
  const select = db.prepare('SELECT body FROM items WHERE pk = ? AND sk = ?')
  const write = memoryWriter(db)
  return {
    async get(thing) {
      const { pk, sk } = memoryKey(thing)
      const row = select.get(pk, sk)
      return row && JSON.parse(unpackBody(row['body'] as PackedBody))
    },
    async put(memory) {
      await db.write(() => write(memory))
    },
  }
}
