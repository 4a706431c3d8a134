import { access, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '../../functions/adapters/embedded/search/limits.ts'
import { type EmbeddedSearchIndex, openSearchIndex } from '../../functions/adapters/embedded/search-index.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import type { IndexDocument, IndexSearch } from '../../shared/search/index-query.ts'
import { evaluateSearch } from '../../shared/search/reference-evaluator.ts'
import { documentOf, documents, queries, sorts } from '../fixtures/search-documents.ts'

const mapping = indexMapping('company')
const doc = (id: string, name: string, rev = 1) =>
  documentOf('company', id, rev, {
    fields: {
      name,
      nameSearch: name.toLowerCase(),
      groups: ['g1', 'g2'],
      created: '2025-01-01T04:00:00.000Z',
    },
    nested: { addresses: [{ fields: { city: 'Bern' }, nested: {} }], contacts: [] },
  })
const put = (document: IndexDocument) => ({
  id: document.id,
  entityclass: document.entityclass,
  rev: document.rev,
  document,
})
const everything: IndexSearch = {
  entityclass: 'company',
  query: { op: 'all' },
  sort: [{ field: 'name', direction: 'asc' }],
  page: { start: 0, limit: 100 },
  fetch: [{ as: 'name', field: 'name' }],
}
const file = 'search-index.bin'

describe('the snapshot of the embedded search index', () => {
  let directory: string
  const opened: EmbeddedSearchIndex[] = []
  const open = async () => {
    const index = await openSearchIndex({ directory })
    opened.push(index)
    return index
  }
  const names = async (index: EmbeddedSearchIndex) =>
    (await index.search(everything)).rows.map((r) => `${r.id}${r.rev}=${r.values['name']}`)
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'inputlist-snapshot-'))
  })
  afterEach(async () => {
    for (const index of opened.splice(0)) await index.close()
    await rm(directory, { recursive: true })
  })
  async function closedWith(...list: IndexDocument[]) {
    const index = await open()
    await index.apply(list.map(put))
    await index.setPosition('17')
    await index.close()
  }

  it('brings back documents, versions, deletions and the position', async () => {
    const index = await open()
    expect(index.discarded).toBeUndefined()
    expect(await index.position()).toBeUndefined()
    await index.apply([
      put(doc('b', 'Öl', 3)),
      put(doc('a', 'Kalk')),
      put(doc('c', 'Gips')),
      put(doc('b', 'Öle', 4)),
    ])
    await index.apply([{ id: 'c', entityclass: 'company', rev: 2 }])
    await index.setPosition('17')
    await index.close()

    const again = await open()
    expect(again.discarded).toBeUndefined()
    expect(await again.position()).toBe('17')
    expect(await names(again)).toEqual(['a1=Kalk', 'b4=Öle'])
    await again.apply([put(doc('c', 'late', 2)), put(doc('b', 'late', 3)), put(doc('d', 'Alge'))])
    expect(await names(again)).toEqual(['d1=Alge', 'a1=Kalk', 'b4=Öle'])
  })
  it('answers every question as before, also after further changes', async () => {
    const usual = { ...limits }
    Object.assign(limits, { worthKeeping: 0, fewHits: 0, maxTail: 3, longText: 12 })
    try {
      await fc.assert(
        fc.asyncProperty(
          documents('company', mapping, 12),
          documents('company', mapping, 4),
          fc.array(fc.tuple(queries(mapping), sorts(mapping)), { minLength: 3, maxLength: 6 }),
          async (before, changed, questions) => {
            const later = changed.map((d) => ({ ...d, rev: 2, fields: { ...d.fields, rev: 2 } }))
            await rm(join(directory, file), { force: true })
            let index = await open()
            await index.apply(before.map(put))
            const check = async (list: IndexDocument[]) => {
              for (const [query, sort] of questions) {
                const search = { entityclass: 'company', query, sort, fetch: [] }
                const { count, rows } = evaluateSearch(list, mapping, search)
                const hits = await index.search({ ...search, page: { start: 0, limit: 50 } })
                expect(hits).toMatchObject({ count, rows })
              }
            }
            await check(before)
            await index.close()
            index = await open()
            expect(index.discarded).toBeUndefined()
            await check(before)
            await index.apply(later.map(put))
            const ids = new Set(later.map((d) => d.id))
            await check([...before.filter((d) => !ids.has(d.id)), ...later])
            await index.close()
          },
        ),
        { numRuns: 25 },
      )
    } finally {
      Object.assign(limits, usual)
    }
  })
  it('holds what was there when it was begun, whatever is written meanwhile', async () => {
    const index = await open()
    await index.apply(Array.from({ length: 300 }, (_, i) => put(doc(`d${i}`, `Name ${i}`))))
    await index.setPosition('1')
    const saved = index.save()
    await index.apply(Array.from({ length: 300 }, (_, i) => put(doc(`d${i}`, `New ${i}`, 2))))
    await index.setPosition('2')
    await saved
    const copy = await readFile(join(directory, file))
    await index.close()
    await writeFile(join(directory, file), copy)
    const again = await open()
    expect(await again.position()).toBe('1')
    expect(await again.count('company', { op: 'begins', field: 'name', value: 'name' })).toBe(300)
  })
  it('is written soon after a rebuild, so that a killed process need not build again', async () => {
    const index = await open()
    await index.rebuild(
      (async function* () {
        yield [doc('a', 'Kalk')]
      })(),
    )
    await index.setPosition('5')
    await vi.waitFor(() => access(join(directory, file)))
    // As after a kill: nothing was closed.
    const again = await open()
    expect(await again.position()).toBe('5')
    expect(await names(again)).toEqual(['a1=Kalk'])
  })
  it('is not written again where nothing changed', async () => {
    await closedWith(doc('a', 'Kalk'))
    const before = await readFile(join(directory, file))
    const index = await open()
    await rm(join(directory, file))
    await index.close()
    expect(await readdir(directory)).toEqual([])
    await writeFile(join(directory, file), before)
    expect(await names(await open())).toEqual(['a1=Kalk'])
  })
  it('leaves no file half-written', async () => {
    await closedWith(doc('a', 'Kalk'))
    expect(await readdir(directory)).toEqual([file])
  })
  it('is written by two on one folder at once, each whole', async () => {
    const both = [await open(), await open()]
    for (const index of both) await index.apply([put(doc('a', 'Kalk'))])
    await Promise.all(both.map((index) => index.save()))
    expect(await readdir(directory)).toEqual([file])
    expect(await names(await open())).toEqual(['a1=Kalk'])
  })
  it('is complete for everybody who waits for the closing', async () => {
    const index = await open()
    await index.apply([put(doc('a', 'Kalk'))])
    const first = index.close()
    await setImmediate()
    await index.close()
    expect(await readdir(directory)).toEqual([file])
    await first
  })

  const damage: [string, (path: string, bytes: Buffer) => Promise<void>][] = [
    ['empty', (path) => truncate(path, 0)],
    ['cut off', (path, bytes) => truncate(path, bytes.length - 5)],
    ['cut off in the middle', (path, bytes) => truncate(path, Math.floor(bytes.length / 2))],
    ['something else', (path) => writeFile(path, 'no index at all, but long enough to have a footer')],
    [
      'damaged in its data',
      (path, bytes) => {
        bytes[3]! ^= 0x40
        return writeFile(path, bytes)
      },
    ],
    [
      'damaged in its directory',
      (path, bytes) => {
        bytes[bytes.length - 60]! ^= 0x40
        return writeFile(path, bytes)
      },
    ],
    [
      'of another format',
      (path, bytes) => {
        bytes.write('INPLIDX0', bytes.length - 8, 'latin1')
        return writeFile(path, bytes)
      },
    ],
  ]
  it.each(damage)('is ignored when it is %s, and the index starts empty', async (_, spoil) => {
    await closedWith(doc('a', 'Kalk'), doc('b', 'Öl'))
    const path = join(directory, file)
    await spoil(path, await readFile(path))
    const index = await open()
    expect(index.discarded).toBeDefined()
    expect(await index.position()).toBeUndefined()
    expect(await names(index)).toEqual([])
    await index.rebuild(
      (async function* () {
        yield [doc('a', 'Kalk')]
      })(),
    )
    await index.setPosition('20')
    await index.close()
    expect(await names(await open())).toEqual(['a1=Kalk'])
  })
  it('is ignored wherever a bit has changed', async () => {
    await closedWith(doc('a', 'Kalk'), doc('b', 'Öl'))
    const path = join(directory, file)
    const good = await readFile(path)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: good.length - 1 }),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          const bad = Buffer.from(good)
          bad[at]! ^= 1 << bit
          await writeFile(path, bad)
          const index = await openSearchIndex({ directory })
          expect(index.discarded).toBeDefined()
          expect(await index.position()).toBeUndefined()
          await index.close()
        },
      ),
      { numRuns: 60 },
    )
  })
  it('of an older form of the documents is ignored', async () => {
    await closedWith(doc('a', 'Kalk'))
    const path = join(directory, file)
    // The directory is plain text: the same length keeps its place, and its checksum is made anew.
    const bytes = await readFile(path)
    const length = bytes.readUInt32LE(bytes.length - 16)
    const start = bytes.length - 16 - length
    const directoryText = bytes.toString('utf8', start, start + length)
    const changed = Buffer.from(directoryText.replace('\\"name\\":\\"text\\"', '\\"nane\\":\\"text\\"'))
    expect(changed.length).toBe(length)
    expect(changed.toString()).not.toBe(directoryText)
    changed.copy(bytes, start)
    const { crc32 } = await import('node:zlib')
    bytes.writeUInt32LE(crc32(changed), bytes.length - 12)
    await writeFile(path, bytes)
    const index = await open()
    expect(index.discarded).toContain('another form')
    expect(await index.position()).toBeUndefined()
  })
})
