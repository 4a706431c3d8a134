/** A folder that an older Inputlist made is brought to the newest layout, and nothing that people wrote is lost. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createImportMemory } from '../../functions/adapters/embedded/import-memory.ts'
import { createJobQueue } from '../../functions/adapters/embedded/job-queue.ts'
import { keptName } from '../../shared/model/references.ts'
import { openEmbeddedStore, temporaryFolder } from './embedded.ts'

/** Tables of layout 1, as they were made. */
const layout1 = `
  CREATE TABLE items (
    pk TEXT NOT NULL, sk TEXT NOT NULL, class TEXT, rev INTEGER, meta TEXT, body ANY, expires INTEGER,
    UNIQUE (pk, sk)
  ) STRICT;
  CREATE UNIQUE INDEX items_by_class ON items (class, pk) WHERE sk = 'HEAD' AND class IS NOT NULL;
  CREATE INDEX items_by_expiry ON items (expires) WHERE expires IS NOT NULL;
  PRAGMA user_version = 1;
`
async function olderFolder(fill: (sqlite: DatabaseSync) => void) {
  const folder = await temporaryFolder()
  mkdirSync(folder.path, { recursive: true })
  const sqlite = new DatabaseSync(join(folder.path, 'inputlist.sqlite'))
  sqlite.exec(layout1)
  fill(sqlite)
  sqlite.close()
  return folder
}
const inAnHour = Math.floor(Date.now() / 1000) + 3600

it('keeps what registers said last, under its former names, in both of its former places', async () => {
  const hashes = { '/title/de_DE': 'x' }
  const memories: Record<string, string> = {
    'import#reg#product#older': JSON.stringify({ said: hashes, job: 'j' }),
    'import#reg#product#with#marks': JSON.stringify({ hashes, job: 'j' }),
  }
  const folder = await olderFolder((sqlite) => {
    const insert = sqlite.prepare('INSERT INTO items (pk, sk, meta, expires) VALUES (?, ?, ?, ?)')
    for (const [key, value] of Object.entries(memories)) insert.run('T#import', key, value, inAnHour)
  })
  for (const _ of ['migrated', 'opened again']) {
    const t = await openEmbeddedStore({ folder: folder.path })
    t.passTime(20 * 366 * 24 * 3600)
    const memory = createImportMemory(t.db)
    for (const key of ['older', 'with#marks'])
      expect(await memory.get({ source: 'reg', kind: 'product', key })).toEqual({ hashes, job: 'j' })
    await t.close()
  }
  await folder.remove()
})

it('finds answers kept for repeated requests in their new partitions, and takes over no lease of a dead process', async () => {
  const folder = await olderFolder((sqlite) => {
    const insert = sqlite.prepare('INSERT INTO items (pk, sk, meta, expires) VALUES (?, ?, ?, ?)')
    const answer = JSON.stringify({ fingerprint: 'x', data: { id: 'made' } })
    insert.run('T#idempotency', 'idempotency#done', answer, inAnHour)
    insert.run(
      'T#idempotency',
      'idempotency#running',
      JSON.stringify({ fingerprint: 'x', until: 1 }),
      inAnHour,
    )
    insert.run('T#import', 'import/source', JSON.stringify({ hashes: {} }), inAnHour)
  })
  for (const _ of ['migrated', 'opened again']) {
    const t = await openEmbeddedStore({ folder: folder.path })
    expect(await t.store.getTransient('idempotency#done')).toEqual({ fingerprint: 'x', data: { id: 'made' } })
    expect(await t.store.getTransient('idempotency#running')).toBeUndefined()
    expect(await t.store.getTransient('import/source')).toEqual({ hashes: {} })
    await t.close()
  }
  await folder.remove()
})

it('knows who names whom of all that is there, also of what is deleted', async () => {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const folder = await olderFolder((sqlite) => {
    const insert = sqlite.prepare(
      "INSERT INTO items (pk, sk, class, rev, meta, body) VALUES (?, 'HEAD', ?, 1, ?, ?)",
    )
    const meta = (disabled: boolean) => JSON.stringify({ attributeset: 'default', created: '', disabled })
    insert.run(`E#${id(1)}`, 'country', meta(false), '{}')
    // More than are read at once.
    for (let n = 2; n < 1_100; n++)
      insert.run(`E#${id(n)}`, 'region', meta(n % 2 === 0), JSON.stringify({ country: id(1) }))
    insert.run(`E#${id(2_000)}`, 'account', meta(false), JSON.stringify({ ssoUsers: ['sub'] }))
    // Layout 4 kept it so.
    sqlite.prepare('INSERT INTO items (pk, sk) VALUES (?, ?)').run(`N#${id(1)}`, `region#${id(2)}`)
    // A tombstone says nothing any more.
    insert.run(`E#${id(3_000)}`, null, JSON.stringify({ erased: true, class: 'region' }), null)
  })
  const t = await openEmbeddedStore({ folder: folder.path })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await t.store.listNaming(id(1), { cursor, limit: 400 })
    found.push(...page.list.map((one) => one.id))
    cursor = page.cursor
  } while (cursor !== undefined)
  expect(found).toHaveLength(1_098)
  expect((await t.store.listNaming('sso:sub', { limit: 5 })).list.map((one) => one.id)).toEqual([id(2_000)])
  await t.close()
  await folder.remove()
})

it('knows what each person keeps, and has not deleted', async () => {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const folder = await olderFolder((sqlite) => {
    const insert = sqlite.prepare(
      "INSERT INTO items (pk, sk, class, rev, meta, body) VALUES (?, 'HEAD', ?, 1, ?, '{}')",
    )
    const meta = (createdBy: string, disabled = false) =>
      JSON.stringify({ attributeset: 'default', created: '', createdBy, disabled })
    insert.run(`E#${id(1)}`, 'savedsearch', meta('a'))
    insert.run(`E#${id(2)}`, 'savedsearch', meta('a', true))
    insert.run(`E#${id(3)}`, 'savedsearch', meta('b'))
    insert.run(`E#${id(4)}`, 'exportset', meta('a'))
    // As layout 8 left it.
    sqlite.exec(`
      ALTER TABLE items ADD COLUMN owner TEXT;
      CREATE TABLE numbers (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
      INSERT INTO numbers (id) VALUES ('${id(4)}');
      PRAGMA user_version = 8;
    `)
  })
  const t = await openEmbeddedStore({ folder: folder.path })
  const kept = async (entityclass: string) =>
    (await t.store.listNaming(keptName(entityclass, 'a'), { limit: 5 })).list.map((one) => one.id)
  expect(await kept('savedsearch')).toEqual([id(1)])
  expect(await kept('exportset')).toEqual([id(4)])
  await t.close()
  await folder.remove()
})

it('knows which invoices an institution has made out', async () => {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const folder = await olderFolder((sqlite) => {
    const insert = sqlite.prepare(
      "INSERT INTO items (pk, sk, class, rev, meta, body) VALUES (?, 'HEAD', 'invoice', 1, ?, ?)",
    )
    const meta = JSON.stringify({ attributeset: 'default', created: '', disabled: false })
    const body = JSON.stringify({ institution: id(1), companyId: id(2) })
    for (const n of [3, 4]) insert.run(`E#${id(n)}`, meta, body)
    // As layout 9 left it: one of them has named its company, as all do that were made since.
    sqlite.exec(`
      ALTER TABLE items ADD COLUMN owner TEXT;
      CREATE TABLE numbers (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
      INSERT INTO numbers (id) VALUES ('${id(4)}');
      PRAGMA user_version = 9;
    `)
  })
  const t = await openEmbeddedStore({ folder: folder.path })
  const { list } = await t.store.listNaming(id(1), { limit: 5 })
  expect(list.map((one) => one.id).sort()).toEqual([id(3), id(4)])
  await t.close()
  await folder.remove()
})

it.each([3, 5])('delivers what waited in the queue of layout %i, before what is sent now', async (layout) => {
  const folder = await olderFolder((sqlite) => {
    sqlite.exec(`
      CREATE TABLE queue (
        id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, job TEXT NOT NULL, unit TEXT NOT NULL,
        visible INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'waiting', reason TEXT
      ) STRICT;
      ALTER TABLE items ADD COLUMN owner TEXT;
      INSERT INTO queue (kind, job, unit, visible) VALUES ('flag', 'older', 'a', 0), ('flag', 'older', 'b', 0);
      PRAGMA user_version = ${layout};
    `)
  })
  const t = await openEmbeddedStore({ folder: folder.path })
  const queue = createJobQueue(t.db, t.millis)
  await queue.send([{ kind: 'flag', jobId: 'newer', unit: 'c' }])
  const taken = await queue.receive('flag', 10, 1_000)
  expect(taken.map(({ message }) => message.unit)).toEqual(['a', 'b', 'c'])
  await t.close()
  await folder.remove()
})
