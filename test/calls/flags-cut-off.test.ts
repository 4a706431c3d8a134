/** Flag jobs whose worker dies, whose starter loses the right, whose products are written by others meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChangeFeed } from '../../functions/adapters/embedded/change-feed.ts'
import { type Database, openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'
import { createJobQueue } from '../../functions/adapters/embedded/job-queue.ts'
import { givenUp } from '../../functions/domain/job/why.ts'
import type { ChangeFeed, PutOptions } from '../../functions/ports/entity-store.ts'
import type { JobMessage } from '../../functions/ports/job-queue.ts'
import { type FlagJob, flagProduct } from '../../functions/services/product/flag.ts'
import { productReference } from '../../functions/services/product/open.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { count as countProducts } from '../../shared/calls/bml/product/count.ts'
import { setflags } from '../../shared/calls/bml/product/setflags.ts'
import type { Entity } from '../../shared/model/entity.ts'
import '../seed.ts'
import { addProduct, flags, flagsOf, numbered, productNo, seedFlags, startFlagging } from './flags.world.ts'
import { type Harness, ids, startHarness } from './harness.ts'

const { free } = flags
const count = 130
const all = numbered(count)
let dataDir: string
let db: Database
let real: ReturnType<typeof createEntityStore>
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'inputlist-flags-'))
  db = openDatabase(dataDir)
  real = createEntityStore(db)
})
afterEach(async () => {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Put = <T extends Entity['data']>(one: Entity<T>, options: PutOptions) => Promise<Entity<T>>
/** A store that does something of its own when a product is flagged; `undefined`: as it would. */
const withPut = (flagged: (n: number, put: () => Promise<unknown>) => Promise<void> | undefined) => {
  let n = 0
  const put: Put = async (one, options) => {
    const isFlagged = one.entityclass === 'product' && options.events?.some(({ job }) => job !== undefined)
    let written: Entity | undefined
    const own = isFlagged
      ? flagged(n++, async () => {
          written = await real.put(one as Entity, options)
        })
      : undefined
    if (own) {
      await own
      if (written) return written as never
    }
    return real.put(one, options)
  }
  return { ...real, put }
}
const revsOf = (h: Harness) => Promise.all(all.map((id) => h.revOf(id)))
const isFlagged = async (h: Harness) =>
  (await Promise.all(all.map((id) => flagsOf(h, id)))).filter((set) => free in set).length

describe('a flag job', () => {
  it('whose worker dies at any product, before or after it is written, does each once and misses none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: count - 1 }),
        fc.boolean(),
        fc.constantFrom('assign' as const, 'remove' as const),
        async (at, isAfter, action) => {
          const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-flags-'))
          const db = openDatabase(dataDir)
          real = createEntityStore(db)
          let isDead = false
          const dying = withPut((n, put) => {
            if (!isDead && n < at) return undefined
            const isFirst = !isDead
            isDead = true
            return (isFirst && isAfter ? put() : Promise.resolve()).then(() => {
              throw new Error('the process is gone')
            })
          })
          const first = await startHarness({ dataDir, isDying: true, ports: { entities: dying } })
          await seedFlags(first, count)
          if (action === 'remove')
            for (const id of all) await first.as('core').call(setflags, { id, rev: 1, set: [free] })
          const rev = action === 'remove' ? 2 : 1
          const jobId = await startFlagging(first, 'core', { flagId: free, action, ids: all })
          await expect.poll(() => isDead, { timeout: 10_000 }).toBe(true)
          await first.close()

          const h = await startHarness({ dataDir, seed: false })
          await h.worked()
          expect(await h.as('core').call(checkstatus, { id: jobId })).toMatchObject({
            status: 'complete',
            done: count,
            failed: 0,
            result: { changed: count, unchanged: 0 },
          })
          expect(new Set(await revsOf(h))).toEqual(new Set([rev + 1]))
          expect(await isFlagged(h)).toBe(action === 'assign' ? count : 0)
          await h.as('core').call(undo, { id: jobId })
          await h.worked()
          expect(await isFlagged(h)).toBe(action === 'assign' ? 0 : count)
          expect(new Set(await revsOf(h))).toEqual(new Set([rev + 2]))
          await h.close()
          await db.close()
          rmSync(dataDir, { recursive: true, force: true })
        },
      ),
      { numRuns: 6 },
    )
    // Twelve processes, one after the other, and as many again where others do the work.
  }, 120_000)

  it('on all products, found after a crash, misses none that the index had not read yet', async () => {
    await (await startHarness({ dataDir })).close()
    // Its process dies before its index has read anything, and before its job is begun.
    const sent: JobMessage[] = []
    const feed = createChangeFeed(db, real)
    const unread = { ...feed, end: async () => undefined, read: async () => [] }
    const jobs = { send: async (messages: JobMessage[]) => void sent.push(...messages) }
    const dying = await startHarness({ dataDir, seed: false, ports: { changes: unread, jobs } })
    await seedFlags(dying, count)
    const jobId = await startFlagging(dying, 'core', { flagId: free })
    await dying.close()
    await createJobQueue(db).send(sent)

    // What is left to be read is much: others have many turns meanwhile.
    const long: ChangeFeed = {
      ...feed,
      async read(...asked) {
        for (let turn = 0; turn < 100; turn++) await nextTurn()
        return feed.read(...asked)
      },
    }
    const h = await startHarness({ dataDir, seed: false, ports: { changes: long } })
    await h.worked()
    expect(await isFlagged(h)).toBe(count)
    const { total } = await h.as('core').call(checkstatus, { id: jobId })
    expect(total).toBe((await h.as('core').call(countProducts, {})).count)
    await h.close()
  })

  it('whose starter loses the right half-way says so of the rest, and what was done can be taken back', async () => {
    const losing = withPut((n) => {
      if (n !== 20) return undefined
      return real.get('account', ids.account.core).then(async (account) => {
        const data = { ...account!.data, active: false }
        await real.put({ ...account!, rev: account!.rev + 1, data } as Entity, { expectRev: account!.rev })
      })
    })
    const h = await startHarness({ dataDir, ports: { entities: losing } })
    await seedFlags(h, count)
    const many = [...all, ...Array.from({ length: 370 }, (_, n) => productNo(5000 + n))]
    for (const id of many.slice(count)) await addProduct(h, id, 'More')
    const jobId = await startFlagging(h, 'core', { flagId: free, ids: many })
    await h.worked()
    const job = await h.as('admin').call(checkstatus, { id: jobId })
    const done = (await Promise.all(many.map((id) => flagsOf(h, id)))).filter((set) => free in set).length
    expect(job).toMatchObject({ status: 'complete', total: 500, done: 500, result: { changed: done } })
    expect(job.failed).toBe(500 - done)
    expect(job.failed).toBeGreaterThan(0)
    expect(new Set(job.errors.map(({ text }) => text?.key))).toEqual(new Set(['jobStarterLost']))
    await h.as('admin').call(undo, { id: jobId })
    await h.worked()
    expect(await isFlagged(h)).toBe(0)
    await h.close()
  })

  it('meets a product that somebody else has just written: decides again, and loses nothing of theirs', async () => {
    let isMet = false
    const meeting = withPut((n) => {
      if (n !== 3) return undefined
      isMet = true
      // Somebody sets another flag on every product just before the job writes its fourth one.
      return Promise.all(
        all.map(async (id) => {
          for (;;) {
            const now = (await real.get('product', id))!
            const invoiceFlags = { ...now.data.invoiceFlags, [flags.fresh]: now.rev + 1 }
            const next = { ...now, rev: now.rev + 1, data: { ...now.data, invoiceFlags } }
            const isWritten = await real.put(next as Entity, { expectRev: now.rev }).then(
              () => true,
              () => false,
            )
            if (isWritten) return
          }
        }),
      ).then(() => {})
    })
    const h = await startHarness({ dataDir, ports: { entities: meeting } })
    await seedFlags(h, count)
    const jobId = await startFlagging(h, 'core', { flagId: free, ids: all })
    await h.worked()
    expect(isMet).toBe(true)
    expect(await h.as('core').call(checkstatus, { id: jobId })).toMatchObject({
      failed: 0,
      result: { changed: count },
    })
    for (const id of all) expect(Object.keys(await flagsOf(h, id)).sort()).toEqual([free, flags.fresh].sort())
    await h.close()
  })

  it('fails for the one product that cannot be written, not for those beside it; all it did can be taken back', async () => {
    const poisoned = all[7]!
    const put: Put = async (one, options) => {
      if (one.id === poisoned && options.events?.some(({ job }) => job !== undefined))
        throw new Error('nobody knows why')
      return real.put(one, options)
    }
    const h = await startHarness({ dataDir, ports: { entities: { ...real, put } } })
    await seedFlags(h, count)
    const id = await startFlagging(h, 'core', { flagId: free, ids: all })
    await h.worked()
    expect(await h.as('core').call(checkstatus, { id })).toMatchObject({
      status: 'complete',
      done: count,
      failed: 1,
      result: { changed: count - 1 },
      // What went wrong is an affair of the log.
      errors: [{ unit: 'Flagged 7', message: givenUp(id).message }],
    })
    await h.as('core').call(undo, { id })
    await h.worked()
    expect(await isFlagged(h)).toBe(0)
    await h.close()
  })

  it('that is stopped keeps what it did, which can be taken back', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let isHeld = false
    const slow = withPut((n) => {
      if (n !== 60) return undefined
      isHeld = true
      return gate
    })
    const h = await startHarness({ dataDir, ports: { entities: slow } })
    await seedFlags(h, count)
    const id = await startFlagging(h, 'core', { flagId: free, ids: all })
    await expect.poll(() => isHeld, { timeout: 10_000 }).toBe(true)
    await h.as('core').call(abort, { id })
    open()
    await h.worked()
    const job = await h.as('core').call(checkstatus, { id })
    expect(job).toMatchObject({ status: 'aborted', result: { changed: await isFlagged(h) }, canUndo: true })
    await h.as('core').call(undo, { id })
    await h.worked()
    expect(await isFlagged(h)).toBe(0)
    await h.close()
  })
})

it('a unit that comes again after somebody has removed the flag does not set it once more', async () => {
  const h = await startHarness({ dataDir })
  await seedFlags(h, 1)
  const { entities, reference, clock } = h.ports
  const id = all[0]!
  const job: FlagJob = {
    id: crypto.randomUUID(),
    since: clock.now(),
    flag: free,
    action: 'assign',
    actor: {
      account: ids.account.core,
      sub: 'somebody',
      fullname: 'Somebody',
      role: 'editor',
      isSuperAdmin: false,
      flags: { approval: false, responsible: false, companies: false },
      institutions: [{ id: ids.institution.aare, corePartner: true }],
    },
    reference: await productReference(reference),
  }
  expect(await flagProduct({ entities, clock }, id, job)).toEqual({ id, rev: 2 })
  await h.as('core').call(setflags, { id, rev: 2, remove: [free] })
  expect(await flagProduct({ entities, clock }, id, job)).toEqual({ id, rev: 2 })
  expect(await flagsOf(h, id)).toEqual({})
  await h.close()
})
