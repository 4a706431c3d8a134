/** How the physical fields of shared/search lie in OpenSearch, and how a document gets there. */

import { createHash } from 'node:crypto'
import { fold, sortLength, words } from '../../../../shared/search/fold.ts'
import { documentVersion, indexMapping } from '../../../../shared/search/index-mapping.ts'
import type {
  IndexDocument,
  IndexKind,
  IndexMapping,
  IndexRow,
  IndexValue,
} from '../../../../shared/search/index-query.ts'
import { toTerm } from './code-units.ts'

/** Classes with a mapping of their own have an index of their own; the others share one. */
export const families = ['product', 'company', 'generic'] as const
export type Family = (typeof families)[number]
export const familyOf = (entityclass: string): Family =>
  entityclass === 'product' || entityclass === 'company' ? entityclass : 'generic'

/** Lucene takes no term above 32,766 bytes; a code unit has at most four. */
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
  // Milliseconds: exact below 285,000 years, and without OpenSearch's ways of reading and rounding dates.
  date: { type: 'double' },
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

/** What a search brings along of a hit; not searched. As text, because the client would round long numbers in it. */
export interface Stored {
  rev: number
  document: string
}
/** What an index was made for, kept in the index: it answers all searches of a version if both are that version's. */
export interface IndexForm {
  /** Hash of its mappings. */
  made: string
  documentVersion: number
}
const mappingsOf = (family: Family) => ({
  dynamic: false,
  // Everything else of a document is only there to be searched.
  _source: { includes: ['stored'] },
  properties: {
    entityclass: keyword,
    docid: keyword,
    ...propertiesOf(indexMapping(family)),
    stored: { type: 'object', enabled: false },
  },
})
/** The form of an index that is made today. */
export const indexForm = (family: Family): IndexForm => ({
  made: createHash('sha1')
    .update(JSON.stringify(mappingsOf(family)))
    .digest('hex'),
  documentVersion,
})
/** What was written is found after this. */
export const refreshInterval = '1s'
/** Settings and mappings of a family's index. */
export const indexBody = (family: Family, replicas: number) => ({
  settings: {
    // One shard: orders and counts of terms are exact, and a million products are far below what one holds.
    number_of_shards: 1,
    number_of_replicas: replicas,
    refresh_interval: refreshInterval,
    max_result_window: 10_000,
    'mapping.nested_objects.limit': 50_000,
    // A caller's filter has up to 30 levels, each of which may lead through rows.
    'query.max_nested_depth': 200,
  },
  mappings: { ...mappingsOf(family), _meta: indexForm(family) },
})

const listOf = (value: IndexValue) => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const short = (text: string, length: number) => (text.length > length ? text.slice(0, length) : text)

function store(kind: IndexKind, value: IndexValue): unknown {
  const values = listOf(value)
  if (values.length === 0) return undefined
  if (kind === 'keyword') {
    const k = values.map((v) => short(String(v), longest))
    return { k: k.map(toTerm), s: k.map((v) => toTerm(short(v, sortLength))) }
  }
  if (kind === 'text') {
    const folded = values.map((v) => short(fold(String(v)), longest))
    const k = folded.map(toTerm)
    return {
      k,
      n: k,
      s: folded.map((v) => toTerm(short(v, sortLength))),
      w: [...new Set(values.flatMap((v) => words(String(v)).map((word) => toTerm(short(word, longest)))))],
    }
  }
  if (kind === 'date') return values.map((v) => Date.parse(String(v))).filter((at) => !Number.isNaN(at))
  return values.filter((v) => typeof v === kind)
}
const rowOf = (row: Pick<IndexRow, 'fields' | 'nested'>, mapping: IndexMapping): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(mapping.fields).map(([name, kind]) => [name, store(kind, row.fields[name])]),
  ),
  ...Object.fromEntries(
    Object.entries(mapping.nested).flatMap(([name, inner]) => {
      const rows = row.nested[name] ?? []
      return rows.length > 0 ? [[name, rows.map((child) => ({ row: true, ...rowOf(child, inner) }))]] : []
    }),
  ),
})

/** A document as OpenSearch keeps it. */
export const bodyOf = (document: IndexDocument): Record<string, unknown> => ({
  entityclass: document.entityclass,
  docid: toTerm(document.id),
  ...rowOf(document, indexMapping(document.entityclass)),
  stored: {
    rev: document.rev,
    document: JSON.stringify({ fields: document.fields, nested: document.nested }),
  } satisfies Stored,
})
/** Stands in the place of a removed document, so that a late event cannot bring it back. No search meets it. */
export const gone = (id: string) => ({ entityclass: nowhere, docid: toTerm(id) })
/** The class of removed documents. */
export const nowhere = '-'
