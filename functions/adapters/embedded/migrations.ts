/** Brings a file that an older Inputlist made to the layout of this one. */
import type { DatabaseSync } from 'node:sqlite'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { namesOf } from '../../../shared/model/references.ts'
import { packBody } from '../common/body.ts'
import { entityOfRow, type StateRow, transientPartition } from '../common/entity-rows.ts'
import { memoryKey, thingOfFormer, valueOfFormer } from '../common/import-memory.ts'

/**
 * Layout of the tables, kept in the file. Raise it with what brings an older file to it; files from before the
 * numbering say 0 and have the tables of 1.
 */
export const layout = 10

/** Step n brings layout n - 1 to n. What 4 made, 5 makes in another way. */
const steps: Record<number, (sqlite: DatabaseSync, schema: string) => void> = {
  2: (sqlite) => {
    const columns = sqlite.prepare('PRAGMA table_info(items)').all()
    if (!columns.some(({ name }) => name === 'owner')) sqlite.exec('ALTER TABLE items ADD COLUMN owner TEXT')
    spreadTransients(sqlite)
  },
  3: keepImportMemory,
  5: (sqlite, schema) => {
    // It makes all tables as they are now, which index these columns.
    addTurns(sqlite)
    addPeople(sqlite)
    noteNames(sqlite, schema)
  },
  6: addTurns,
  7: addPeople,
  8: noteConfirmations,
  // What people keep for themselves is found by who made it.
  9: noteNamesOf('savedsearch', 'columnset', 'exportset'),
  // Invoices are found by their institution.
  10: noteNamesOf('invoice'),
}

/** Jobs take turns in the queue. What waits already comes first. */
function addTurns(sqlite: DatabaseSync) {
  addToQueue(sqlite, 'turn', 'INTEGER NOT NULL DEFAULT 0')
}

/** People take turns, too. Of what waits already it is not known who ordered it. */
function addPeople(sqlite: DatabaseSync) {
  addToQueue(sqlite, 'person', "TEXT NOT NULL DEFAULT ''")
  sqlite.exec('DROP INDEX IF EXISTS queue_by_turn')
}

function addToQueue(sqlite: DatabaseSync, column: string, type: string) {
  const columns = sqlite.prepare('PRAGMA table_info(queue)').all()
  // Files of the first layouts may have no queue yet.
  if (columns.length > 0 && !columns.some(({ name }) => name === column))
    sqlite.exec(`ALTER TABLE queue ADD COLUMN ${column} ${type}`)
}

/** Short-lived items lay in one partition for each kind; they have one for each kind and group now. */
function spreadTransients(sqlite: DatabaseSync) {
  const rows = sqlite.prepare("SELECT pk, sk, meta FROM items WHERE pk >= 'T#' AND pk < 'T$'").all()
  const move = sqlite.prepare('UPDATE items SET pk = ? WHERE pk = ? AND sk = ?')
  const remove = sqlite.prepare('DELETE FROM items WHERE pk = ? AND sk = ?')
  for (const { pk, sk, meta } of rows as { pk: string; sk: string; meta: string }[]) {
    // Whoever held a lease has ended with its process; a lease without an owner could not be taken over.
    const isLease =
      pk === 'T#idempotency' && (JSON.parse(meta) as { until?: number } | null)?.until !== undefined
    if (isLease) remove.run(pk, sk)
    else move.run(transientPartition(sk), pk, sk)
  }
}

/** What registers said last was a short-lived item of ten years; it is an item of its own now. */
function keepImportMemory(sqlite: DatabaseSync) {
  const rows = sqlite
    .prepare("SELECT pk, sk, meta FROM items WHERE pk >= 'T#import#' AND pk < 'T#import$'")
    .all()
  const insert = sqlite.prepare('INSERT INTO items (pk, sk, body) VALUES (?, ?, ?)')
  const remove = sqlite.prepare('DELETE FROM items WHERE pk = ? AND sk = ?')
  for (const { pk, sk, meta } of rows as { pk: string; sk: string; meta: string }[]) {
    const thing = thingOfFormer(sk)
    if (!thing) continue
    const key = memoryKey(thing)
    insert.run(key.pk, key.sk, packBody(JSON.stringify(valueOfFormer(JSON.parse(meta)))))
    remove.run(pk, sk)
  }
}

/** Who names whom, of all entities that are there. Layout 4 had it between the entities, by keys made of ids. */
function noteNames(sqlite: DatabaseSync, schema: string) {
  sqlite.exec("DELETE FROM items WHERE pk >= 'N#' AND pk < 'N$'")
  sqlite.exec(schema)
  const heads = sqlite.prepare(
    "SELECT pk, class, rev, meta, body FROM items WHERE sk = 'HEAD' AND class IS NOT NULL AND pk > ? ORDER BY pk LIMIT 500",
  )
  const numbered = sqlite.prepare('INSERT INTO numbers (id) VALUES (?) RETURNING number')
  const insert = sqlite.prepare('INSERT INTO names (name, number) VALUES (?, ?)')
  for (let after = ''; ; ) {
    const rows = heads.all(after) as unknown as StateRow[]
    for (const row of rows) {
      const entity = entityOfRow(row)
      const names = namesOf(entity)
      if (names.length === 0) continue
      const { number } = numbered.get(entity.id) as { number: number }
      for (const name of names) insert.run(name, number)
    }
    if (rows.length === 0) return
    after = rows.at(-1)!.pk
  }
}

/** Confirmations are found by their companies, too. */
function noteConfirmations(sqlite: DatabaseSync, schema: string) {
  sqlite.exec(schema)
  const rows = sqlite
    .prepare(
      "SELECT pk, class, rev, meta, body FROM items WHERE sk = 'HEAD' AND class = 'listing_confirmation'",
    )
    .all() as unknown as StateRow[]
  const number = sqlite.prepare('SELECT number FROM numbers WHERE id = ?')
  const insert = sqlite.prepare('INSERT INTO names (name, number) VALUES (?, ?) ON CONFLICT DO NOTHING')
  for (const entity of rows.map(entityOfRow)) {
    const known = number.get(entity.id) as { number: number } | undefined
    // It has named its product since it was made.
    if (known) for (const name of namesOf(entity)) insert.run(name, known.number)
  }
}

/** Of these classes more names are known than were noted. */
function noteNamesOf(...classes: EntityClassName[]) {
  return (sqlite: DatabaseSync, schema: string) => {
    sqlite.exec(schema)
    const heads = sqlite.prepare(
      "SELECT pk, class, rev, meta, body FROM items WHERE sk = 'HEAD' AND class = ? AND pk > ? ORDER BY pk LIMIT 500",
    )
    const numbered = sqlite.prepare(
      'INSERT INTO numbers (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET id = id RETURNING number',
    )
    const insert = sqlite.prepare('INSERT INTO names (name, number) VALUES (?, ?) ON CONFLICT DO NOTHING')
    for (const entityclass of classes)
      for (let after = ''; ; ) {
        const rows = heads.all(entityclass, after) as unknown as StateRow[]
        for (const entity of rows.map(entityOfRow)) {
          const { number } = numbered.get(entity.id) as { number: number }
          for (const name of namesOf(entity)) insert.run(name, number)
        }
        if (rows.length === 0) break
        after = rows.at(-1)!.pk
      }
  }
}

/** Makes the tables, or brings those that are there to the newest layout: all of it, or nothing. */
export function migrate(sqlite: DatabaseSync, schema: string): void {
  sqlite.exec('BEGIN IMMEDIATE')
  try {
    const found = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])
    const isNew = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'items'").get() === undefined
    if (!isNew) for (let to = Math.max(found, 1) + 1; to <= layout; to++) steps[to]?.(sqlite, schema)
    sqlite.exec(schema)
    sqlite.exec(`PRAGMA user_version = ${layout}`)
    sqlite.exec('COMMIT')
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    throw error
  }
}
