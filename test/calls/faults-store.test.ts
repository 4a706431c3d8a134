import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { createJobQueue } from '../../functions/adapters/embedded/job-queue.ts'
import { isCallError } from '../../shared/errors.ts'
import { openEmbeddedStore, temporaryFolder } from '../ports/embedded.ts'
import { entity, newId, readAll, refusal } from '../ports/store-under-test.ts'

const writer = fileURLToPath(new URL('./faults-store.writer.ts', import.meta.url))
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Lets the writer work until it has acknowledged so many writes, then kills it. Gives what it acknowledged: `id rev`. */
function writeAndKill(folder: string, acknowledgements: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    let problem = ''
    let lines = 0
    child.stderr!.on('data', (chunk: Buffer) => {
      problem += chunk
    })
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk
      lines += chunk.toString().split('\n').length - 1
      if (lines >= acknowledgements) child.kill('SIGKILL')
    })
    child.on('close', (_code, signal) => {
      running.delete(child)
      if (signal !== 'SIGKILL') return reject(new Error(`the writer ended by itself: ${problem}`))
      // A line that was cut off in the middle acknowledges nothing.
      resolve(output.slice(0, output.lastIndexOf('\n')).split('\n'))
    })
  })
}

describe('a process that is killed while it writes', () => {
  it('loses no acknowledged write, leaves none half-written, and its feed is complete', async () => {
    const folder = await temporaryFolder()
    const acknowledged = new Set<string>()
    for (const acknowledgements of [1, 7, 150, 400, 33, 250]) {
      for (const line of await writeAndKill(folder.path, acknowledgements)) acknowledged.add(line)

      const t = await openEmbeddedStore({ folder: folder.path })
      const queue = createJobQueue(t.db)
      expect(t.db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      const changes = await readAll(t.feed)
      const units = t.db.prepare(`SELECT job || ' ' || unit AS line FROM queue`).all()
      const queued = new Set(units.map((row) => row['line']))
      const heads = new Map<string, number>()
      for (const line of acknowledged) {
        const [id = '', rev] = line.split(' ')
        heads.set(id, Math.max(heads.get(id) ?? 0, Number(rev)))
        expect(queued.has(line)).toBe(true)
      }
      expect(heads.size).toBeGreaterThan(0)
      for (const [id, rev] of heads) {
        const head = (await t.store.get(id))!
        expect(head.rev).toBeGreaterThanOrEqual(rev)
        expect(head.data['rev']).toBe(head.rev)
        const { revisions, count } = await t.store.history(id, { start: 0, limit: head.rev + 10 })
        expect(count).toBe(head.rev)
        expect(revisions.map((one) => one.entity.rev)).toEqual(
          Array.from({ length: head.rev }, (_, i) => head.rev - i),
        )
        for (let r = 1; r <= head.rev; r++) {
          expect((await t.store.getRevision(id, r))!.entity.data['rev']).toBe(r)
          const holder = await t.store.findUnique(`product#/importKey#${id}-${r}`)
          expect(holder).toBe(r === head.rev ? id : undefined)
        }
        expect(await t.store.counter(id)).toBe(head.rev)
        const told = changes.filter((change) => change.id === id).map((change) => change.rev)
        expect(told).toEqual(Array.from({ length: head.rev }, (_, i) => i + 1))
      }
      expect(queue.isEmpty('flag')).toBe(false)
      await t.close()
    }
    await folder.remove()
  }, 120_000)
})

describe('a full disk', () => {
  const big = (n: number) => ({ n, noise: Array.from({ length: 400 }, () => Math.random().toString(36)) })

  it('refuses what does not fit, in plain words, and keeps what it has whole', async () => {
    const folder = await temporaryFolder()
    let t = await openEmbeddedStore({ folder: folder.path, maxPages: 200 })
    const kept: string[] = []
    let refused: unknown
    while (refused === undefined) {
      const id = newId()
      const put = t.store.put(entity(id, big(kept.length)), {
        expectRev: 0,
        counters: [{ name: 'n', by: 1 }],
      })
      await put.then(
        () => kept.push(id),
        (error: unknown) => {
          refused = error
        },
      )
    }
    expect(isCallError(refused) && refused.code).toBe('storage_full')
    expect((refused as Error).message).toMatch(/no room/)
    expect(kept.length).toBeGreaterThan(10)

    // Several at once share a transaction: each is refused, none takes another with it.
    const before = await t.feed.end()
    const [one, two] = [newId(), newId()]
    const results = await Promise.allSettled([
      t.store.put(entity(one, big(1)), { expectRev: 0 }),
      t.store.put(entity(two, big(2)), { expectRev: 0 }),
      t.store.put(entity(kept[0]!, {}), { expectRev: 9 }),
    ])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(results.map((result) => (result.status === 'rejected' ? result.reason.code : ''))).toEqual([
      'storage_full',
      'storage_full',
      'revision_conflict',
    ])
    expect(await t.feed.end()).toBe(before)
    expect(await t.store.get(one)).toBeUndefined()
    expect(await refusal(t.store.put(entity(one, big(1)), { expectRev: 0 }))).toMatchObject({
      code: 'storage_full',
    })
    for (const id of kept) expect((await t.store.get(id))?.rev).toBe(1)
    await t.db.close()

    t = await openEmbeddedStore({ folder: folder.path })
    expect(t.db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(await t.store.counter('n')).toBe(kept.length)
    expect((await readAll(t.feed)).map((change) => change.id)).toEqual(kept)
    await t.store.put(entity(one, big(1)), { expectRev: 0 })
    expect((await t.store.get(one))?.rev).toBe(1)
    await t.close()
    await folder.remove()
  })

  it('lets small writes through that share a transaction with one that does not fit', async () => {
    const t = await openEmbeddedStore({ maxPages: 120 })
    const [small, large, other] = [newId(), newId(), newId()]
    const noise = Array.from({ length: 60_000 }, () => Math.random().toString(36))
    const results = await Promise.allSettled([
      t.store.put(entity(small, { a: 1 }), { expectRev: 0 }),
      t.store.put(entity(large, { noise }), { expectRev: 0 }),
      t.store.put(entity(other, { b: 1 }), { expectRev: 0 }),
    ])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await readAll(t.feed)).map((change) => change.id)).toEqual([small, other])
    expect(await t.store.get(large)).toBeUndefined()
    await t.close()
  })
})
