/** How the physical fields of shared/search lie in OpenSearch: the families of indices, their mappings and settings. */

import { createHash } from 'node:crypto'
import { documentVersion, indexMapping } from '../../../../shared/search/index-mapping.ts'
import type { IndexKind, IndexMapping } from '../../../../shared/search/index-query.ts'

/** Classes with a mapping of their own have an index of their own; the others share one. */
export const families = ['product', 'company', 'generic'] as const
export type Family = (typeof families)[number]
export const familyOf = (entityclass: string): Family =>
  entityclass === 'product' || entityclass === 'company' ? entityclass : 'generic'

const keyword = { type: 'keyword' }
/** Looked up only. */
const lookedUp = { type: 'keyword', doc_values: false }
/** Sorted by only. */
const sortedBy = { type: 'keyword', index: false }
/**
 * Words beside each other in one text: an array would do as well, but of a field that is new OpenSearch makes the mapping
 * anew for each of its values, and a long text in new fields then takes all of its memory.
 */
const spaced = { type: 'text', analyzer: 'words', norms: false, index_options: 'docs' }
/** Every three letters in a row, with their places, so that a part of a text is a phrase of them. */
const letters = { type: 'text', analyzer: 'letters', norms: false }
/** What a search brings along. */
const shownColumn = { type: 'binary', doc_values: true }

/**
 * Text is folded by us, not by an analyser, so that every search backend compares the same: `k` whole, `w` words, `s`
 * what it is sorted by, `p` for parts. Keywords have `k` and `s`, the other kinds one field.
 */
const kinds: Record<IndexKind, Record<string, object> | object> = {
  keyword: { k: keyword, s: sortedBy },
  text: { k: keyword, w: spaced, s: sortedBy, p: letters },
  number: { type: 'double' },
  // Milliseconds: exact below 285,000 years, and without OpenSearch's ways of reading and rounding dates.
  date: { type: 'double' },
  boolean: { type: 'boolean' },
}
const hasParts = (kind: IndexKind) => kind === 'keyword' || kind === 'text'
const fieldOf = (kind: IndexKind) => (hasParts(kind) ? { properties: kinds[kind] } : kinds[kind])

/**
 * Fields of keyed rows that are no columns: those that the rows' parent has too, and that mostly say the same there.
 * Where they differ, `{field}` has terms of key and value.
 */
export const isInherited = (field: string, parent: IndexMapping) => Object.hasOwn(parent.fields, field)
/** Rows below keyed rows lie beside them, and say of which they are. */
export const besideKeyed = (path: string, inner: string) => `${path}-${inner}`

const isRow = { row: { type: 'boolean' } }
const nestedOf = (properties: object) => ({
  type: 'nested',
  dynamic: false,
  properties: { ...isRow, ...properties },
})

function propertiesOf(mapping: IndexMapping): Record<string, object> {
  const properties: Record<string, object> = Object.fromEntries(
    Object.entries(mapping.fields).map(([name, kind]) => [name, fieldOf(kind)]),
  )
  for (const [path, inner] of Object.entries(mapping.nested)) {
    // `row` tells the rows of a level from all other documents, where a condition stands without its path.
    if (inner.key === undefined) properties[path] = nestedOf(propertiesOf(inner))
    else {
      properties[path] = { properties: columnsOf(inner, mapping) }
      for (const [name, below] of Object.entries(inner.nested))
        properties[besideKeyed(path, name)] = nestedOf({ key: lookedUp, ...propertiesOf(below) })
    }
  }
  return properties
}
/** Fields that grow by a field a key: of each kind one that OpenSearch makes when the first value comes. */
function columnsOf(rows: IndexMapping, parent: IndexMapping): Record<string, object> {
  const growing = { type: 'object', dynamic: true }
  return Object.fromEntries(
    Object.entries(rows.fields).flatMap(([name, kind]): [string, object][] => {
      if (name === rows.key) return []
      if (isInherited(name, parent)) return [[name, lookedUp]]
      if (!hasParts(kind)) return [[name, growing]]
      const parts = Object.keys(kinds[kind]).map((part) => [part, growing])
      return [[name, { properties: Object.fromEntries(parts) }]]
    }),
  )
}
/** Says what the columns of `columnsOf` are. */
function templatesOf(mapping: IndexMapping, prefix = ''): Record<string, object>[] {
  return Object.entries(mapping.nested).flatMap(([path, inner]) => {
    const at = `${prefix}${path}.`
    if (inner.key === undefined) return templatesOf(inner, at)
    return Object.entries(inner.fields).flatMap(([name, kind]) => {
      if (name === inner.key || isInherited(name, mapping)) return []
      const templates = hasParts(kind)
        ? Object.entries(kinds[kind]).map(([part, type]) => [`${at}${name}.${part}.`, type])
        : [[`${at}${name}.`, kinds[kind]]]
      return templates.map(([where, type]) => ({
        [where as string]: { path_match: `${where}*`, mapping: type },
      }))
    })
  })
}

/**
 * Names that indices of a family are known by. `searched`: the one that answers. `written`: all that are written, during a
 * rebuild the old and the new one; it says of which shape they are, so that nobody writes documents of this shape to an
 * index that cannot hold them.
 */
export const aliasesOf = (prefix: string, family: Family) => ({
  searched: `${prefix}-${family}`,
  written: `${prefix}-${family}-columns`,
})

/** Most of the order of `docid` in a number: a page is put in order by it alone. Only indices of this shape have it. */
export const orderField = 'order'

/** What an index was made for, kept in the index: it answers all searches of a version if both are that version's. */
export interface IndexForm {
  /** Hash of its mappings. */
  made: string
  documentVersion: number
}
const mappingsOf = (family: Family) => {
  const mapping = indexMapping(family)
  return {
    dynamic: false,
    // What a search brings along lies in columns; OpenSearch itself needs no source.
    _source: { enabled: false },
    dynamic_templates: [...templatesOf(mapping), { apart: { path_match: 'apart.*', mapping: shownColumn } }],
    properties: {
      entityclass: keyword,
      docid: keyword,
      [orderField]: { type: 'long' },
      ...propertiesOf(mapping),
      head: shownColumn,
      apart: { type: 'object', dynamic: true },
    },
  }
}
/** The form of an index that is made today. */
export const indexForm = (family: Family): IndexForm => ({
  made: createHash('sha1')
    .update(JSON.stringify([mappingsOf(family), analysis]))
    .digest('hex'),
  documentVersion,
})
const analysis = {
  tokenizer: {
    letters: { type: 'ngram', min_gram: 3, max_gram: 3 },
    // Words have as many letters as a text; some count twice.
    words: { type: 'whitespace', max_token_length: 16_000 },
  },
  analyzer: {
    letters: { type: 'custom', tokenizer: 'letters' },
    words: { type: 'custom', tokenizer: 'words' },
  },
}
/** A copy on another node as soon as there is one, so that a larger domain needs nobody who thinks of it. */
export const withCopies = { auto_expand_replicas: '0-1' }
/**
 * Of an index that is searched; each can be set while it is in use. What takes longer than people wait for patiently is logged,
 * documents without their contents.
 */
export const inUse = {
  ...withCopies,
  // What was written is found after this.
  refresh_interval: '1s',
  'search.slowlog.threshold.query.warn': '1s',
  'search.slowlog.threshold.fetch.warn': '1s',
  'indexing.slowlog.threshold.index.warn': '2s',
  'indexing.slowlog.source': 'false',
}
/** Nobody searches an index that is filled. What it has it keeps on disk, so that a rebuild can go on. */
export const whileFilled = { auto_expand_replicas: 'false', number_of_replicas: 0, refresh_interval: '-1' }
/** Fields of an index, at most: a field of a definition takes up to four. */
export const mostFields = 20_000
/** Settings and mappings of a family's index. */
export const indexBody = (family: Family, { shards }: { shards: number }) => ({
  settings: {
    number_of_shards: family === 'product' ? shards : 1,
    ...inUse,
    max_result_window: 10_000,
    'mapping.nested_objects.limit': 50_000,
    'mapping.total_fields.limit': mostFields,
    // A caller's filter has up to 30 levels, each of which may lead through rows.
    'query.max_nested_depth': 200,
    analysis,
  },
  mappings: { ...mappingsOf(family), _meta: indexForm(family) },
})
