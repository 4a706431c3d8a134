/** Merges whose worker dies at any write, before or after it, and whose undo does: no reference is lost, none is doubled. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { merge } from '../../shared/calls/bml/company/merge.ts'
import '../seed.ts'
import { goes, namedPlaces, orderOf, productNo, rowsOf, seedMerge, stays } from './company-merge.world.ts'
import { startHarness } from './harness.ts'

const products = 24
/** Both companies, each product, the account, the confirmation, and the deletion of the merged company. */
const writes = products + 4

type Store = ReturnType<typeof createEntityStore>
/** A store whose process dies at the n-th write of a job, ahead of it or behind it. */
function dying(real: Store, at: number, isAfter: boolean) {
  let n = 0
  let isDead = false
  const gone = () => new Error('the process is gone')
  const guard =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>, isOfJob: (...args: A) => boolean) =>
    async (...args: A): Promise<R> => {
      if (!isOfJob(...args)) return write(...args)
      if (isDead) throw gone()
      if (n++ < at) return write(...args)
      isDead = true
      if (isAfter) await write(...args)
      throw gone()
    }
  const put = guard(real.put as (...args: Parameters<Store['put']>) => Promise<unknown>, (_, { events }) =>
    Boolean(events?.some(({ job }) => job)),
  ) as Store['put']
  const putAll = guard(real.putAll, ([first]) => Boolean(first?.options.events?.some(({ job }) => job)))
  return { store: { ...real, put, putAll }, isDead: () => isDead }
}

it('a merge and its undo, each cut off at any write, end as if nothing had happened to them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: writes - 1 }),
      fc.boolean(),
      fc.integer({ min: 0, max: writes - 1 }),
      fc.boolean(),
      async (at, isAfter, undoneAt, isUndoneAfter) => {
        const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-merge-'))
        const db = openDatabase(dataDir)
        const real = createEntityStore(db)
        const begin = async (n: number, isBehind: boolean, seed: boolean) => {
          const { store, isDead } = dying(real, n, isBehind)
          return {
            h: await startHarness({ dataDir, seed, isDying: true, ports: { entities: store } }),
            isDead,
          }
        }
        const end = () => startHarness({ dataDir, seed: false })

        const first = await begin(at, isAfter, true)
        await seedMerge(first.h, products)
        const before = await namedPlaces(first.h, products)
        const { jobId } = await first.h.as('admin').call(merge, await orderOf(first.h))
        await expect.poll(first.isDead, { timeout: 10_000 }).toBe(true)
        await first.h.close()

        const h = await end()
        await h.worked()
        expect(await h.as('admin').call(checkstatus, { id: jobId })).toMatchObject({
          status: 'complete',
          done: writes,
          failed: 0,
          result: { changed: writes },
        })
        expect(JSON.stringify(await namedPlaces(h, products))).not.toContain(goes)
        for (let n = 0; n < products; n++) {
          expect(await h.revOf(productNo(n))).toBe(2)
          // Roles that both had are held once, with both amounts.
          const roles = Object.values(await rowsOf(h, n)).map(({ role, amount }) => `${role} ${amount ?? ''}`)
          expect(roles).toEqual(
            n % 4 === 1 ? ['contract-manufacturer 100'] : ['distributor ', 'manufacturer '],
          )
        }
        await h.close()

        const second = await begin(undoneAt, isUndoneAfter, false)
        const { jobId: back } = await second.h.as('admin').call(undo, { id: jobId })
        await expect.poll(second.isDead, { timeout: 10_000 }).toBe(true)
        await second.h.close()

        const last = await end()
        await last.worked()
        expect(await last.as('admin').call(checkstatus, { id: back })).toMatchObject({
          status: 'complete',
          failed: 0,
        })
        expect(await namedPlaces(last, products)).toEqual(before)
        expect((await last.ports.entities.get('company', goes))?.disabled).toBe(false)
        expect((await last.ports.entities.get('company', stays))?.data.mergedFrom).toBeUndefined()
        for (let n = 0; n < products; n++) expect(await last.revOf(productNo(n))).toBe(3)
        await last.close()
        await db.close()
        rmSync(dataDir, { recursive: true, force: true })
      },
    ),
    {
      numRuns: 5,
      examples: [
        [0, true, 0, true],
        [writes - 1, true, writes - 2, true],
      ],
    },
  )
}, 120_000)
