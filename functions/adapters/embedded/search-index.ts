import { indexMapping } from '../../../shared/search/index-mapping.ts'
import type { IndexDocument } from '../../../shared/search/index-query.ts'
import { evaluateAggregate, evaluateSearch } from '../../../shared/search/reference-evaluator.ts'
import type { SearchIndex } from '../../ports/search-index.ts'

export interface EmbeddedSearchIndex extends SearchIndex {
  /** Writes the snapshot. */
  close(): Promise<void>
}
/** A first form: all documents in memory, looked through for every question. */
export async function openSearchIndex(_: { directory: string }): Promise<EmbeddedSearchIndex> {
  let documents = new Map<string, IndexDocument>()
  let versions = new Map<string, number>()
  let at: string | undefined
  return {
    async apply(changes) {
      for (const change of changes) {
        if ((versions.get(change.id) ?? 0) > change.rev) continue
        versions.set(change.id, change.rev)
        if (change.document) documents.set(change.id, change.document)
        else documents.delete(change.id)
      }
    },
    async search(search) {
      const found = evaluateSearch([...documents.values()], indexMapping(search.entityclass), search)
      const start = 'start' in search.page ? search.page.start : Number(search.page.cursor)
      const rows = found.rows.slice(start, start + search.page.limit)
      const end = start + rows.length
      return { rows, count: found.count, ...(end < found.count && { cursor: String(end) }) }
    },
    async count(entityclass, query) {
      return evaluateSearch([...documents.values()], indexMapping(entityclass), {
        entityclass,
        query,
        sort: [],
        fetch: [],
      }).count
    },
    async aggregate(entityclass, query, aggregates) {
      const all = [...documents.values()]
      const mapping = indexMapping(entityclass)
      return Object.fromEntries(
        Object.entries(aggregates).map(([key, a]) => [
          key,
          evaluateAggregate(all, mapping, entityclass, query, a),
        ]),
      )
    },
    async rebuild(source) {
      const next = new Map<string, IndexDocument>()
      for await (const batch of source) for (const d of batch) next.set(d.id, d)
      documents = next
      versions = new Map([...next].map(([id, d]) => [id, d.rev]))
    },
    async position() {
      return at
    },
    async setPosition(seq) {
      at = seq
    },
    async close() {},
  }
}
