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
/**
 * Dates are ISO 8601 in UTC with milliseconds, so that they compare as text. An empty list is no value, and no value is
 * in a list twice.
 */
export type IndexValue = Scalar | Scalar[] | undefined

export type IndexKind = 'keyword' | 'text' | 'number' | 'date' | 'boolean'
/** Physical fields of a class: `text` has the sub-fields keyword (folded whole), text (words) and ngram (substring). */
export interface IndexMapping {
  fields: Record<string, IndexKind>
  nested: Record<string, IndexMapping>
  /**
   * The field that tells rows of this level apart: no parent has two with the same value, and each has one. A condition,
   * a sort key or an aggregate on such rows names the values that it is about, by `terms` on this field, beside whatever
   * else it asks of the row; so an index may keep a row's other fields by that value, without the row.
   * The key itself, and fields that the rows' parent has too, are neither sorted by nor counted.
   */
  key?: string
}

export type IndexQuery =
  | { op: 'all' }
  | { op: 'none' }
  | { op: 'and' | 'or'; of: IndexQuery[] }
  | { op: 'not'; of: IndexQuery }
  /** Some row of `path` (one step, relative to the enclosing level) satisfies `of`, whose fields are the row's. */
  | { op: 'nested'; path: string; of: IndexQuery }
  | { op: 'exists'; field: string }
  /** Whole value equals one of `values`; on text: folded whole value. Of a field with several values one is enough. */
  | { op: 'terms'; field: string; values: Scalar[] }
  /** One value lies within all of the bounds. Words compare by code units, text folded. */
  | { op: 'range'; field: string; gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar }
  /** Value begins with / contains the text; on text both folded, on keywords as they are. */
  | { op: 'begins' | 'contains'; field: string; value: string }
  /** Every word of the text is a word of the field's values. A text without words matches nothing. */
  | { op: 'words'; field: string; value: string }
  /** Every word of the text is within `distance` edits of a word of the field's values (`isWithin` of fold.ts). */
  | { op: 'fuzzy'; field: string; value: string; distance: 1 | 2 }

/** Rows below a document that meet `where`, or rows below those. Names inside are relative, as in `nested`. */
export interface IndexScope {
  path: string
  where: IndexQuery
  nested?: IndexScope
}
/**
 * Documents without a value come last in both directions. Text is compared folded, text and keywords by their first
 * `sortLength` characters.
 */
export interface IndexSort {
  /**
   * Field of the document, or of the scope's rows. Of several values the least counts where ascending, the greatest
   * where descending.
   */
  field: string
  direction: 'asc' | 'desc'
  nested?: IndexScope
}
/** Values of a cell: the first of them. Whoever needs more asks for the entity. */
export const fetchedAtMost = 200
/**
 * A value that a hit brings along: of the document, or of the first row of the scope that has one. A field with one
 * value gives it alone, with several a list of `fetchedAtMost`.
 */
export interface IndexFetch {
  as: string
  field: string
  nested?: IndexScope
  /** Values of all of the scope's rows, each once, in the order of the rows: `fetchedAtMost` of them. Always a list. */
  all?: boolean
}
export interface IndexSearch {
  entityclass: string
  query: IndexQuery
  sort: IndexSort[]
  page: { start: number; limit: number } | { cursor: string; limit: number }
  /** Hits beyond so many need not be counted. */
  countTo?: number
  /** Exact matches of this folded text in `field` come first (name search). */
  exactFirst?: { field: string; value: string }
  fetch: IndexFetch[]
}
export interface IndexHits {
  rows: { id: string; rev: number; values: Record<string, IndexValue> }[]
  /** All that match, not only the page. */
  count: number
  /** `count` is `countTo` and more match: how many was not counted. */
  isAtLeast?: true
  /** Continues behind the last hit; absent at the end. */
  cursor?: string
}
export interface IndexAggregate {
  /**
   * min and max of numbers and dates; count: how many documents have a value; sum: of numbers that a document has one of at
   * most, added up as binary numbers.
   */
  kind: 'terms' | 'min' | 'max' | 'count' | 'sum'
  field: string
  /** Rows of the scope are aggregated, not whole documents; counts are still of documents. */
  nested?: IndexScope
  /** Only documents that meet it. */
  where?: IndexQuery
  /** Of terms; 100 if absent. */
  limit?: number
}
export interface IndexAggregateResult {
  /** terms: by falling count, then key. Counts are of documents, each once. The key of a text is its folded form. */
  buckets?: { key: Scalar; count: number }[]
  value?: number | string
}
