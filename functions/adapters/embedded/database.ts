import { mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { CallError } from '../../../shared/errors.ts'
import { layout, migrate } from './migrations.ts'

/** Keys and columns are explained in docs/data-model.md. */
const schema = `
  CREATE TABLE IF NOT EXISTS items (
    pk TEXT NOT NULL,
    sk TEXT NOT NULL,
    class TEXT,
    rev INTEGER,
    meta TEXT,
    body ANY,
    expires INTEGER,
    owner TEXT,
    UNIQUE (pk, sk)
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS items_by_class ON items (class, pk) WHERE sk = 'HEAD' AND class IS NOT NULL;
  CREATE INDEX IF NOT EXISTS items_by_expiry ON items (expires) WHERE expires IS NOT NULL;
  CREATE TABLE IF NOT EXISTS numbers (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS names (
    name TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (name, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS feed (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    class TEXT NOT NULL,
    rev INTEGER NOT NULL,
    erased INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS queue (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    job TEXT NOT NULL,
    unit TEXT NOT NULL,
    visible INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'waiting',
    reason TEXT,
    turn INTEGER NOT NULL DEFAULT 0,
    person TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX IF NOT EXISTS queue_by_kind ON queue (state, kind, visible);
  CREATE INDEX IF NOT EXISTS queue_by_person ON queue (kind, person, turn, id, visible) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS queue_by_job ON queue (kind, job, turn) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS queue_tried ON queue (kind, visible) WHERE state = 'waiting' AND tries >= 3;
  CREATE TABLE IF NOT EXISTS schedules (
    name TEXT PRIMARY KEY,
    is_on INTEGER NOT NULL,
    sent INTEGER NOT NULL
  ) STRICT;
`

const notADatabase = 26
const corrupt = 11

interface Pending {
  run: () => unknown
  committed: ((result: never) => void) | undefined
  resolve: (result: never) => void
  reject: (error: unknown) => void
}
type Outcome = { result: unknown } | { error: unknown }

export interface Database {
  readonly dataDir: string
  prepare(sql: string): StatementSync
  /**
   * Runs `run` inside a transaction and resolves once it is durable. Writes that are waiting share one commit, so
   * that a flush to disk is paid once; each is still whole or not at all. `run` may be run again, so it must touch
   * nothing but the database; `committed` is called once, before anything else can read.
   * Errors: what `run` throws; `storage_full`.
   */
  write<T>(run: () => T, committed?: (result: T) => void): Promise<T>
  /** Changes whenever another process has written. */
  foreignVersion(): number
  /** Waits for the writes under way, then closes the file. */
  close(): Promise<void>
}
export interface DatabaseOptions {
  /** Refuses to grow beyond so many pages of 4096 bytes; for tests of a full disk. */
  maxPages?: number
}

/** At most so many writes share a commit: a bound on how long the event loop is held. */
const writesPerCommit = 32
const sqliteFull = 13
const sqliteIoError = 10

/** Refuses, before anything is written, a file that this Inputlist cannot read. */
function checkLayout(sqlite: DatabaseSync, file: string) {
  const other = 'choose another folder with DATA_DIR'
  try {
    const found = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])
    // Says more about a file than its head does.
    sqlite.prepare('SELECT count(*) FROM sqlite_schema').get()
    if (found > layout)
      throw new Error(
        `${file} was made by a newer Inputlist (layout ${found}; this one knows ${layout}). Nothing was changed. Start the newer one, or ${other}.`,
      )
  } catch (error) {
    sqlite.close()
    const code = Number((error as { errcode?: number }).errcode) & 0xff
    if (code !== notADatabase && code !== corrupt) throw error
    throw new Error(
      `${file} cannot be read (${(error as Error).message}). Nothing was changed. Put a copy of the folder back, or ${other}.`,
      { cause: error },
    )
  }
}

/**
 * Opens (or makes) `inputlist.sqlite` in the folder. Whoever opens it closes it. Fails with a sentence for people if the
 * file is damaged or made by a newer Inputlist; then it stays as it is.
 */
export function openDatabase(dataDir: string, options: DatabaseOptions = {}): Database {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'inputlist.sqlite')
  const sqlite = new DatabaseSync(file)
  checkLayout(sqlite, file)
  // FULL: an acknowledged write survives a power cut, not only a killed process (docs/decisions/store-durability.md).
  sqlite.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -32768;
    PRAGMA journal_size_limit = 67108864;
  `)
  migrate(sqlite, schema)
  if (options.maxPages) sqlite.exec(`PRAGMA max_page_count = ${Math.floor(options.maxPages)}`)

  const version = sqlite.prepare('PRAGMA data_version')
  const waiting: Pending[] = []
  let scheduled = false
  let closed = false
  let idle: (() => void)[] = []

  function refusal(error: unknown): unknown {
    if (typeof error !== 'object' || error === null || !('errcode' in error)) return error
    const code = Number(error.errcode) & 0xff
    const isFull = code === sqliteFull || (code === sqliteIoError && statfsSync(dataDir).bavail === 0)
    if (!isFull) return error
    return new CallError(
      'storage_full',
      'There is no room left to store this.',
      { key: 'storageFull' },
      error,
    )
  }

  /** Commits all that `works` did, except those that threw, which leave no trace. */
  function transaction(works: Pending[]): Outcome[] {
    sqlite.exec('BEGIN IMMEDIATE')
    try {
      const outcomes = works.map((work): Outcome => {
        if (works.length > 1) sqlite.exec('SAVEPOINT one')
        try {
          const result = work.run()
          if (works.length > 1) sqlite.exec('RELEASE one')
          return { result }
        } catch (error) {
          // A full disk ends the whole transaction; then the neighbours have to be tried again on their own.
          if (works.length === 1 || !sqlite.isTransaction) throw error
          sqlite.exec('ROLLBACK TO one; RELEASE one')
          return { error }
        }
      })
      sqlite.exec('COMMIT')
      return outcomes
    } catch (error) {
      if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
      throw error
    }
  }

  function attempt(works: Pending[]): Outcome[] {
    try {
      return transaction(works)
    } catch (error) {
      return works.length === 1 ? [{ error }] : works.flatMap((work) => attempt([work]))
    }
  }

  function flush() {
    scheduled = false
    const works = waiting.splice(0, writesPerCommit)
    const outcomes = attempt(works)
    for (const [i, work] of works.entries()) {
      const outcome = outcomes[i]!
      if ('error' in outcome) {
        work.reject(refusal(outcome.error))
        continue
      }
      work.committed?.(outcome.result as never)
      work.resolve(outcome.result as never)
    }
    schedule()
    if (!scheduled) {
      for (const done of idle) done()
      idle = []
    }
  }
  function schedule() {
    if (scheduled || waiting.length === 0) return
    scheduled = true
    setImmediate(flush)
  }

  return {
    dataDir,
    prepare: (sql) => sqlite.prepare(sql),
    write<T>(run: () => T, committed?: (result: T) => void) {
      if (closed) return Promise.reject(new Error('the database is closed'))
      return new Promise<T>((resolve, reject) => {
        waiting.push({ run, committed, resolve, reject })
        schedule()
      })
    },
    foreignVersion: () => Number(version.get()?.['data_version']),
    async close() {
      if (closed) return
      closed = true
      if (scheduled) await new Promise<void>((resolve) => idle.push(resolve))
      sqlite.close()
    },
  }
}
