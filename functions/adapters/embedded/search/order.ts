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

/** A total order of the documents of a class: by sort keys, then by id. */
export class Order {
  private readonly keys: SortKey[]
  private readonly table: Table
  private readonly idOf: (document: number) => string
  /** Documents in order, those before `sortedTo`; absent until it is worth it. */
  private sorted: Int32Array | undefined
  private sortedTo = 0
  constructor(table: Table, sorts: IndexSort[], idOf: (document: number) => string) {
    this.table = table
    this.idOf = idOf
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
    const x = this.idOf(a)
    const y = this.idOf(b)
    return x < y ? -1 : x > y ? 1 : 0
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
  /** Keys are laid out first: looking each up in every comparison takes twice as long. */
  private sortAll(length: number): Int32Array {
    const rows = new Int32Array(length)
    for (let i = 0; i < length; i++) rows[i] = i
    const [first] = this.keys
    if (!first) return rows.sort(this.compare)
    const keys: KeyValue[] = []
    for (let i = 0; i < length; i++) keys.push(first.keyOf(i))
    const sign = first.descending ? -1 : 1
    return rows.sort((a, b) => {
      const x = keys[a]
      const y = keys[b]
      if (x === y) return this.compare(a, b)
      if (x === undefined) return 1
      if (y === undefined) return -1
      return x < y ? -sign : sign
    })
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
  private firstNotBelow(rows: Int32Array, from: number, compare: (row: number) => number): number {
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
