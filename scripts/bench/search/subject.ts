/** Who answers the questions: an adapter of the port, as calls ask it, or queries by hand. */
import type { SearchIndex } from '../../../functions/ports/search-index.ts'
import { fieldCatalogue } from '../../../shared/search/catalogue.ts'
import { and } from '../../../shared/search/combine.ts'
import { compileFilter, compileName } from '../../../shared/search/compile.ts'
import { compileAggregate, compileFetch, compileSort } from '../../../shared/search/compile-columns.ts'
import { type Viewer, visibility } from '../../../shared/search/visibility.ts'
import { actorOf } from '../index-catalogue.ts'
import type { BenchCatalogue } from './catalogue.ts'
import { columns, deepSize, filterOf, pageSize, type Question } from './questions.ts'

/** What answers are compared by: a total, and how many rows or groups came. */
export interface Answer {
  count: number
  rows: number
}
export type Ask = (question: Question, cursors: Cursors) => Promise<Answer>
export interface Subject {
  name: string
  as: Record<User, Ask>
}
export type User = 'admin' | 'restricted'
/** Where paging got to, by question: gone on with when the same is asked again. */
export type Cursors = Map<string, unknown>

export function viewersOf(catalogue: BenchCatalogue): Record<User, Viewer> {
  return {
    admin: visibility('product', actorOf('admin', []), catalogue.reference),
    restricted: visibility('product', actorOf('editor', catalogue.restricted), catalogue.reference),
  }
}

/** The adapter, asked as the calls of a list ask it: by name, rising. */
export function adapterSubject(name: string, index: SearchIndex, of: BenchCatalogue): Subject {
  const catalogue = fieldCatalogue('product', of.reference)
  const viewers = viewersOf(of)
  const asked = (viewer: Viewer): Ask => {
    const fetch = compileFetch(columns, catalogue, viewer)
    const byName = compileSort(['name:asc'], catalogue, viewer)
    return async (question, cursors) => {
      const query = compileFilter(filterOf(question), catalogue, viewer)
      const search = { entityclass: 'product', query, sort: byName, fetch }
      const page = (start: number, limit: number) => ({ page: { start, limit } })
      switch (question.kind) {
        case 'name': {
          const named = compileName(question.name, catalogue, viewer)
          const both = { query: and(query, named.query), exactFirst: named.exactFirst }
          const { rows, count } = await index.search({ ...search, ...both, ...page(0, pageSize) })
          return { count, rows: rows.length }
        }
        case 'ten': {
          if (question.isCount) return { count: await index.count('product', query), rows: 0 }
          const { rows, count } = await index.search({ ...search, ...page(0, pageSize) })
          return { count, rows: rows.length }
        }
        case 'page': {
          const { rows, count } = await index.search({ ...search, ...page(0, question.limit) })
          return { count, rows: rows.length }
        }
        case 'deep': {
          const key = String(question.isActive)
          const cursor = cursors.get(key) as string | undefined
          const at = cursor === undefined ? page(0, deepSize) : { page: { cursor, limit: deepSize } }
          const hits = await index.search({ ...search, ...at })
          cursors.set(key, hits.cursor)
          return { count: hits.count, rows: hits.rows.length }
        }
        case 'sorted': {
          const sort = compileSort([`lists.${question.field}:desc`], catalogue, viewer)
          const hits = await index.search({ ...search, sort, ...page(question.start, pageSize) })
          return { count: hits.count, rows: hits.rows.length }
        }
        case 'group': {
          const by = compileAggregate({ kind: 'terms', field: 'category' }, catalogue, viewer)
          const { buckets = [] } = (await index.aggregate('product', query, { by }))['by']!
          return { count: buckets.reduce((sum, { count }) => sum + count, 0), rows: buckets.length }
        }
      }
    }
  }
  return { name, as: { admin: asked(viewers.admin), restricted: asked(viewers.restricted) } }
}
