import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexForm } from '../../functions/adapters/aws/search/mapping.ts'
import { createSearchIndex } from '../../functions/adapters/aws/search-index.ts'
import type { RebuildPlace } from '../../functions/ports/search-index.ts'
import { findOutdated } from '../../scripts/index-form.ts'
import type { IndexDocument } from '../../shared/search/index-query.ts'
import { searchIndexContract } from '../ports/search-index.suite.ts'
import { searchExtremes } from './search-extremes.suite.ts'
import { indexOn, openSearchNode, type SearchNode } from './search-node.ts'

let node: SearchNode
beforeAll(async () => {
  node = await openSearchNode()
}, 300_000)
afterAll(() => node.stop())

// RUNS: to look for longer.
const runs = Number(process.env['RUNS'] ?? 150)
const rebuilds = Math.ceil(runs / 7)
searchIndexContract('OpenSearch', async () => indexOn(node), { runs, rebuilds, timeout: 600_000 })

searchExtremes(() => node)

describe('indices in OpenSearch', () => {
  const company = (id: string, rev = 1, name = id): IndexDocument => ({
    id,
    entityclass: 'company',
    rev,
    fields: { name },
    nested: {},
  })
  const put = (document: IndexDocument) => ({ ...document, document })
  async function* all(...documents: IndexDocument[]) {
    yield documents
  }
  async function withIndex(work: (t: ReturnType<typeof indexOn>) => Promise<void>) {
    const t = indexOn(node)
    try {
      await work(t)
    } finally {
      await t.close()
    }
  }
  const namesOf = async ({ client, prefix }: ReturnType<typeof indexOn>) =>
    Object.keys((await client.indices.get({ index: `${prefix}-*` })).body).sort()
  const ids = async ({ index, refresh }: ReturnType<typeof indexOn>) => {
    await refresh()
    const page = { start: 0, limit: 100 }
    const hits = await index.search({
      entityclass: 'company',
      query: { op: 'all' },
      sort: [],
      page,
      fetch: [],
    })
    return hits.rows.map((r) => r.id).join(' ')
  }

  it('come when they are written to; a question alone makes none', () =>
    withIndex(async (t) => {
      expect(await ids(t)).toBe('')
      expect(await namesOf(t)).toEqual([])
      await t.index.apply([put(company('a'))])
      expect(await namesOf(t)).toEqual([`${t.prefix}-company-first`])
    }))

  it('are filled as they are while nothing is in them, and replaced once something is', () =>
    withIndex(async (t) => {
      await t.index.rebuild(all(company('a')))
      const first = await namesOf(t)
      expect(first).toEqual([`${t.prefix}-company-first`])
      await t.index.rebuild(all(company('b')))
      const second = await namesOf(t)
      expect(second).toHaveLength(1)
      expect(second).not.toEqual(first)
      expect(await ids(t)).toBe('b')
    }))

  it('are replaced without a search that fails or misses anything', () =>
    withIndex(async (t) => {
      const documents = Array.from({ length: 200 }, (_, i) => company(`c${i}`))
      await t.index.apply(documents.map(put))
      await t.refresh()
      let isDone = false
      const counts = new Set<number>()
      const search = async () => {
        while (!isDone) counts.add(await t.index.count('company', { op: 'all' }))
      }
      const rebuild = async () => {
        try {
          for (let round = 0; round < 5; round++) await t.index.rebuild(all(...documents))
        } finally {
          isDone = true
        }
      }
      await Promise.all([rebuild(), search(), search(), search(), search()])
      expect([...counts]).toEqual([200])
    }))

  it('are replaced when the mapping is another one, even empty', () =>
    withIndex(async (t) => {
      await t.index.rebuild(all(company('a')))
      const [first] = await namesOf(t)
      await t.client.deleteByQuery({ index: first!, refresh: true, body: { query: { match_all: {} } } })
      await t.client.indices.putMapping({ index: first!, body: { _meta: { made: 'long ago' } } })
      await t.index.rebuild(all(company('a')))
      expect(await namesOf(t)).not.toContain(first)
    }))

  it('say of which version they are, until a rebuild by the index that is searched', () =>
    withIndex(async (t) => {
      const outdated = () => findOutdated(t.client, t.prefix)
      expect(await outdated()).toEqual([])
      await t.index.apply([put(company('a'))])
      expect(await outdated()).toEqual([])
      const { made } = indexForm('company')
      const [first] = await namesOf(t)
      await t.client.indices.putMapping({ index: first!, body: { _meta: { made, documentVersion: 1 } } })
      expect(await outdated()).toEqual([expect.stringMatching(/^company: documents of version 1, not \d+$/)])
      await t.index.rebuild(all(company('a')))
      expect(await outdated()).toEqual([])
    }))

  it('find what a restored store has again, though everything was removed since', () =>
    withIndex(async (t) => {
      await t.index.apply([put(company('a')), put(company('b'))])
      await t.index.apply(['a', 'b'].map((id) => ({ id, entityclass: 'company', rev: 2 })))
      expect(await ids(t)).toBe('')
      await t.index.rebuild(all(company('a')))
      expect(await ids(t)).toBe('a')
      // What the store does not have stays removed.
      await t.index.apply([put(company('b'))])
      expect(await ids(t)).toBe('a')
    }))

  it('that were removed are not brought back by a writer who still believes in them', () =>
    withIndex(async (t) => {
      await t.index.apply([put(company('a'))])
      const [first] = await namesOf(t)
      const late = createSearchIndex({
        client: t.client,
        prefix: t.prefix,
        believe: 600_000,
      })
      await late.apply([put(company('b'))])
      await t.index.rebuild(all(company('a'), company('b')))
      await late.apply([put(company('c'))])
      expect(await ids(t)).toBe('a b c')
      expect(await namesOf(t)).not.toContain(first)
    }))

  it('that a failed rebuild has begun are gone again', () =>
    withIndex(async (t) => {
      await t.index.apply([put(company('a'))])
      const before = await namesOf(t)
      async function* broken() {
        yield [company('b')]
        throw new Error('the store is gone')
      }
      await expect(t.index.rebuild(broken())).rejects.toThrow('the store is gone')
      expect(await namesOf(t)).toEqual(before)
      expect(await ids(t)).toBe('a')
    }))

  it('are filled without refreshes, and show what is written once they are searched', () =>
    withIndex(async (t) => {
      await t.index.apply([put(company('a'))])
      const [old] = await namesOf(t)
      const setting = async (index: string) => {
        const { body } = await t.client.indices.getSettings({ index })
        const { refresh_interval, translog } = body[index]!.settings!.index as Record<string, never>
        return { refresh_interval, translog }
      }
      const usual = await setting(old!)
      let fresh = ''
      async function* watched() {
        fresh = (await namesOf(t)).find((name) => name !== old)!
        expect(await setting(fresh)).toEqual({ refresh_interval: '-1' })
        yield [company('a'), company('b')]
      }
      await t.index.rebuild(watched())
      expect(await setting(fresh)).toEqual(usual)
      expect(await ids(t)).toBe('a b')
    }))

  it('of a rebuild that was killed do no harm: the next begins anew, and takes them away', () =>
    withIndex(async (t) => {
      await t.index.apply([put(company('a'))])
      const before = await namesOf(t)
      let isKilled = () => {}
      const killed = new Promise<void>((resolve) => {
        isKilled = resolve
      })
      // Nothing of it is done after its first page: neither its end nor its tidying up.
      async function* cutOff() {
        yield [company('a'), company('half')]
        isKilled()
        await new Promise(() => {})
      }
      void t.index.rebuild(cutOff())
      await killed
      expect(await namesOf(t)).toHaveLength(2)
      expect(await ids(t)).toBe('a')
      await t.index.apply([put(company('b'))])
      expect(await ids(t)).toBe('a b')
      await t.index.rebuild(all(company('a'), company('b')))
      expect(await ids(t)).toBe('a b')
      const after = await namesOf(t)
      expect(after).toHaveLength(1)
      expect(after).not.toEqual(before)
    }))

  it('of a rebuild that was killed are gone on with by the next of the same store', () =>
    withIndex(async (t) => {
      const families = async () => (await namesOf(t)).filter((name) => name.includes('company'))
      const now = new Date().toISOString()
      const startOf = (store: string): RebuildPlace => ({ store, since: now })
      /** Pages of a store; it is cut off when the third is taken. */
      async function* pages(at: RebuildPlace, isCutOff: () => void) {
        const list = ['a', 'b', 'c', 'd'].map((id) => company(id))
        for (let i = Number(at.place ?? 0); i < list.length; i++) {
          given.push(list[i]!.id)
          yield [list[i]!]
          // The page before it is in the index now.
          if (i > 0) at.place = String(i)
          if (i < 2) continue
          isCutOff()
          await new Promise(() => {})
        }
      }
      let given: string[] = []
      const killed = (at: RebuildPlace) =>
        new Promise<void>((resolve) => {
          void t.index.rebuild(pages(at, resolve), at)
        })
      await t.index.apply([put(company('a')), put(company('old'))])
      const before = await families()
      await killed(startOf('one'))
      expect(given).toEqual(['a', 'b', 'c'])
      const begun = (await families()).filter((name) => !before.includes(name))
      expect(begun).toHaveLength(1)
      // What changes while nobody builds is in both.
      await t.index.apply([{ id: 'a', entityclass: 'company', rev: 2 }, put(company('b', 2, 'newer'))])
      expect(await ids(t)).toBe('b old')

      given = []
      const at = { ...startOf('one'), since: new Date(Date.parse(now) + 60_000).toISOString() }
      async function* rest() {
        expect(at).toEqual({ store: 'one', since: now, place: '1' })
        for (const id of ['b', 'c', 'd']) yield [company(id)]
      }
      await t.index.rebuild(rest(), at)
      expect(await ids(t)).toBe('b c d')
      expect(await families()).toEqual(begun)
      expect(await t.index.count('company', { op: 'words', field: 'name', value: 'newer' })).toBe(1)

      // One that is through, and one of another store, are gone on with by nobody.
      await killed(startOf('one'))
      const other = startOf('two')
      async function* anew() {
        expect(other.place).toBeUndefined()
        yield [company('x')]
      }
      await t.index.rebuild(anew(), other)
      expect(await ids(t)).toBe('x')
      expect(await families()).toHaveLength(1)
    }))

  it('of two rebuilds at once: the first that is ready counts, the other says so', () =>
    withIndex(async (t) => {
      await t.index.apply([put(company('old'))])
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      let hasBegun = () => {}
      const begun = new Promise<void>((resolve) => {
        hasBegun = resolve
      })
      async function* slow() {
        hasBegun()
        await held
        yield [company('a'), company('slow')]
      }
      const overtaken = t.index.rebuild(slow())
      const outcome = expect(overtaken).rejects.toThrow('has another rebuild overtaken this one?')
      await begun
      await t.index.rebuild(all(company('a'), company('fast')))
      release()
      await outcome
      expect(await ids(t)).toBe('a fast')
      expect(await namesOf(t)).toHaveLength(1)
    }))

  it('take more at once than one request may hold', () =>
    withIndex(async (t) => {
      const text = 'Kalk und Dünger '.repeat(480)
      const list = Array.from({ length: 300 }, (_, i) => company(`c${i}`, 1, `${i} ${text}`))
      await t.index.rebuild(all(...list))
      await t.refresh()
      expect(await t.index.count('company', { op: 'words', field: 'name', value: 'dünger' })).toBe(300)
    }))
})
