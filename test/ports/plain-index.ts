import type { SearchIndex } from '../../functions/ports/search-index.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import type { IndexDocument } from '../../shared/search/index-query.ts'
import { evaluateAggregate, evaluateSearch } from '../../shared/search/reference-evaluator.ts'

/** The port as plainly as it can be said: documents in a map, looked through for every question. */
export function plainIndex(): SearchIndex & { documents(): IndexDocument[] } {
  let documents = new Map<string, IndexDocument>()
  let revs = new Map<string, number>()
  let at: string | undefined
  return {
    documents: () => [...documents.values()],
    async apply(changes) {
      for (const { id, rev, document } of changes) {
        if ((revs.get(id) ?? 0) > rev) continue
        revs.set(id, rev)
        if (document) documents.set(id, document)
        else documents.delete(id)
      }
      return []
    },
    async refresh() {},
    async search(search) {
      const found = evaluateSearch([...documents.values()], indexMapping(search.entityclass), search)
      const start = 'start' in search.page ? search.page.start : Number(search.page.cursor)
      const rows = found.rows.slice(start, start + search.page.limit)
      const end = start + rows.length
      return { rows, count: found.count, ...(end < found.count && { cursor: String(end) }) }
    },
    async count(entityclass, query) {
      const search = { entityclass, query, sort: [], fetch: [] }
      return evaluateSearch([...documents.values()], indexMapping(entityclass), search).count
    },
    async aggregate(entityclass, query, aggregates) {
      const all = [...documents.values()]
      const mapping = indexMapping(entityclass)
      return Object.fromEntries(
        Object.entries(aggregates).map(([key, aggregate]) => [
          key,
          evaluateAggregate(all, mapping, entityclass, query, aggregate),
        ]),
      )
    },
    async rebuild(pages) {
      const next = new Map<string, IndexDocument>()
      for await (const page of pages) for (const document of page) next.set(document.id, document)
      documents = next
      revs = new Map([...next].map(([id, document]) => [id, document.rev]))
      return []
    },
    async position() {
      return at
    },
    async setPosition(seq) {
      at = seq
    },
  }
}
