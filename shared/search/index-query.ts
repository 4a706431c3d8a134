/**
 * What a search adapter evaluates: a closed, small language. `compileFilter` makes it from a caller's filter, the
 * field catalogue and the viewer; an adapter knows neither fields nor viewers. The reference evaluator defines it.
 */
import type { Scalar } from './filter.ts'

/** A document of the index: bounded, because field definitions live as rows of `…values`. */
export interface IndexDocument {
  id: string
  entityclass: string
  /** External version: an older one never replaces a newer one. */
  rev: number
  fields: Record<string, IndexValue>
  nested: Record<string, IndexRow[]>
}
export interface IndexRow {
  fields: Record<string, IndexValue>
  nested: Record<string, IndexRow[]>
}
export type IndexValue = Scalar | Scalar[] | undefined

export type IndexKind = 'keyword' | 'text' | 'number' | 'date' | 'boolean'
/** Physical fields of a class: `text` has the sub-fields keyword (folded whole), text (words) and ngram (substring). */
export interface IndexMapping {
  fields: Record<string, IndexKind>
  nested: Record<string, IndexMapping>
}

export type IndexQuery =
  | { op: 'all' }
  | { op: 'none' }
  | { op: 'and' | 'or'; of: IndexQuery[] }
  | { op: 'not'; of: IndexQuery }
  /** Some row of `path` (relative to the enclosing level) satisfies `of`. */
  | { op: 'nested'; path: string; of: IndexQuery }
  | { op: 'exists'; field: string }
  /** Whole value equals one of `values`; on text: folded whole value. */
  | { op: 'terms'; field: string; values: Scalar[] }
  | { op: 'range'; field: string; gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar }
  /** Folded value begins with / contains the folded text as substring. */
  | { op: 'begins' | 'contains'; field: string; value: string }
  /** Every word of the text is a word of the value. */
  | { op: 'words'; field: string; value: string }
  /** Every word of the text is within `distance` edits of a word of the value. */
  | { op: 'fuzzy'; field: string; value: string; distance: 1 | 2 }

export interface IndexSort {
  /** Field of the root level, or of the first row of a nested path that meets `where`. */
  field: string
  direction: 'asc' | 'desc'
  nested?: { path: string; where: IndexQuery }
}
/** A value that a hit brings along: of the root, or of the first row of a nested path that meets `where`. */
export interface IndexFetch {
  as: string
  field: string
  nested?: { path: string; where: IndexQuery }
}
export interface IndexSearch {
  entityclass: string
  query: IndexQuery
  sort: IndexSort[]
  page: { start: number; limit: number } | { cursor: string; limit: number }
  /** Exact matches of this folded text in `field` come first (name search). */
  exactFirst?: { field: string; value: string }
  fetch: IndexFetch[]
}
export interface IndexHits {
  rows: { id: string; rev: number; values: Record<string, IndexValue> }[]
  /** All that match, not only the page. */
  count: number
  /** Continues behind the last hit; absent at the end. */
  cursor?: string
}
export interface IndexAggregate {
  kind: 'terms' | 'min' | 'max' | 'count'
  field: string
  /** Rows of this path that meet `where` are aggregated, not whole documents; counts are still of documents. */
  nested?: { path: string; where: IndexQuery }
  limit?: number
}
export interface IndexAggregateResult {
  /** terms: by falling count, then key. Counts are of documents, each once. */
  buckets?: { key: Scalar; count: number }[]
  value?: number | string
}
