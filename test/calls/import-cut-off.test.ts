import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { createEntityStore } from '../../functions/adapters/embedded/entity-store.ts'
import { givenUp } from '../../functions/domain/job/why.ts'
import type { PutOptions } from '../../functions/ports/entity-store.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { run } from '../../shared/calls/bml/import/run.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { startHarness } from './harness.ts'
import { product, source, things } from './import-items.ts'

describe('an import that is cut off', () => {
  it('goes on after a restart, without doubling and with the right counts', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-cut-'))
    const db = openDatabase(dataDir)
    const real = createEntityStore(db)
    let left = 30
    // The store ends in the middle of a unit: some of it is written, nothing of it is counted.
    const dying = {
      ...real,
      put: async <T extends Entity['data']>(one: Entity<T>, options: PutOptions) => {
        if (one.entityclass === 'product' && one.data['importKey'] && left-- <= 0)
          throw new Error('the process is gone')
        return real.put(one, options)
      },
    }
    const first = await startHarness({ dataDir, isDying: true, ports: { entities: dying } })
    const items = [...things, ...Array.from({ length: 120 }, (_, i) => product(`p${i}`))]
    const { jobId } = await first.as('admin').call(run, { source, items })
    await vi.waitFor(() => expect(first.lines.some((l) => l['worker'] === 'import')).toBe(true), 10_000)
    await first.close()
    await db.close()

    const second = await startHarness({ dataDir, seed: false })
    await second.worked()
    await second.indexed()
    const job = await second.as('admin').call(checkstatus, { id: jobId })
    expect(job).toMatchObject({
      status: 'complete',
      done: 124,
      failed: 0,
      result: { created: 124, changed: 0, unchanged: 0, rejected: 0 },
    })
    const imported = await second.as('admin').call(execute, {
      entityClass: 'product',
      attributeFilter: { field: 'importKey', comparison: 'begins', value: 'tiny:' },
      columns: ['rev'],
      pagination: { start: 0, limit: 250 },
    })
    expect(imported.count).toBe(120)
    expect(imported.list.every((row) => typeof row === 'object' && row.rev === 1)).toBe(true)
    await second.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('tells of a unit that was given up what it had written: only the rest has failed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-poison-'))
    const db = openDatabase(dataDir)
    const real = createEntityStore(db)
    const poisoned = {
      ...real,
      put: async <T extends Entity['data']>(one: Entity<T>, options: PutOptions) => {
        if (one.data['importKey'] === `${source}:p10`) throw new Error('nobody knows why')
        return real.put(one, options)
      },
    }
    const app = await startHarness({ dataDir, ports: { entities: poisoned } })
    const items = [...things, ...Array.from({ length: 60 }, (_, i) => product(`p${i}`))]
    const { jobId } = await app.as('admin').call(run, { source, items })
    await app.worked()
    const job = await app.as('admin').call(checkstatus, { id: jobId })
    expect(job).toMatchObject({
      status: 'complete',
      total: 64,
      done: 64,
      failed: 1,
      result: { created: 63, changed: 0, unchanged: 0 },
    })
    expect(job.errors.filter(({ message }) => message === givenUp(jobId).message)).toMatchObject([
      { unit: 'product p10', unitText: { key: 'importItem_product', params: { key: 'p10' } } },
    ])
    // What is said of the others is not lost.
    expect(job.errors.filter(({ isPartly }) => isPartly)).toHaveLength(59)
    await app.close()
    await db.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
