import { sortLength } from '../../../../shared/search/fold.ts'
import type { IndexSort } from '../../../../shared/search/index-query.ts'
import type { Column } from './column.ts'
import type { Dictionary } from './dictionary.ts'
import { grownInts } from './growing.ts'
import { eachBlock, rangeOf } from './nodes.ts'
import { Scope } from './scope.ts'
import type { Table } from './table.ts'

export type KeyValue = string | number | undefined
const cut = (key: string | number): string | number =>
  typeof key === 'string' && key.length > sortLength ? key.slice(0, sortLength) : key
const below = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

function columnOf(documents: Table, { field, nested }: IndexSort): Column {
  let at = documents
  for (let scope = nested; scope; scope = scope.nested) at = at.child(scope.path)
  return at.column(field)
}
/** One sort key of every document: a code, 0 where it has no value. */
class SortKey {
  readonly dictionary: Dictionary
  readonly descending: boolean
  private codes: Int32Array = new Int32Array(0)
  private upTo = 0
  private readonly column: Column
  private readonly sort: IndexSort
  private readonly table: Table
  constructor(table: Table, sort: IndexSort) {
    this.table = table
    this.sort = sort
    this.column = columnOf(table, sort)
    this.dictionary = this.column.dictionary
    this.descending = sort.direction === 'desc'
  }
  /** Computes the keys of documents that came since; what is there stays. */
  refresh() {
    const { table, column } = this
    if (this.upTo === table.length) return
    this.codes = grownInts(this.codes, table.length)
    const scope = new Scope(table, this.sort.nested)
    eachBlock(this.upTo, table.length, (from, to) => {
      const range = rangeOf(from, to)
      const { rows, n } = scope.rowsOf(range.rows, range.n)
      for (let i = 0; i < n; i++) {
        const row = rows[i]!
        const code = column.data[row]!
        if (code === 0) continue
        const document = scope.table.documentOf(row)
        if (code > 0) this.offer(document, code)
        else for (const one of column.codesAt(row)) this.offer(document, one)
      }
    })
    this.upTo = table.length
  }
  private offer(document: number, code: number) {
    const now = this.codes[document]!
    if (now === 0 || this.compareCodes(code, now) < 0) this.codes[document] = code
  }
  /** Which value comes first. */
  private compareCodes(a: number, b: number): number {
    if (a === b) return 0
    const order = below(cut(this.dictionary.key(a)), cut(this.dictionary.key(b)))
    return this.descending ? -order : order
  }
  compare(a: number, b: number): number {
    const x = this.codes[a]!
    const y = this.codes[b]!
    if (x === y) return 0
    if (x === 0) return 1
    return y === 0 ? -1 : this.compareCodes(x, y)
  }
  /** Documents by this key alone; of one value they stay as they are. */
  arrange(documents: Int32Array): Int32Array {
    const { codes } = this
    const places = this.places()
    const next = new Int32Array(places.length + 1)
    for (const document of documents) next[places[codes[document]!]! + 1]!++
    for (let i = 1; i < next.length; i++) next[i]! += next[i - 1]!
    const sorted = new Int32Array(documents.length)
    for (const document of documents) sorted[next[places[codes[document]!]!]!++] = document
    return sorted
  }
  /** By code: the place of its value among those that occur; documents without one come last. */
  private places(): Int32Array {
    const places = new Int32Array(this.dictionary.size + 1)
    for (let i = 0; i < this.upTo; i++) places[this.codes[i]!] = 1
    const occurring = Int32Array.from(places.keys()).filter((code) => code > 0 && places[code] === 1)
    occurring.sort((a, b) => this.compareCodes(a, b))
    let place = -1
    let before = 0
    for (const code of occurring) {
      if (before === 0 || this.compareCodes(before, code) !== 0) place++
      places[code] = place
      before = code
    }
    places[0] = place + 1
    return places
  }
  keyOf(document: number): KeyValue {
    const code = this.codes[document]!
    return code === 0 ? undefined : cut(this.dictionary.key(code))
  }
  compareWith(document: number, key: KeyValue): number {
    const own = this.keyOf(document)
    if (own === key) return 0
    if (own === undefined) return 1
    if (key === undefined) return -1
    const order = below(own, key)
    return this.descending ? -order : order
  }
}

/** The first characters as a number; what has a greater one comes later, what has the same one may. */
function beginningOf(text: string): number {
  let number = 0
  let isNarrow = true
  for (let i = 0; i < 6; i++) {
    const code: number = isNarrow && i < text.length ? text.charCodeAt(i) : 0
    isNarrow &&= code < 255
    number = number * 256 + Math.min(code, 255)
  }
  return number
}

/** A total order of the documents of a class: by sort keys, then by id. */
export class Order {
  private readonly keys: SortKey[]
  private readonly table: Table
  private readonly idOf: (document: number) => string
  private readonly byId: (() => Int32Array) | undefined
  /** Documents in order, those before `sortedTo`; absent until it is worth it. */
  private sorted: Int32Array | undefined
  private sortedTo = 0
  /** `byId` gives all documents in the order of their ids; without it there must be no sorts. */
  constructor(table: Table, sorts: IndexSort[], idOf: (document: number) => string, byId?: () => Int32Array) {
    this.table = table
    this.idOf = idOf
    this.byId = byId
    this.keys = sorts.map((sort) => new SortKey(table, sort))
  }
  refresh() {
    for (const key of this.keys) key.refresh()
  }
  get isSorted() {
    return this.sorted !== undefined
  }
  /** Order of documents, as of a snapshot or of a table before compaction. */
  restore(sorted: Int32Array, sortedTo: number) {
    this.sorted = sorted
    this.sortedTo = sortedTo
  }
  stored(): { sorted: Int32Array; sortedTo: number } | undefined {
    return this.sorted && { sorted: this.sorted, sortedTo: this.sortedTo }
  }
  readonly compare = (a: number, b: number): number => {
    for (const key of this.keys) {
      const order = key.compare(a, b)
      if (order !== 0) return order
    }
    return this.compareIds(a, b)
  }
  private compareIds(a: number, b: number): number {
    return below(this.idOf(a), this.idOf(b))
  }
  /** The first of some documents, in order. */
  first(documents: Int32Array, wanted: number): number[] {
    // Most are behind the last of those that are kept, which takes one comparison.
    const kept = [...documents.subarray(0, wanted)].sort(this.compare)
    for (const document of documents.subarray(kept.length)) {
      if (this.compare(document, kept.at(-1)!) > 0) continue
      kept.splice(-1, 1)
      kept.splice(
        this.firstNotBelow(kept, 0, (row) => this.compare(row, document)),
        0,
        document,
      )
    }
    return kept
  }
  keysOf(document: number): KeyValue[] {
    return this.keys.map((key) => key.keyOf(document))
  }
  compareWith(document: number, keys: KeyValue[], id: string): number {
    for (const [i, key] of this.keys.entries()) {
      const order = key.compareWith(document, keys[i])
      if (order !== 0) return order
    }
    const own = this.idOf(document)
    return own < id ? -1 : own > id ? 1 : 0
  }
  /** All documents in order, deleted ones included. */
  all(): Int32Array {
    const { length } = this.table
    if (!this.sorted) {
      this.sorted = this.sortAll(length)
      this.sortedTo = length
    }
    if (this.sortedTo < length) this.merge(length)
    return this.sorted
  }
  /** From the last key to the first, each leaving documents of one value in the order that they have. */
  private sortAll(length: number): Int32Array {
    const byId = this.byId ? this.byId() : this.sortIds(length)
    return this.keys.reduceRight((rows, key) => key.arrange(rows), byId)
  }
  private sortIds(length: number): Int32Array {
    // Most ids differ in what fits a number, and numbers are faster to compare.
    const beginnings = new Float64Array(length)
    const rows = new Int32Array(length)
    for (let i = 0; i < length; i++) {
      beginnings[i] = beginningOf(this.idOf(i))
      rows[i] = i
    }
    return rows.sort((a, b) => beginnings[a]! - beginnings[b]! || this.compareIds(a, b))
  }
  private merge(length: number) {
    const before = this.sorted!
    const fresh = new Int32Array(length - this.sortedTo)
    for (let i = 0; i < fresh.length; i++) fresh[i] = this.sortedTo + i
    fresh.sort(this.compare)
    const merged = new Int32Array(length)
    let from = 0
    for (let i = 0; i < fresh.length; i++) {
      const at = this.firstNotBelow(before, from, (row) => this.compare(row, fresh[i]!))
      merged.set(before.subarray(from, at), from + i)
      merged[at + i] = fresh[i]!
      from = at
    }
    merged.set(before.subarray(from), from + fresh.length)
    this.sorted = merged
    this.sortedTo = length
  }
  private firstNotBelow(rows: ArrayLike<number>, from: number, compare: (row: number) => number): number {
    let low = from
    let high = rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(rows[middle]!) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
  /** Position of the first document behind the keys. */
  behind(keys: KeyValue[], id: string): number {
    return this.firstNotBelow(this.all(), 0, (row) => (this.compareWith(row, keys, id) <= 0 ? -1 : 1))
  }
}
