import type { Change, ChangeFeed } from '../../ports/entity-store.ts'
import type { ObservableStore } from '../common/observable-store.ts'
import type { Database } from './database.ts'

/** So many changes are kept behind the last reader: an index that lost its last steps goes on from an older position. */
const defaultKeptBehind = 100_000
const pruneStep = 1_000

const position = (seq: number) => String(seq).padStart(16, '0')

/** Reads the feed that the store writes in the transaction of each change. */
export function createChangeFeed(
  db: Database,
  entities: ObservableStore,
  keptBehind = defaultKeptBehind,
): ChangeFeed {
  const select = db.prepare('SELECT seq, id, class, rev, erased FROM feed WHERE seq > ? ORDER BY seq LIMIT ?')
  const selectFirst = db.prepare('SELECT min(seq) AS seq FROM feed')
  // Counts on after the rows are pruned.
  const selectLast = db.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'feed'`)
  const prune = db.prepare('DELETE FROM feed WHERE seq < ?')
  const readers = new Map<string, number>()
  let prunedBelow = 0

  const last = () => Number(selectLast.get()?.['seq'] ?? 0)

  return {
    async read(after, limit) {
      const rows = select.all(Number(after ?? 0), limit)
      const changes: Change[] = []
      for (const row of rows) {
        const [id, rev] = [row['id'] as string, row['rev'] as number]
        const change = { seq: position(row['seq'] as number), id, entityclass: row['class'] as string, rev }
        // Of an entity that was erased since, earlier states are gone: each of its changes reads as the erasure.
        const entity = row['erased'] ? undefined : await stateAt(id, rev)
        changes.push(entity ? { ...change, entity } : change)
      }
      return changes
    },
    async end() {
      const seq = last()
      return seq === 0 ? undefined : position(seq)
    },
    async holdsAfter(after) {
      const from = Number(after ?? 0)
      const first = Number(selectFirst.get()?.['seq'] ?? last() + 1)
      return from >= first - 1 && from <= last()
    },
    async acknowledge(reader, seq) {
      readers.set(reader, Number(seq))
      const below = Math.min(...readers.values()) - keptBehind
      if (below - prunedBelow < Math.min(pruneStep, keptBehind)) return
      prunedBelow = below
      await db.write(() => prune.run(below))
    },
    onChange: (listener) => entities.onWrite(() => listener()),
  }

  async function stateAt(id: string, rev: number) {
    const head = await entities.get(id)
    if (!head || head.rev === rev) return head
    return (await entities.getRevision(id, rev))?.entity
  }
}
