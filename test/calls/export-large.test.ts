/** Exports of more than one unit: cut off, repeated, and larger than a list can be paged through. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it, vi } from 'vitest'
import { createFileStore } from '../../functions/adapters/embedded/file-store.ts'
import { fileKey, partKey, unitSize } from '../../functions/domain/export/job.ts'
import { givenUp } from '../../functions/domain/job/why.ts'
import type { FileStore } from '../../functions/ports/file-store.ts'
import { workContext } from '../../functions/runtime/worker.ts'
import { giveUpTask } from '../../functions/services/job/engine.ts'
import worker from '../../functions/workers/export.ts'
import { uuidV5 } from '../../scripts/fixed-ids.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { run } from '../../shared/calls/bml/export/run.ts'
import { status } from '../../shared/calls/bml/export/status.ts'
import { fixedIds } from '../../shared/constants.ts'
import { productDocument } from '../../shared/search/product-document.ts'
import { type Harness, ids, startHarness } from './harness.ts'

const nameOf = (i: number) => `Many ${String(i).padStart(5, '0')}`
/** Products of the index alone: rows are read from it. */
async function fill({ ports }: Harness, count: number) {
  const at = '2026-01-01T00:00:00.000Z'
  await ports.index.apply(
    Array.from({ length: count }, (_, i) => {
      const id = uuidV5(`test/export/${i}`)
      const document = productDocument(
        {
          id,
          entityclass: 'product',
          attributeset: 'default',
          rev: 1,
          created: at,
          createdBy: ids.account.core,
          updated: at,
          updatedBy: ids.account.core,
          disabled: false,
          data: { listData: { [fixedIds.list.base]: { _linked: {}, 'basis-f1': { textValue: nameOf(i) } } } },
        } as never,
        {},
      )
      return { id, entityclass: 'product', rev: 1, document }
    }),
  )
}
const ordered = { format: 'csv' as const, language: 'en_GB' as const, columns: ['name'], name: 'many' }
const namesIn = async ({ ports }: Harness, id: string) =>
  (parse(Buffer.from((await ports.files.get(fileKey(id))).body), { bom: true }) as string[][])
    .slice(1)
    .map(([name]) => name!)
const names = (count: number) => Array.from({ length: count }, (_, i) => nameOf(i))

describe('an export of several units', () => {
  it('goes on after its process is gone: no row twice, none missing, in the order of the list', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-export-'))
    const real = createFileStore(join(dataDir, 'files'))
    let left = 1
    // The process ends while a part is being written, then while the file is.
    const dying: FileStore = {
      ...real,
      putPieces: async (key, pieces, type) => {
        if (left-- > 0) return real.putPieces(key, pieces, type)
        async function* some() {
          for await (const piece of pieces) {
            yield piece
            throw new Error('the process is gone')
          }
        }
        return real.putPieces(key, some(), type)
      },
    }
    const count = 2 * unitSize + 500
    const first = await startHarness({ dataDir, isDying: true, ports: { files: dying } })
    await first.indexed()
    await fill(first, count)
    const { jobId } = await first.as('core').call(run, ordered)
    await vi.waitFor(() => expect(first.lines.some((l) => l['worker'] === 'export')).toBe(true), 10_000)
    await first.close()

    left = 2
    const second = await startHarness({ dataDir, seed: false, isDying: true, ports: { files: dying } })
    await vi.waitFor(async () => {
      const worked = await second.ports.jobStore.counts(jobId)
      expect(worked.done).toBe(count)
      expect(second.lines.some((l) => l['worker'] === 'export')).toBe(true)
    }, 20_000)
    await second.close()

    const third = await startHarness({ dataDir, seed: false })
    await third.worked()
    expect(await third.as('core').call(status, { id: jobId })).toMatchObject({
      done: count,
      total: count,
      failed: 0,
      isOver: true,
    })
    expect(await namesIn(third, jobId)).toEqual(names(count))
    await third.close()
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  it('is the same when its messages come again, also at the same time; a unit that is given up is missing and said to be', async () => {
    const h = await startHarness()
    await h.indexed()
    const count = unitSize + 500
    await fill(h, count)
    const send = (jobId: string, ...units: string[]) =>
      h.ports.jobs.send(units.map((unit) => ({ kind: 'export', jobId, unit })))
    const { jobId } = await h.as('core').call(run, ordered)
    await send(jobId, 'plan:0:0', 'unit:0:0', 'unit:0:1', 'unit:0:1')
    await h.worked()
    await send(jobId, 'unit:0:0', 'plan:0:0', 'plan:1:0', 'plan:1:0', 'unit:0:1')
    await h.worked()
    expect(await namesIn(h, jobId)).toEqual(names(count))
    expect(await h.ports.files.has(partKey(jobId, 0))).toBe(false)
    await h.close()

    const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-export-'))
    const real = createFileStore(join(dataDir, 'files'))
    const files: FileStore = {
      ...real,
      putPieces: async (key, pieces, type) => {
        if (key.endsWith('rows/0')) throw new Error('nobody knows why')
        return real.putPieces(key, pieces, type)
      },
    }
    const poisoned = await startHarness({ dataDir, ports: { files } })
    await poisoned.indexed()
    await fill(poisoned, count)
    const again = await poisoned.as('core').call(run, ordered)
    await poisoned.worked()
    expect(await poisoned.as('core').call(status, { id: again.jobId })).toMatchObject({
      total: count,
      failed: unitSize,
      result: expect.any(String),
    })
    expect(await namesIn(poisoned, again.jobId)).toEqual(names(count).slice(unitSize))
    const { errors } = await poisoned.as('core').call(checkstatus, { id: again.jobId })
    expect(errors[0]).toMatchObject({ message: givenUp(again.jobId).message })
    await poisoned.close()
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  it('stays as it is when a unit ends that was given up; one that is stopped leaves no parts behind a unit without an outcome', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'inputlist-export-'))
    const real = createFileStore(join(dataDir, 'files'))
    let opened = Promise.withResolvers<void>()
    const files: FileStore = {
      ...real,
      putPieces: async (key, pieces, type) => {
        if (key.endsWith('rows/0')) await opened.promise
        return real.putPieces(key, pieces, type)
      },
    }
    const h = await startHarness({ dataDir, ports: { files } })
    await h.indexed()
    const count = unitSize + 500
    await fill(h, count)
    const statusOf = (id: string) => h.as('core').call(status, { id })
    const isDone = (id: string) => async () => (await h.ports.jobStore.getOutcome(id, 0, 1)) !== undefined

    const late = (await h.as('core').call(run, ordered)).jobId
    await expect.poll(isDone(late), { timeout: 10_000 }).toBe(true)
    await giveUpTask({ kind: 'export', jobId: late, unit: 'unit:0:0' }, 'nobody knows why', {
      ...h.ports,
      log: () => {},
    })
    await expect.poll(async () => (await statusOf(late)).isOver, { timeout: 10_000 }).toBe(true)
    const ended = { done: count, total: count, failed: unitSize }
    expect(await statusOf(late)).toMatchObject(ended)
    opened.resolve()
    await h.worked()
    expect(await statusOf(late)).toMatchObject(ended)
    expect(await h.ports.jobStore.counts(late)).toMatchObject({ failed: unitSize })
    expect(await namesIn(h, late)).toEqual(names(count).slice(unitSize))

    opened = Promise.withResolvers<void>()
    const stopped = (await h.as('core').call(run, ordered)).jobId
    await expect.poll(isDone(stopped), { timeout: 10_000 }).toBe(true)
    await h.as('core').call(abort, { id: stopped })
    await expect.poll(() => real.has(partKey(stopped, 1)), { timeout: 10_000 }).toBe(false)
    opened.resolve()
    await h.worked()
    expect(await real.has(fileKey(stopped))).toBe(false)
    await h.close()
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  it('is not joined any longer when the time of its end is up', async () => {
    const h = await startHarness()
    await h.indexed()
    await fill(h, 300)
    const { jobId } = await h.as('core').call(run, ordered)
    await h.worked()
    // As if its end came once more, and had not come before.
    const { files, entities } = h.ports
    await files.delete(fileKey(jobId))
    await files.put(partKey(jobId, 0), new Uint8Array(1), 'text/csv')
    const job = (await entities.get('batchjob', jobId))!
    await entities.put({ ...job, data: { ...job.data, status: 'running' } }, { expectRev: job.rev })
    const time = new AbortController()
    const putPieces = async (_key: string, pieces: AsyncIterable<Uint8Array>) => {
      for await (const _ of pieces) time.abort(new Error('its time is up'))
    }
    const context = workContext(worker.uses, { ...h.ports, files: { ...files, putPieces } }, () => {})
    const end = worker.run({ kind: 'export', jobId, unit: 'plan:1:0' }, context, time.signal)
    await expect(end).rejects.toThrow('its time is up')
    await h.close()
  }, 60_000)

  it('that is too large to be paged through has each row once all the same, by id', async () => {
    const h = await startHarness()
    await h.indexed()
    const count = 9001
    await fill(h, count)
    const all = await h.as('core').call(run, ordered)
    const left = Array.from({ length: 5 }, (_, i) => uuidV5(`test/export/${i}`))
    const some = await h.as('core').call(run, { ...ordered, except: left })
    await h.worked()
    expect((await namesIn(h, all.jobId)).sort()).toEqual(names(count))
    expect((await namesIn(h, some.jobId)).sort()).toEqual(names(count).slice(5))
    const inOrder = names(count).sort((a, b) => {
      const idOf = (name: string) => uuidV5(`test/export/${Number(name.slice(5))}`)
      return idOf(a) < idOf(b) ? -1 : 1
    })
    expect(await namesIn(h, all.jobId)).toEqual(inOrder)
    await h.close()
  }, 60_000)
})
