/** Conditions on one field, and those whose answer is known. */
import type { Column } from './column.ts'
import type { Codes } from './dictionary.ts'
import { Bits, bitCount } from './growing.ts'
import { limits } from './limits.ts'
import { Node, nothing, type Rows, scratch } from './nodes.ts'
import type { TextSearch } from './text-pool.ts'

/** Position of the first row of an ascending list that is not below, from `low` on. */
function lowest(rows: Int32Array, row: number, low = 0): number {
  let from = low
  let to = rows.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (rows[middle]! < row) from = middle + 1
    else to = middle
  }
  return from
}

/** The field has one of the codes. */
export class Leaf extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow: number
  private readonly column: Column
  private readonly codes: Codes
  private mask: Uint8Array | undefined
  private bits: Bits | undefined
  private few: Int32Array | undefined
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
  select(from: number, to: number): Rows {
    const { column, codes } = this
    if (this.card === 0) return nothing
    if (codes.n === 1) {
      const posted = column.posted(codes.codes[0]!)
      const at = lowest(posted, from)
      const own = posted.subarray(at, lowest(posted, to, at))
      if (to <= column.tailFrom) return { rows: own, n: own.length }
      const rows = scratch.take(to - from)
      rows.set(own)
      return { rows, n: this.scan(Math.max(from, column.tailFrom), to, rows, own.length) }
    }
    const rows = scratch.take(to - from)
    // Where it meets many rows, looking at each is faster than finding them.
    if (this.card > column.length / 3) return { rows, n: this.scan(from, to, rows, 0) }
    const n = this.posted(rows, from, to)
    return { rows, n: this.scan(Math.max(from, column.tailFrom), to, rows, n) }
  }
  /** Rows of the range that the postings know: from a sorted list where they are few, else from bits. */
  private posted(out: Int32Array, from: number, to: number): number {
    const { column, codes } = this
    if (this.card > column.length * limits.sparse) {
      if (!this.bits) {
        this.bits = new Bits(column.length)
        column.markPosted(codes, this.bits.words)
      }
      return this.bits.extract(out, from, Math.min(to, column.tailFrom))
    }
    this.few ??= column.sortedPosted(codes)
    const at = lowest(this.few, from)
    const own = this.few.subarray(at, lowest(this.few, to, at))
    out.set(own)
    return own.length
  }
  /** Adds the rows from `from` to before `to` that match to `at` rows that are there. */
  private scan(from: number, to: number, out: Int32Array, at: number): number {
    const { column } = this
    const { data } = column
    let k = at
    if (from >= to) return k
    const mask = this.marked()
    if (column.hasSeveral)
      for (let row = from; row < to; row++) {
        const code = data[row]!
        if (code >= 0 ? mask[code] === 1 : column.severalMatch(code, mask)) out[k++] = row
      }
    else
      for (let row = from; row < to; row++) {
        out[k] = row
        k += mask[data[row]!]!
      }
    return k
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    const { column } = this
    const { data } = column
    let k = 0
    if (this.codes.n === 0) return 0
    if (column.hasSeveral) {
      const mask = this.marked()
      for (let i = 0; i < n; i++) {
        const row = rows[i]!
        const code = data[row]!
        if (code >= 0 ? mask[code] === 1 : column.severalMatch(code, mask)) out[k++] = row
      }
    } else if (this.codes.n === 1) {
      const wanted = this.codes.codes[0]!
      for (let i = 0; i < n; i++) {
        const row = rows[i]!
        out[k] = row
        k = (k + +(data[row] === wanted)) | 0
      }
    } else {
      const mask = this.marked()
      for (let i = 0; i < n; i++) {
        const row = rows[i]!
        out[k] = row
        k += mask[data[row]!]!
      }
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
    const rows = Math.max(3, column.length / (column.dictionary.size + 1))
    this.card = Math.min(column.length, Math.ceil(search.estimate * rows))
    this.cost = search.estimate * 3 + this.card
  }
  private found(): Leaf {
    this.leaf ??= new Leaf(this.column, this.search.codes(this.column.counts))
    return this.leaf
  }
  select(from: number, to: number) {
    return this.found().select(from, to)
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
  select(from: number, to: number): Rows {
    const rows = scratch.take(to - from)
    const { data } = this.column
    let k = 0
    for (let row = from; row < to; row++) if (data[row] !== 0) rows[k++] = row
    return { rows, n: k }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    const { data } = this.column
    let k = 0
    for (let i = 0; i < n; i++) if (data[rows[i]!] !== 0) out[k++] = rows[i]!
    return k
  }
}

/** A condition whose answer for all rows is known. */
export class Known extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow = 0.5
  private readonly bits: Bits
  constructor(bits: Bits, count: number) {
    super()
    this.bits = bits
    this.card = count
    this.cost = count + bits.words.length
  }
  /** Rows that are known to meet all: words of 32 rows at a time. */
  static ofAll(of: Known[]): Known {
    const [first, ...others] = of
    if (others.length === 0) return first!
    const size = Math.min(...of.map(({ bits }) => bits.words.length))
    const words = scratch.take(size).subarray(0, size)
    words.set(first!.bits.words.subarray(0, size))
    for (const { bits } of others) for (let i = 0; i < size; i++) words[i]! &= bits.words[i]!
    let count = 0
    for (let i = 0; i < size; i++) count += bitCount(words[i]!)
    return new Known(new Bits(0, words), count)
  }
  select(from: number, to: number): Rows {
    const rows = scratch.take(Math.min(this.card, to - from))
    return { rows, n: this.bits.extract(rows, from, to) }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    const { words } = this.bits
    let k = 0
    for (let i = 0; i < n; i++) {
      const row = rows[i]!
      out[k] = row
      k += (words[row >>> 5]! >>> (row & 31)) & 1
    }
    return k
  }
}
