/** Conditions on one field. */
import type { Column } from './column.ts'
import type { Codes } from './dictionary.ts'
import { freshBits, Node, nothing, type Rows, scratch } from './nodes.ts'
import type { TextSearch } from './text-pool.ts'

/** The field has one of the codes. */
export class Leaf extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow: number
  private readonly column: Column
  private readonly codes: Codes
  private mask: Uint8Array | undefined
  constructor(column: Column, codes: Codes) {
    super()
    this.column = column
    this.codes = codes
    let card = 0
    for (let i = 0; i < codes.n; i++) card += column.counts[codes.codes[i]!] ?? 0
    this.card = Math.min(card, column.length)
    this.cost = this.card + Math.min(column.length, 64)
    this.perRow = codes.n === 1 ? 1 : 1.5
  }
  private marked(): Uint8Array {
    if (!this.mask) {
      this.mask = new Uint8Array(this.column.dictionary.size + 1)
      for (let i = 0; i < this.codes.n; i++) this.mask[this.codes.codes[i]!] = 1
    }
    return this.mask
  }
  select(): Rows {
    const { column, codes } = this
    if (this.card === 0) return nothing
    if (codes.n === 1) {
      const posted = column.posted(codes.codes[0]!)
      if (posted.length === this.card) return { rows: posted, n: posted.length }
      const rows = scratch.take(this.card)
      rows.set(posted)
      return { rows, n: this.scan(column.tailFrom, rows, posted.length) }
    }
    const rows = scratch.take(this.card)
    if (this.card > column.length / 3) return { rows, n: this.scan(0, rows, 0) }
    const bits = freshBits(column.length)
    column.markPosted(codes, bits.words)
    return { rows, n: this.scan(column.tailFrom, rows, bits.extract(rows)) }
  }
  /** Adds the rows from `from` on that match to `at` rows that are there. */
  private scan(from: number, out: Int32Array, at: number): number {
    const { column } = this
    const { data } = column
    const end = column.length
    let k = at
    if (from === end) return k
    const mask = this.marked()
    for (let row = from; row < end; row++) {
      const code = data[row]!
      if (code >= 0 ? mask[code] === 1 : column.severalMatch(code, mask)) out[k++] = row
    }
    return k
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    const { column } = this
    const { data } = column
    let k = 0
    if (this.codes.n === 1) {
      const wanted = this.codes.codes[0]!
      for (let i = 0; i < n; i++) {
        const row = rows[i]!
        const code = data[row]!
        if (code === wanted || (code < 0 && column.severalHave(code, wanted))) out[k++] = row
      }
      return k
    }
    if (this.codes.n === 0) return 0
    const mask = this.marked()
    for (let i = 0; i < n; i++) {
      const row = rows[i]!
      const code = data[row]!
      if (code >= 0 ? mask[code] === 1 : column.severalMatch(code, mask)) out[k++] = row
    }
    return k
  }
}

/** The text matches. Which texts do is only found out when rows are to be found by it, not to check a few rows. */
export class TextLeaf extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow = 4
  private readonly column: Column
  private readonly search: TextSearch
  private leaf: Leaf | undefined
  constructor(column: Column, search: TextSearch) {
    super()
    this.column = column
    this.search = search
    // A text may stand in several rows.
    this.card = Math.min(column.length, search.estimate * 3)
    this.cost = search.estimate * 3
  }
  private found(): Leaf {
    this.leaf ??= new Leaf(this.column, this.search.codes(this.column.counts))
    return this.leaf
  }
  select() {
    return this.found().select()
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    if (this.leaf || n * 2 > this.search.estimate) return this.found().filter(rows, n, out)
    const { column, search } = this
    const { data } = column
    let k = 0
    for (let i = 0; i < n; i++) {
      const row = rows[i]!
      const code = data[row]!
      if (code > 0 ? search.isMatch(code) : code < 0 && column.codesAt(row).some(search.isMatch))
        out[k++] = row
    }
    return k
  }
}

/** The field has a value. */
export class Exists extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow = 1
  private readonly column: Column
  constructor(column: Column) {
    super()
    this.column = column
    this.card = column.length
    this.cost = column.length
  }
  select(): Rows {
    const rows = scratch.take(this.card)
    const { data } = this.column
    let k = 0
    for (let row = 0; row < this.card; row++) if (data[row] !== 0) rows[k++] = row
    return { rows, n: k }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    const { data } = this.column
    let k = 0
    for (let i = 0; i < n; i++) if (data[rows[i]!] !== 0) out[k++] = rows[i]!
    return k
  }
}
