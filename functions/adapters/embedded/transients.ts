import type { EntityStore } from '../../ports/entity-store.ts'
import { transientPartition } from '../common/entity-rows.ts'
import type { Database } from './database.ts'

type Transients = Pick<EntityStore, 'putTransient' | 'getTransient' | 'deleteTransient' | 'listTransient'>

const prunePause = 60_000
const prunedAtOnce = 500

/** Items that end by themselves: idempotency, presence, throttling. An expired one is as good as gone at once. */
export function createTransients(db: Database, now: () => number): Transients {
  const upsert = db.prepare(
    `INSERT INTO items (pk, sk, meta, expires) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET meta = excluded.meta, expires = excluded.expires`,
  )
  const select = db.prepare('SELECT meta FROM items WHERE pk = ? AND sk = ? AND expires > ?')
  const remove = db.prepare('DELETE FROM items WHERE pk = ? AND sk = ?')
  const selectRange = db.prepare(
    'SELECT sk, meta FROM items WHERE pk = ? AND sk >= ? AND sk < ? AND expires > ? ORDER BY sk',
  )
  const prune = db.prepare(
    'DELETE FROM items WHERE rowid IN (SELECT rowid FROM items WHERE expires <= ? LIMIT ?)',
  )
  const seconds = () => now() / 1000
  let pruned = now()

  return {
    async putTransient(key, value, expires, onlyIfAbsent = false) {
      const partition = transientPartition(key)
      const json = JSON.stringify(value) ?? 'null'
      return db.write(() => {
        if (now() - pruned > prunePause) {
          pruned = now()
          prune.run(seconds(), prunedAtOnce)
        }
        if (onlyIfAbsent && select.get(partition, key, seconds())) return false
        upsert.run(partition, key, json, Math.ceil(expires))
        return true
      })
    },
    async getTransient(key) {
      const row = select.get(transientPartition(key), key, seconds())
      return row && JSON.parse(row['meta'] as string)
    },
    async deleteTransient(key) {
      await db.write(() => remove.run(transientPartition(key), key))
    },
    async listTransient(prefix) {
      const partition = transientPartition(prefix)
      if (partition.length - 2 === prefix.length) {
        throw new Error(`a transient prefix must hold its kind and a separator, e.g. presence#: ${prefix}`)
      }
      const rows = selectRange.all(partition, prefix, `${prefix}\u{10ffff}`, seconds())
      return rows.map((row) => ({ key: row['sk'] as string, value: JSON.parse(row['meta'] as string) }))
    },
  }
}
