import type { EntityStore } from '../../ports/entity-store.ts'
import { listedPartition, transientPartition } from '../common/entity-rows.ts'
import type { Database } from './database.ts'

type Transients = Pick<EntityStore, 'putTransient' | 'getTransient' | 'deleteTransient' | 'listTransient'>

const prunePause = 60_000
const prunedAtOnce = 500

/** Items that end by themselves: idempotency, presence, throttling. An expired one is as good as gone at once. */
export function createTransients(db: Database, now: () => number): Transients {
  const upsert = db.prepare(
    `INSERT INTO items (pk, sk, meta, expires, owner) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET meta = excluded.meta, expires = excluded.expires, owner = excluded.owner`,
  )
  const select = db.prepare('SELECT meta, owner FROM items WHERE pk = ? AND sk = ? AND expires > ?')
  const remove = db.prepare('DELETE FROM items WHERE pk = ? AND sk = ?')
  const selectRange = db.prepare(
    'SELECT sk, meta FROM items WHERE pk = ? AND sk >= ? AND sk < ? AND expires > ? ORDER BY sk',
  )
  const prune = db.prepare(
    'DELETE FROM items WHERE rowid IN (SELECT rowid FROM items WHERE expires <= ? LIMIT ?)',
  )
  const seconds = () => now() / 1000
  let pruned = now()
  const isHeldBy = (partition: string, key: string, owner: string) =>
    select.get(partition, key, seconds())?.['owner'] === owner

  return {
    async putTransient(key, value, expires, { owner = null, ifAbsent, ifOwner } = {}) {
      const partition = transientPartition(key)
      const json = JSON.stringify(value) ?? 'null'
      return db.write(() => {
        if (now() - pruned > prunePause) {
          pruned = now()
          prune.run(seconds(), prunedAtOnce)
        }
        if (ifAbsent && select.get(partition, key, seconds())) return false
        if (ifOwner !== undefined && !isHeldBy(partition, key, ifOwner)) return false
        upsert.run(partition, key, json, Math.ceil(expires), owner)
        return true
      })
    },
    async getTransient(key) {
      const row = select.get(transientPartition(key), key, seconds())
      return row && JSON.parse(row['meta'] as string)
    },
    async deleteTransient(key, { ifOwner } = {}) {
      const partition = transientPartition(key)
      return db.write(() => {
        if (ifOwner !== undefined && !isHeldBy(partition, key, ifOwner)) return false
        return remove.run(partition, key).changes > 0
      })
    },
    async listTransient(prefix) {
      const rows = selectRange.all(listedPartition(prefix), prefix, `${prefix}\u{10ffff}`, seconds())
      return rows.map((row) => ({ key: row['sk'] as string, value: JSON.parse(row['meta'] as string) }))
    },
  }
}
