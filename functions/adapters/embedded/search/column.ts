import type { Scalar } from '../../../../shared/search/filter.ts'
import type { IndexKind, IndexValue } from '../../../../shared/search/index-query.ts'
import type { Codes, Dictionary } from './dictionary.ts'
import { fittingInts, grownInts, type Ints } from './growing.ts'
import { limits } from './limits.ts'

/**
 * One field of all rows of a table: a code for each row. 0 is no value; below zero several values, kept aside. Rows
 * are only ever added, so what is known of a row stays true.
 */
export class Column {
  readonly kind: IndexKind
  readonly dictionary: Dictionary
  data: Ints
  length: number
  /** Rows by code, those of deleted documents included. */
  counts: Int32Array
  /** Several values of a row: their number, then the codes. Position 0 is not used. */
  extra: Int32Array
  extraLength: number
  private rowStarts = new Int32Array(1)
  private rowItems = new Int32Array(0)
  /** The postings know the rows before this one. */
  private postedTo = 0

  constructor(
    kind: IndexKind,
    dictionary: Dictionary,
    from: { data: Ints; extra: Int32Array; counts: Int32Array } = {
      data: new Uint8Array(0),
      extra: new Int32Array(1),
      counts: new Int32Array(0),
    },
  ) {
    this.kind = kind
    this.dictionary = dictionary
    this.data = from.data
    this.length = from.data.length
    this.extra = from.extra
    this.extraLength = from.extra.length
    this.counts = grownInts(from.counts, dictionary.size + 1)
  }
  private count(code: number) {
    if (code >= 0) {
      if (code > 0) this.counts[code]!++
      return
    }
    for (let i = 1; i <= this.extra[-code]!; i++) this.counts[this.extra[-code + i]!]!++
  }
  /** Adds the value of the next row. */
  push(value: IndexValue) {
    if (value === undefined) this.pushCode(0)
    else if (!Array.isArray(value)) this.pushCode(this.dictionary.encode(value))
    else this.pushCodes([...new Set(value.map((v) => this.dictionary.encode(v)))])
  }
  pushCodes(codes: number[]) {
    if (codes.length < 2) {
      this.pushCode(codes[0] ?? 0)
      return
    }
    const at = this.extraLength
    this.extra = grownInts(this.extra, at + codes.length + 1)
    this.extra[at] = codes.length
    this.extra.set(codes, at + 1)
    this.extraLength += codes.length + 1
    this.pushCode(-at)
  }
  pushCode(code: number) {
    this.data = fittingInts(this.data, this.length + 1, code, code < 0)
    this.data[this.length++] = code
    this.counts = grownInts(this.counts, this.dictionary.size + 1)
    this.count(code)
  }
  /** Has some row several values? */
  get hasSeveral() {
    return this.extraLength > 1
  }
  /** Codes of a row, none to several. */
  codesAt(row: number): number[] {
    const code = this.data[row]!
    if (code === 0) return []
    if (code > 0) return [code]
    return [...this.extra.subarray(-code + 1, -code + 1 + this.extra[-code]!)]
  }
  valueAt(row: number): IndexValue {
    const code = this.data[row]!
    if (code === 0) return undefined
    if (code > 0) return this.dictionary.value(code)
    return this.codesAt(row).map((c): Scalar => this.dictionary.value(c))
  }
  /** Does a row with several values have one of the codes that `mask` marks? */
  severalMatch(code: number, mask: Uint8Array): boolean {
    for (let i = 1; i <= this.extra[-code]!; i++) if (mask[this.extra[-code + i]!] === 1) return true
    return false
  }
  private post() {
    const size = this.dictionary.size + 1
    const starts = new Int32Array(size + 1)
    let total = 0
    for (let code = 1; code < size; code++) {
      starts[code] = total
      total += this.counts[code] ?? 0
    }
    starts[size] = total
    const next = starts.slice()
    const items = new Int32Array(total)
    const { data } = this
    for (let row = 0; row < this.length; row++) {
      const code = data[row]!
      if (code > 0) items[next[code]!++] = row
      else if (code < 0)
        for (let i = 1; i <= this.extra[-code]!; i++) items[next[this.extra[-code + i]!]!++] = row
    }
    this.rowStarts = starts
    this.rowItems = items
    this.postedTo = this.length
  }
  /** Rows before `postedTo` with the code, ascending, not a copy; later rows must be looked through. */
  posted(code: number): Int32Array {
    if (this.length - this.postedTo > Math.max(limits.maxTail, this.postedTo >>> 3) || this.postedTo === 0)
      this.post()
    // Codes that are younger than the postings have no rows in them.
    if (code + 1 >= this.rowStarts.length) return this.rowItems.subarray(0, 0)
    return this.rowItems.subarray(this.rowStarts[code]!, this.rowStarts[code + 1]!)
  }
  /** Sets the bits of the rows that `posted` would give for each of the codes. */
  markPosted(codes: Codes, bits: Int32Array) {
    this.posted(0)
    const { rowStarts, rowItems } = this
    for (let i = 0; i < codes.n; i++) {
      const code = codes.codes[i]!
      if (code + 1 >= rowStarts.length) continue
      const end = rowStarts[code + 1]!
      for (let j = rowStarts[code]!; j < end; j++) bits[rowItems[j]! >>> 5]! |= 1 << (rowItems[j]! & 31)
    }
  }
  /** The rows that `posted` would give for any of the codes, ascending, each once. */
  sortedPosted(codes: Codes): Int32Array {
    const rows = new Set<number>()
    for (let i = 0; i < codes.n; i++) for (const row of this.posted(codes.codes[i]!)) rows.add(row)
    return Int32Array.from(rows).sort()
  }
  get tailFrom(): number {
    return this.postedTo
  }
}
