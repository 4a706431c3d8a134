import { createHash } from 'node:crypto'
import type { Client } from '@opensearch-project/opensearch'
import { offsetPagingLimit } from '../../../shared/constants.ts'
import { CallError, invalidInput, ruleViolated } from '../../../shared/errors.ts'
import type { Scalar } from '../../../shared/search/filter.ts'
import { fold } from '../../../shared/search/fold.ts'
import { indexMapping } from '../../../shared/search/index-mapping.ts'
import type {
  IndexAggregateResult,
  IndexDocument,
  IndexHits,
  IndexQuery,
  IndexSearch,
} from '../../../shared/search/index-query.ts'
import { evaluateSearch } from '../../../shared/search/reference-evaluator.ts'
import type { SearchIndex } from '../../ports/search-index.ts'
import { bodyOf, type Family, families, familyOf, gone, indexBody, nowhere } from './search/mapping.ts'
import { aggregateOf, type Level, queryOf, sortOf } from './search/query.ts'

export interface OpenSearchOptions {
  client: Client
  /** Begins the name of every index, so that stages can share a domain. */
  prefix: string
  /** Copies of each index on other nodes. */
  replicas: number
  /** Milliseconds that a writer believes the list of indices of a family; a rebuild waits as long. */
  believe?: number
}

interface Hit {
  _id: string
  sort: unknown[]
  _source: { source: Pick<IndexDocument, 'rev' | 'fields' | 'nested'> }
}
interface Answer {
  hits: { total: { value: number }; hits: Hit[] }
  aggregations?: Record<string, Aggregation>
}
interface Aggregation {
  doc_count?: number
  value?: number | null
  value_as_string?: string
  buckets?: { key: Scalar; key_as_string?: string; doc_count: number; documents?: { doc_count: number } }[]
  [inner: string]: unknown
}
const rootOf = (entityclass: string): Level => ({ mapping: indexMapping(entityclass), prefix: '' })
/** At the same revision a removal is newer than the state that it removed. */
const versionOf = (rev: number, document: IndexDocument | undefined) => 2 * rev + (document ? 0 : 1)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Trouble of the index is told in words; the cause goes to the log. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { name, statusCode } = error as { name?: string; statusCode?: number }
    const isTheirs =
      ['ConnectionError', 'TimeoutError', 'NoLivingConnectionsError'].includes(name ?? '') ||
      (name === 'ResponseError' && (statusCode === undefined || statusCode >= 500 || statusCode === 429))
    if (!isTheirs) throw error
    throw new CallError(
      'search_unavailable',
      'The search is not available at the moment. Please try again later.',
      { key: 'search_unavailable', retryAfter: 10 },
      error,
    )
  }
}

/** A cursor is bound to its order: with another one it would skip and repeat. */
const orderOf = (search: IndexSearch) =>
  createHash('sha1')
    .update(JSON.stringify([search.entityclass, search.sort, search.exactFirst ?? null]))
    .digest('base64url')
    .slice(0, 12)
const plain = (value: unknown) => (typeof value === 'bigint' ? { long: value.toString() } : value)
const restored = (value: unknown) =>
  typeof value === 'object' && value !== null && 'long' in value ? BigInt(String(value.long)) : value
const writeCursor = (search: IndexSearch, keys: unknown[]) =>
  Buffer.from(JSON.stringify([orderOf(search), ...keys.map(plain)])).toString('base64url')
function readCursor(cursor: string, search: IndexSearch): unknown[] {
  try {
    const [order, ...keys] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const expected = search.sort.length + 1 + (search.exactFirst ? 1 : 0)
    if (order === orderOf(search) && keys.length === expected) return keys.map(restored)
  } catch {
    // Answered below: a cursor that cannot be read is as wrong as one of another search.
  }
  throw invalidInput([{ path: '/pagination/cursor', expected: 'expected a cursor of the same search' }])
}

/** The search index in an OpenSearch domain: an index per family behind an alias, versions by `rev`. */
export function createSearchIndex(options: OpenSearchOptions): SearchIndex {
  const { client, prefix, replicas, believe = 5_000 } = options
  const alias = (family: Family) => `${prefix}-${family}`
  /** All indices of a family: during a rebuild the old and the new one, and writes go to both. */
  const everyIndex = (family: Family) => `${alias(family)}-all`
  const meta = `${prefix}-meta`

  const targets = new Map<Family, { at: number; names: Promise<string[]> }>()
  function targetsOf(family: Family): Promise<string[]> {
    const known = targets.get(family)
    if (known && Date.now() - known.at < believe) return known.names
    const names = findTargets(family)
    targets.set(family, { at: Date.now(), names })
    names.catch(() => targets.delete(family))
    return names
  }
  async function findTargets(family: Family): Promise<string[]> {
    const named = async () => {
      const { body } = await client.indices.getAlias({ name: everyIndex(family) }, { ignore: [404] })
      return (body as { status?: number }).status === 404 ? [] : Object.keys(body)
    }
    const found = await named()
    if (found.length > 0) return found
    await create(family, `${alias(family)}-first`, [alias(family), everyIndex(family)])
    return named()
  }
  async function create(family: Family, index: string, aliases: string[]) {
    const body = { ...indexBody(family, replicas), aliases: Object.fromEntries(aliases.map((a) => [a, {}])) }
    const { body: answer } = await client.indices.create({ index, body: body as never }, { ignore: [400] })
    const { error } = answer as { error?: { type?: string; reason?: string } }
    if (error && error.type !== 'resource_already_exists_exception') throw new Error(error.reason)
  }

  async function write(index: string, changes: Parameters<SearchIndex['apply']>[0]): Promise<void> {
    if (changes.length === 0) return
    const body = changes.flatMap(({ id, rev, document }) => [
      // Equal versions replace: the same revision may show something new of another entity.
      { index: { _index: index, _id: id, version: versionOf(rev, document), version_type: 'external_gte' } },
      document ? bodyOf(document) : gone(id),
    ])
    const { body: answer } = await client.bulk({ body: body as never })
    const failed = (answer.items as { index?: { status: number; error?: { reason?: string } } }[]).find(
      (item) => (item.index?.status ?? 200) >= 300 && item.index?.status !== 409,
    )
    if (failed) throw new Error(`the index refused a document: ${failed.index?.error?.reason}`)
  }

  /** What was removed stays known in a new index, so that a late event cannot bring it back; what is there wins. */
  async function carryRemovals(from: string[], to: string): Promise<void> {
    const size = 1000
    await client.indices.refresh({ index: from })
    let after: unknown[] | undefined
    do {
      const { body } = await client.search({
        index: from,
        body: {
          query: { term: { entityclass: nowhere } },
          version: true,
          size,
          sort: [{ docid: 'asc' }],
          ...(after ? { search_after: after } : {}),
        } as never,
      })
      const hits = body.hits.hits as unknown as { _id: string; _version: number; sort: unknown[] }[]
      after = hits.length === size ? hits.at(-1)!.sort : undefined
      if (hits.length === 0) return
      const { body: there } = await client.mget({
        index: to,
        _source: false,
        body: { ids: hits.map((hit) => hit._id) },
      })
      const known = new Set(
        (there.docs as { _id: string; found?: boolean }[]).filter((d) => d.found).map((d) => d._id),
      )
      const lines = hits
        .filter((hit) => !known.has(hit._id))
        .flatMap(({ _id, _version }) => [
          { index: { _index: to, _id, version: _version, version_type: 'external_gte' } },
          gone(_id),
        ])
      if (lines.length > 0) await client.bulk({ body: lines as never })
    } while (after)
  }

  async function find(entityclass: string, body: Record<string, unknown>): Promise<Answer> {
    const { body: answer } = await client.search({ index: alias(familyOf(entityclass)), body: body as never })
    return answer as unknown as Answer
  }
  const only = (entityclass: string, query: IndexQuery) => ({
    bool: { filter: [{ term: { entityclass } }, queryOf(query, rootOf(entityclass))] },
  })
  /** A family that has never been written to has no index yet, and finds nothing. */
  async function existing<T>(entityclass: string, work: () => Promise<T>): Promise<T> {
    return asked(async () => {
      await targetsOf(familyOf(entityclass))
      return work()
    })
  }

  return {
    async apply(changes) {
      await asked(async () => {
        for (const [family, ofFamily] of Object.entries(
          Object.groupBy(changes, (c) => familyOf(c.entityclass)),
        ))
          for (const index of await targetsOf(family as Family)) await write(index, ofFamily!)
      })
    },

    async search(search): Promise<IndexHits> {
      const { entityclass, page, exactFirst } = search
      const root = rootOf(entityclass)
      if ('start' in page && page.start + page.limit > offsetPagingLimit)
        throw ruleViolated('There are too many hits. Please refine the search.', { key: 'tooManyHits' })
      const after = 'cursor' in page && page.cursor !== '' ? readCursor(page.cursor, search) : undefined
      const isFirst = {
        constant_score: { filter: { term: { [`${exactFirst?.field}.k`]: fold(exactFirst?.value ?? '') } } },
      }
      const query = only(entityclass, search.query)
      return existing(entityclass, async () => {
        const { hits } = await find(entityclass, {
          query: exactFirst ? { bool: { ...query.bool, should: [isFirst] } } : query,
          sort: [
            ...(exactFirst ? [{ _score: 'desc' }] : []),
            ...search.sort.map((sort) => sortOf(sort, root)),
            { docid: 'asc' },
          ],
          ...(after ? { search_after: after } : { from: 'start' in page ? page.start : 0 }),
          size: page.limit,
          track_total_hits: true,
          track_scores: exactFirst !== undefined,
          _source: { includes: ['source.rev', ...(search.fetch.length ? ['source'] : [])] },
        })
        const last = hits.hits.at(-1)
        const isMore = last !== undefined && hits.hits.length === page.limit
        return {
          count: hits.total.value,
          rows: hits.hits.map(({ _id: id, _source: { source } }) => {
            const document = {
              id,
              entityclass,
              rev: source.rev,
              fields: source.fields,
              nested: source.nested,
            }
            const values = search.fetch.length
              ? evaluateSearch([document], root.mapping, {
                  entityclass,
                  query: { op: 'all' },
                  sort: [],
                  fetch: search.fetch,
                }).rows[0]!.values
              : {}
            return { id, rev: source.rev, values }
          }),
          ...(isMore ? { cursor: writeCursor(search, last.sort) } : {}),
        }
      })
    },

    count(entityclass, query) {
      return existing(entityclass, async () => {
        const answer = await find(entityclass, {
          query: only(entityclass, query),
          size: 0,
          track_total_hits: true,
        })
        return answer.hits.total.value
      })
    },

    aggregate(entityclass, query, aggregates) {
      const root = rootOf(entityclass)
      return existing(entityclass, async () => {
        const answer = await find(entityclass, {
          query: only(entityclass, query),
          size: 0,
          aggs: Object.fromEntries(
            Object.entries(aggregates).map(([name, a]) => [name, aggregateOf(a, root)]),
          ),
        })
        return Object.fromEntries(
          Object.keys(aggregates).map((name) => [
            name,
            resultOf(answer.aggregations![name]!, aggregates[name]!.kind === 'count'),
          ]),
        )
      })
    },

    async rebuild(documents) {
      await asked(async () => {
        const names = new Map<Family, { old: string[]; fresh: string }>()
        const stamp = new Date().toISOString().replace(/\D/g, '')
        for (const family of families) {
          const old = await findTargets(family)
          const fresh = `${alias(family)}-${stamp}`
          await create(family, fresh, [everyIndex(family)])
          names.set(family, { old, fresh })
        }
        targets.clear()
        // From here on every writer writes to both, so nothing that changes while we read is missed.
        await pause(believe)
        for await (const batch of documents)
          for (const [family, ofFamily] of Object.entries(
            Object.groupBy(batch, (d) => familyOf(d.entityclass)),
          ))
            await write(
              names.get(family as Family)!.fresh,
              ofFamily!.map((document) => ({ ...document, document })),
            )
        for (const [family, { old, fresh }] of names) {
          await carryRemovals(old, fresh)
          await client.indices.refresh({ index: fresh })
          await client.indices.updateAliases({
            body: {
              actions: [
                { add: { index: fresh, alias: alias(family) } },
                ...old.map((index) => ({ remove_index: { index } })),
              ],
            },
          })
        }
        targets.clear()
      })
    },

    async position() {
      return asked(async () => {
        const { body } = await client.get({ index: meta, id: 'position' }, { ignore: [404] })
        return (body as { _source?: { seq?: string } })._source?.seq
      })
    },
    async setPosition(seq) {
      await asked(() => client.index({ index: meta, id: 'position', body: { seq }, refresh: true }))
    },
  }
}

/** Unwraps an aggregate from the rows around it. */
function resultOf(found: Aggregation, isCount: boolean): IndexAggregateResult {
  if (isCount) return { value: found.doc_count ?? 0 }
  let at = found
  while (at['rows']) at = (at['rows'] as { met: Aggregation }).met
  const { buckets, value, value_as_string } = at['found'] as Aggregation
  if (!buckets) return value === null || value === undefined ? {} : { value: value_as_string ?? value }
  return {
    buckets: buckets.map(({ key, key_as_string, doc_count, documents }) => ({
      key:
        key_as_string === undefined
          ? key
          : key_as_string === 'true'
            ? true
            : key_as_string === 'false'
              ? false
              : key_as_string,
      count: documents?.doc_count ?? doc_count,
    })),
  }
}
