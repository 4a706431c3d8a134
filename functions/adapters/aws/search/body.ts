/** A document as OpenSearch keeps it. */

import { fold, sortLength, words } from '../../../../shared/search/fold.ts'
import { indexMapping } from '../../../../shared/search/index-mapping.ts'
import type {
  IndexDocument,
  IndexKind,
  IndexMapping,
  IndexRow,
  IndexValue,
} from '../../../../shared/search/index-query.ts'
import { toTerm } from './code-units.ts'
import { encodeKey, keyTerm, valueTerm } from './keys.ts'
import { besideKeyed, isInherited, orderField } from './mapping.ts'
import { shownColumnsOf } from './shown-columns.ts'

/** Lucene takes no term above 32,766 bytes; a code unit has at most four. */
const longest = 8_000
/** How many code units of a text it is found by: `text` from its beginning, `words` for its words alone. */
export interface Cut {
  text: number
  words: number
}
/** From what is kept of a text in any ordinary document to what is kept in one that is too large otherwise. */
export const cuts: readonly Cut[] = [
  { text: longest, words: Number.POSITIVE_INFINITY },
  { text: 200, words: Number.POSITIVE_INFINITY },
  { text: 200, words: 200 },
]
/** Ends a text, so that each of its letters begins three. */
const textEnd = '\u0001\u0001'
const listOf = (value: IndexValue) => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const short = (text: string, length: number) => (text.length > length ? text.slice(0, length) : text)

type Scalar = Exclude<IndexValue, undefined | unknown[]>
/** Of one value one, of several several. */
const each = <T extends Scalar, U>(value: T | T[], make: (one: T) => U): U | U[] =>
  Array.isArray(value) ? value.map(make) : make(value)
const wholeKeyword = (v: Scalar, cut: Cut) => toTerm(short(String(v), cut.text))
const sortKey = (v: Scalar) => toTerm(short(String(v), sortLength))
const wholeText = (v: Scalar, cut: Cut) => short(fold(String(v)), cut.text)
const ended = (text: string) => `${text}${textEnd}`
function wordsOf(value: Scalar | Scalar[], cut: Cut): string {
  const found = new Set<string>()
  for (const v of listOf(value))
    for (const word of words(short(String(v), cut.words))) found.add(short(word, longest))
  return toTerm([...found].join(' '))
}
type Stored = Record<string, unknown>
/** What OpenSearch keeps of a field, by the field's parts; a kind without parts has the part ''. */
function store(kind: IndexKind, value: IndexValue, cut: Cut): Stored | undefined {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined
  switch (kind) {
    case 'keyword':
      return { k: each(value, (v) => wholeKeyword(v, cut)), s: each(value, sortKey) }
    case 'text': {
      const folded = each(value, (v) => wholeText(v, cut))
      const k = each(folded, toTerm)
      const w = wordsOf(value, cut)
      return { k, p: each(k, ended), s: each(folded, sortKey), ...(w !== '' && { w }) }
    }
    case 'date':
      return { '': listOf(value).flatMap((v) => timeOf(v)) }
    default:
      return { '': typeof value === kind ? value : listOf(value).filter((v) => typeof v === kind) }
  }
}
function timeOf(value: Scalar): number[] {
  const at = Date.parse(String(value))
  return Number.isNaN(at) ? [] : [at]
}
type Fields = Record<string, unknown>
type Rows = Pick<IndexRow, 'fields' | 'nested'>

function rowOf(row: Rows, mapping: IndexMapping, cut: Cut): Fields {
  const out: Fields = {}
  for (const name in row.fields) {
    const kind = mapping.fields[name]
    const stored = kind && store(kind, row.fields[name], cut)
    if (stored) out[name] = '' in stored ? stored[''] : stored
  }
  for (const path in row.nested) {
    const inner = mapping.nested[path]
    const rows = row.nested[path]!
    if (!inner || rows.length === 0) continue
    if (inner.key === undefined) out[path] = rows.map((child) => ({ row: true, ...rowOf(child, inner, cut) }))
    else Object.assign(out, columnsOf(path, rows, inner, { row, mapping }, cut))
  }
  return out
}

/** Rows that are told apart by a key, as fields of their parent: by name, part and key. */
function columnsOf(
  path: string,
  rows: IndexRow[],
  mapping: IndexMapping,
  parent: { row: Rows; mapping: IndexMapping },
  cut: Cut,
): Fields {
  const columns: Record<string, Record<string, unknown>> = {}
  const differing: Record<string, string[]> = {}
  const beside: Record<string, Fields[]> = {}
  const inherited = Object.keys(mapping.fields).filter((field) => isInherited(field, parent.mapping))
  for (const { fields, nested } of rows) {
    const key = fields[mapping.key!] as string
    const name = encodeKey(key)
    for (const field of inherited)
      addAll(differing, field, differingTerms(key, fields[field], parent.row.fields[field]))
    for (const field in fields) {
      const kind = mapping.fields[field]
      if (!kind || field === mapping.key || isInherited(field, parent.mapping)) continue
      const stored = store(kind, fields[field], cut)
      if (!stored) continue
      columns[field] ??= {}
      const column = columns[field]
      for (const part in stored) {
        if (part === '') column[name] = stored[part]
        else {
          column[part] ??= {}
          ;(column[part] as Fields)[name] = stored[part]
        }
      }
    }
    for (const below in nested) {
      const inner = mapping.nested[below]
      if (inner)
        addAll(
          beside,
          besideKeyed(path, below),
          nested[below]!.map((child) => ({ row: true, key: toTerm(key), ...rowOf(child, inner, cut) })),
        )
    }
  }
  const all = { ...columns, ...differing }
  return { ...(Object.keys(all).length > 0 && { [path]: all }), ...beside }
}
function addAll<T>(to: Record<string, T[]>, name: string, list: T[]): void {
  if (list.length === 0) return
  to[name] ??= []
  to[name].push(...list)
}
/** Terms that say what a row has instead of what its parent has. */
function differingTerms(key: string, own: IndexValue, inherited: IndexValue): string[] {
  const values = listOf(own).map(String)
  const usual = listOf(inherited).map(String)
  if (values.length === usual.length && values.every((v, i) => v === usual[i])) return []
  if (values.length === 0) return [keyTerm(key)]
  return values.map((v) => `${valueTerm(key)}${toTerm(short(v, longest / 2))}`)
}

const hexDigits = 13
const dashesAt = [8, 13]
/**
 * A number that orders ids as their code units do, as far as it tells them apart: the first 13 hexadecimal digits of a
 * UUID. Any other letter stands for the digits before or behind it.
 */
export function orderOf(id: string): number {
  let digits = ''
  for (let i = 0; i < id.length && digits.length < hexDigits; i++) {
    const c = id[i]!
    const isPlaceOfDash = dashesAt.includes(i)
    if (isPlaceOfDash ? c === '-' : /[0-9a-f]/.test(c)) {
      if (!isPlaceOfDash) digits += c
      continue
    }
    if (c > (isPlaceOfDash ? '-' : 'f')) digits = digits.padEnd(hexDigits, 'f')
    else if (!isPlaceOfDash && c > '9') digits = `${digits}9`.padEnd(hexDigits, 'f')
    break
  }
  return Number.parseInt(digits.padEnd(hexDigits, '0'), 16)
}

export const bodyOf = (document: IndexDocument, cut: Cut = cuts[0]!): Fields => ({
  entityclass: document.entityclass,
  docid: toTerm(document.id),
  [orderField]: orderOf(document.id),
  ...rowOf(document, indexMapping(document.entityclass), cut),
  ...shownColumnsOf(document),
})
/** Stands in the place of a removed document, so that a late event cannot bring it back. No search meets it. */
export const gone = (id: string) => ({ entityclass: nowhere, docid: toTerm(id) })
/** The class of removed documents. */
export const nowhere = '-'
