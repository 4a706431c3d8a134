/** How the physical fields of shared/search lie in OpenSearch, and how a document gets there. */

import { fold, sortLength, words } from '../../../../shared/search/fold.ts'
import { indexMapping } from '../../../../shared/search/index-mapping.ts'
import type {
  IndexDocument,
  IndexKind,
  IndexMapping,
  IndexRow,
  IndexValue,
} from '../../../../shared/search/index-query.ts'

/** Classes with a mapping of their own have an index of their own; the others share one. */
export const families = ['product', 'company', 'generic'] as const
export type Family = (typeof families)[number]
export const familyOf = (entityclass: string): Family =>
  entityclass === 'product' || entityclass === 'company' ? entityclass : 'generic'

/** Lucene takes no term above 32,766 bytes; a folded character has at most four. */
const longest = 8_000
const keyword = { type: 'keyword' }

/**
 * Text is folded by us, not by an analyser, so that every search backend compares the same: `k` whole, `w` words, `s`
 * what it is sorted by, `n` for substrings. Keywords carry `s` and `n` only beside the value.
 */
const kinds: Record<IndexKind, object> = {
  keyword: { properties: { k: keyword, s: keyword } },
  text: { properties: { k: keyword, w: keyword, s: keyword, n: { type: 'wildcard' } } },
  number: { type: 'double' },
  date: { type: 'date', format: 'strict_date_optional_time' },
  boolean: { type: 'boolean' },
}
const propertiesOf = (mapping: IndexMapping): Record<string, object> => ({
  ...Object.fromEntries(Object.entries(mapping.fields).map(([name, kind]) => [name, kinds[kind]])),
  ...Object.fromEntries(
    Object.entries(mapping.nested).map(([name, inner]) => [
      name,
      // `row` tells the rows of a level from all other documents, where a condition stands without its path.
      { type: 'nested', dynamic: false, properties: { row: { type: 'boolean' }, ...propertiesOf(inner) } },
    ]),
  ),
})

/** Settings and mappings of a family's index. `source` is kept for hits to bring along, and not searched. */
export const indexBody = (family: Family, replicas: number) => ({
  settings: {
    // One shard: orders and counts of terms are exact, and a million products are far below what one holds.
    number_of_shards: 1,
    number_of_replicas: replicas,
    refresh_interval: '1s',
    max_result_window: 10_000,
    'mapping.nested_objects.limit': 50_000,
  },
  mappings: {
    dynamic: false,
    properties: {
      entityclass: keyword,
      docid: keyword,
      ...propertiesOf(indexMapping(family)),
      source: { type: 'object', enabled: false },
    },
  },
})

const listOf = (value: IndexValue) => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const short = (text: string, length: number) => (text.length > length ? text.slice(0, length) : text)

function store(kind: IndexKind, value: IndexValue): unknown {
  const values = listOf(value)
  if (values.length === 0) return undefined
  if (kind === 'keyword') {
    const k = values.map((v) => short(String(v), longest))
    return { k, s: k.map((v) => short(v, sortLength)) }
  }
  if (kind === 'text') {
    const k = values.map((v) => short(fold(String(v)), longest))
    return {
      k,
      n: k,
      s: k.map((v) => short(v, sortLength)),
      w: [...new Set(values.flatMap((v) => words(String(v)).map((word) => short(word, longest))))],
    }
  }
  return values
}
const rowOf = (row: Pick<IndexRow, 'fields' | 'nested'>, mapping: IndexMapping): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(mapping.fields).map(([name, kind]) => [name, store(kind, row.fields[name])]),
  ),
  ...Object.fromEntries(
    Object.entries(mapping.nested).map(([name, inner]) => [
      name,
      (row.nested[name] ?? []).map((child) => ({ row: true, ...rowOf(child, inner) })),
    ]),
  ),
})

/** A document as OpenSearch keeps it. */
export const bodyOf = (document: IndexDocument): Record<string, unknown> => ({
  entityclass: document.entityclass,
  docid: document.id,
  ...rowOf(document, indexMapping(document.entityclass)),
  source: { rev: document.rev, fields: document.fields, nested: document.nested },
})
/** Stands in the place of a removed document, so that a late event cannot bring it back. No search meets it. */
export const gone = (id: string) => ({ entityclass: nowhere, docid: id })
/** The class of removed documents. */
export const nowhere = '-'
