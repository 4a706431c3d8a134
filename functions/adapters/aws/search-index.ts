import type { Client } from '@opensearch-project/opensearch'
import { offsetPagingLimit } from '../../../shared/constants.ts'
import { ruleViolated } from '../../../shared/errors.ts'
import type { Scalar } from '../../../shared/search/filter.ts'
import { fold } from '../../../shared/search/fold.ts'
import { indexMapping } from '../../../shared/search/index-mapping.ts'
import type {
  IndexAggregate,
  IndexAggregateResult,
  IndexDocument,
  IndexHits,
  IndexKind,
  IndexQuery,
} from '../../../shared/search/index-query.ts'
import { fetched } from '../../../shared/search/reference-evaluator.ts'
import type { RefusedDocument, SearchIndex } from '../../ports/search-index.ts'
import { fromTerm, toTerm } from './search/code-units.ts'
import { readCursor, writeCursor } from './search/cursor.ts'
import { createIndices } from './search/indices.ts'
import { kindBelow, type Level } from './search/level.ts'
import { type Family, families, familyOf, orderField } from './search/mapping.ts'
import { createNotes } from './search/notes.ts'
import { queryOf } from './search/query.ts'
import { columnsFor, readShownColumns } from './search/shown-columns.ts'
import { aggregateOf, sortOf } from './search/sources.ts'
import { againIfLost, createBreaker, mapSearchErrors, timeouts as ordinary } from './search/unavailable.ts'

export interface OpenSearchOptions {
  client: Client
  /** Begins the name of every index, so that stages can share a domain. */
  prefix: string
  /** Parts of the products' index: one, if absent. Another number holds from the next rebuild on. */
  shards?: number
  /** Milliseconds that a writer believes the list of indices of a family; a rebuild waits as long. */
  believe?: number
  timeouts?: typeof ordinary
  /** Milliseconds since 1970. */
  now?: () => number
  /** How a rebuild waits for a node that has no room. */
  pause?: (ms: number) => Promise<void>
}

interface Hit {
  sort: unknown[]
  fields?: Record<string, string[]>
}
interface Answer {
  hits: { total: { value: number; relation: 'eq' | 'gte' }; hits: Hit[] }
  aggregations?: Record<string, Aggregation>
}
interface Aggregation {
  doc_count?: number
  value?: number | null
  buckets?: { key: Scalar; doc_count: number; documents?: { doc_count: number } }[]
  [inner: string]: unknown
}
/**
 * Most of the order of ids, as a number, because that is quicker. Every question names it, those for numbers alone too: an index of
 * another shape does not have it and refuses the question, where it would otherwise find nothing.
 */
const byOrder = { [orderField]: 'asc' }
/** For those that are equal in everything before: it costs up to a third of a page, because texts are read for each hit. */
const byId = { docid: 'asc' }
/** So many refused documents of a rebuild, if they are most of all, are no fault of theirs: the index in use is better than the new one. */
const suspicious = 100
/** Behind every id. */
const behindIds = '\u{10ffff}'
const rootOf = (entityclass: string): Level => ({ mapping: indexMapping(entityclass), prefix: '' })
const byFamily = <T extends { entityclass: string }>(list: T[]) =>
  Object.entries(Object.groupBy(list, (one) => familyOf(one.entityclass))) as [Family, T[]][]

/** The search index in an OpenSearch domain: an index per family behind an alias, versions by `rev`. */
export function createSearchIndex(options: OpenSearchOptions): SearchIndex {
  const { client, prefix, shards = 1, believe = 5_000, timeouts = ordinary, pause } = options
  const breaker = createBreaker(options.now ?? Date.now)
  const notes = createNotes({ client, index: `${prefix}-meta`, timeouts })
  const indices = createIndices({
    client,
    notes,
    prefix,
    shards,
    believe,
    timeouts: timeouts.write,
    pause,
  })

  /** A family that has never been written to has no index yet, and finds nothing. */
  const find = (entityclass: string, body: { sort: Record<string, unknown>[]; [part: string]: unknown }) =>
    mapSearchErrors(async () => {
      const question = {
        index: indices.alias(familyOf(entityclass)),
        ignore_unavailable: true,
        allow_partial_search_results: false,
        // Nobody waits for it after that; hanging up alone tells the node nothing. It begins to count later than we do.
        cancel_after_time_interval: `${timeouts.read.requestTimeout}ms`,
        body: body as never,
      }
      const { body: answer } = await breaker(() => againIfLost(() => client.search(question, timeouts.read)))
      return answer as unknown as Answer
    })
  const only = (entityclass: string, query: IndexQuery) => ({
    bool: { filter: [{ term: { entityclass } }, queryOf(query, rootOf(entityclass))] },
  })

  return {
    async apply(changes) {
      const refused: RefusedDocument[] = []
      for (const [family, ofFamily] of byFamily(changes))
        refused.push(...(await indices.write(family, ofFamily)))
      return refused
    },

    async refresh(entityclass) {
      const index = indices.alias(familyOf(entityclass))
      await mapSearchErrors(() => client.indices.refresh({ index, ignore_unavailable: true }, timeouts.write))
    },

    async search(search): Promise<IndexHits> {
      const { entityclass, page, exactFirst, fetch, countTo } = search
      const root = rootOf(entityclass)
      if ('start' in page && page.start + page.limit > offsetPagingLimit)
        throw ruleViolated('There are too many hits. Please refine the search.', { key: 'tooManyHits' })
      const after = 'cursor' in page && page.cursor !== '' ? readCursor(page.cursor, search, root) : undefined
      const query = only(entityclass, search.query)
      const exact = toTerm(fold(exactFirst?.value ?? ''))
      const isFirst = { constant_score: { filter: { term: { [`${exactFirst?.field}.k`]: exact } } } }
      const sort = [
        ...(exactFirst ? [{ _score: 'desc' }] : []),
        ...search.sort.map((sort) => sortOf(sort, root)),
        byOrder,
      ]
      const isTie = (a: Hit | undefined, b: Hit | undefined) =>
        a !== undefined && b !== undefined && sort.every((_, i) => a.sort[i] === b.sort[i])
      // The hit before the page and the one behind it tell whether its ends are among equals; the latter, whether it goes on.
      const start = 'start' in page ? page.start : 0
      const before = Math.min(start, 1)
      const isAmongEquals = after !== undefined && after.length > sort.length
      const ask = async (isById: boolean) =>
        (
          await find(entityclass, {
            query: exactFirst ? { bool: { ...query.bool, should: [isFirst] } } : query,
            sort: isById ? [...sort, byId] : sort,
            ...(after
              ? { search_after: isById && !isAmongEquals ? [...after, behindIds] : after }
              : { from: start - before }),
            size: before + page.limit + 1,
            track_total_hits: countTo ?? true,
            track_scores: exactFirst !== undefined,
            // From columns alone: documents are not read.
            _source: false,
            stored_fields: '_none_',
            docvalue_fields: columnsFor(fetch),
          })
        ).hits
      let hits = await ask(isAmongEquals)
      if (!isAmongEquals && hits.hits.some((hit, i) => isTie(hits.hits[i - 1], hit))) hits = await ask(true)
      // Segments are searched side by side, and may have counted a little further.
      const isAtLeast = hits.total.relation === 'gte'
      const shown = hits.hits.slice(before, before + page.limit)
      const last = shown.at(-1)
      const next = hits.hits[before + page.limit]
      return {
        ...(isAtLeast ? { count: countTo!, isAtLeast } : { count: hits.total.value }),
        rows: shown.map(({ fields }) => {
          const document = readShownColumns(entityclass, fields!)
          const { id, rev } = document
          return { id, rev, values: fetched({ row: document, mapping: root.mapping }, fetch) }
        }),
        ...(last && next
          ? {
              cursor: writeCursor(
                search,
                root,
                isTie(last, next) ? last.sort : last.sort.slice(0, sort.length),
              ),
            }
          : {}),
      }
    },

    async count(entityclass, query) {
      const body = { query: only(entityclass, query), sort: [byOrder], size: 0, track_total_hits: true }
      return (await find(entityclass, body)).hits.total.value
    },

    async aggregate(entityclass, query, aggregates) {
      const root = rootOf(entityclass)
      const { aggregations } = await find(entityclass, {
        query: only(entityclass, query),
        sort: [byOrder],
        size: 0,
        track_total_hits: false,
        aggs: Object.fromEntries(
          Object.entries(aggregates).map(([name, aggregate]) => [name, aggregateOf(aggregate, root)]),
        ),
      })
      return Object.fromEntries(
        Object.entries(aggregates).map(([name, aggregate]) => [
          name,
          resultOf(aggregations?.[name], aggregate, kindBelow(root, aggregate.field, aggregate.nested)),
        ]),
      )
    },

    async rebuild(documents, at) {
      const begun = await indices.begin(families, at)
      const unfinished = new Map(begun)
      const refused = new Map<string, RefusedDocument>()
      let count = 0
      const send = async (batch: IndexDocument[]) => {
        for (const [family, ofFamily] of byFamily(batch)) {
          const changes = ofFamily.map((document) => ({ ...document, document }))
          const fresh = begun.get(family)
          // One that is given once more may have become another.
          for (const { id } of ofFamily) refused.delete(id)
          for (const one of await (fresh
            ? indices.fill(fresh, changes)
            : indices.writePatiently(family, changes)))
            refused.set(one.id, one)
        }
        count += batch.length
        if (refused.size >= suspicious && refused.size > count / 2) {
          const [{ entityclass, id, reason }] = [...refused.values()] as [RefusedDocument]
          throw new Error(
            `the index refuses more documents than it takes, as ${entityclass} ${id}: ${reason}`,
          )
        }
      }
      try {
        // While one batch is on its way the next is made.
        let sent = Promise.resolve()
        let kept = at?.place
        for await (const batch of documents) {
          const sending = send(batch)
          // Told when its turn comes.
          sending.catch(() => undefined)
          await sent
          sent = sending
          if (at && at.place !== kept && begun.size > 0) await indices.keep(begun, at)
          kept = at?.place
        }
        await sent
        const retired: string[] = []
        for (const [family, fresh] of begun) {
          retired.push(...(await indices.finish(family, fresh)))
          unfinished.delete(family)
        }
        await indices.retire(retired)
        return [...refused.values()]
      } catch (error) {
        // What cannot be removed now is removed by the next rebuild, unless it goes on with it.
        if (at?.place === undefined) await indices.abandon([...unfinished.values()]).catch(() => undefined)
        throw error
      }
    },

    async position() {
      return (await notes.read('position'))?.['seq'] as string | undefined
    },
    setPosition: (seq) => notes.write('position', { seq }),
  }
}

/** A term as a value. */
function scalarOf(key: Scalar, kind: IndexKind): Scalar {
  if (kind === 'boolean') return key === 1 || key === true
  if (kind === 'date') return new Date(Number(key)).toISOString()
  return typeof key === 'string' ? fromTerm(key) : key
}
/** Unwraps an aggregate from the rows around it; undefined where there is no index yet. */
function resultOf(
  found: Aggregation | undefined,
  { kind: wanted }: IndexAggregate,
  kind: IndexKind,
): IndexAggregateResult {
  if (wanted === 'count') return { value: found?.doc_count ?? 0 }
  let at = found
  while (at?.['rows']) at = (at['rows'] as { met: Aggregation }).met
  const { buckets = [], value } = (at?.['found'] ?? {}) as Aggregation
  if (wanted !== 'terms') return typeof value === 'number' ? { value: scalarOf(value, kind) as number } : {}
  return {
    buckets: buckets.map(({ key, doc_count, documents }) => ({
      key: scalarOf(key, kind),
      count: documents?.doc_count ?? doc_count,
    })),
  }
}
