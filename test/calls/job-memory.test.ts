/** However large entities are, a unit of a job has few of them in memory at once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChangeFeed } from '../../functions/adapters/embedded/change-feed.ts'
import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'
import type { ChangeFeed, PutOptions } from '../../functions/ports/entity-store.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { run } from '../../shared/calls/bml/import/run.ts'
import type { Entity } from '../../shared/model/entity.ts'
import '../seed.ts'
import { merging, seedMerge } from './company-merge.world.ts'
import { addProduct, flagging, flags, numbered, seedFlags } from './flags.world.ts'
import { type Harness, startHarness } from './harness.ts'
import { component, source } from './import-items.ts'

/** As many as one unit has. */
const many = 50
const few = 10

const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-memory-'))
const db = openDatabase(dataDir)
const real = createEntityStore(db)
let most = { read: 0, written: 0 }
let writing = 0
/** What keeps the index reads as many as it likes, and rests meanwhile. */
let isCounted = false
const feed = createChangeFeed(db, real)
const changes: ChangeFeed = {
  ...feed,
  read: async (...asked) => (isCounted ? [] : feed.read(...asked)),
}
const counting = {
  ...real,
  getMany(ids: string[]) {
    most.read = Math.max(most.read, ids.length)
    return real.getMany(ids)
  },
  async put<T extends Entity['data']>(entity: Entity<T>, options: PutOptions) {
    most.written = Math.max(most.written, ++writing)
    await nextTurn()
    try {
      return await real.put(entity, options)
    } finally {
      writing--
    }
  },
}
let h: Harness
beforeAll(async () => {
  h = await startHarness({ dataDir, ports: { entities: counting, changes } })
  await seedFlags(h)
  await seedMerge(h, many)
  for (const [n, id] of numbered(many).entries()) await addProduct(h, id, `Old ${n}`, { archived: true })
  await h.indexed()
})
afterAll(async () => {
  await h.close()
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})
/** The most entities that were read by one request, and written at the same time, meanwhile. */
async function mostOf(act: () => Promise<unknown>) {
  most = { read: 0, written: 0 }
  isCounted = true
  await act()
  isCounted = false
  return most
}

it('when it brings what named a company to another one', async () => {
  const { read, written } = await mostOf(async () =>
    expect(await merging(h)).toMatchObject({ status: 'complete', failed: 0 }),
  )
  expect(read).toBeLessThanOrEqual(few)
  expect(written).toBeGreaterThan(1)
  expect(written).toBeLessThanOrEqual(2 * few)
})
it('when it names the products that take no flag', async () => {
  const { read } = await mostOf(async () => {
    const job = await flagging(h, 'admin', { flagId: flags.free, action: 'assign', ids: numbered(many) })
    expect(job.failed).toBe(many)
    expect(job.errors.map(({ unit }) => unit)).toEqual(numbered(many).map((_, n) => `Old ${n}`))
  })
  expect(read).toBe(few)
})
it('when it takes things of a register', async () => {
  const items = Array.from({ length: many }, (_, n) => component(`large-${n}`))
  const { written } = await mostOf(async () => {
    const { jobId } = await h.as('admin').call(run, { source, items })
    await h.worked()
    expect(await h.as('admin').call(checkstatus, { id: jobId })).toMatchObject({ result: { created: many } })
  })
  expect(written).toBeGreaterThan(1)
  expect(written).toBeLessThanOrEqual(few)
})
