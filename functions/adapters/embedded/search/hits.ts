import { Bits } from './growing.ts'
import { eachBlock, type Node, scratch } from './nodes.ts'

/** Documents that meet a condition, without deleted ones. They are looked for only as far as they are asked for. */
export class Hits {
  private readonly bits: Bits
  /** Found so far, among the documents before `upTo`. */
  count = 0
  private upTo = 0
  private readonly node: Node
  private readonly length: number
  constructor(node: Node, length: number) {
    this.node = node
    this.length = length
    this.bits = new Bits(length)
  }
  get isComplete() {
    return this.upTo === this.length
  }
  /** Looks until more than so many are found, or there are no more. */
  find(more = Number.POSITIVE_INFINITY): this {
    eachBlock(this.upTo, this.length, (from, to) => {
      if (this.count > more) return
      const { rows, n } = this.node.select(from, to)
      this.mark(rows, n)
      this.count += n
      this.upTo = to
    })
    return this
  }
  /** Makes sure that `has` knows these documents, which come in any order. */
  look(documents: Int32Array) {
    const { mark } = scratch
    const rows = scratch.take(documents.length)
    let n = 0
    for (const row of documents) if (row >= this.upTo) rows[n++] = row
    rows.subarray(0, n).sort()
    this.mark(rows, this.node.filter(rows, n, rows))
    scratch.release(mark)
  }
  /** Of documents that were looked at. */
  has(document: number) {
    return this.bits.has(document)
  }
  /** All hits, when they are few. */
  all(): Int32Array {
    const rows = scratch.take(this.count)
    return rows.subarray(0, this.bits.extract(rows, 0, this.upTo))
  }
  /** Is it less work to look at documents one by one until so many hits are there, than to find all of the others? */
  isNear(hits: number): boolean {
    // A document somewhere costs several times one in a row.
    return !this.isComplete && (hits * this.upTo * 8) / this.count < this.length - this.upTo
  }
  private mark(rows: Int32Array, n: number) {
    for (let i = 0; i < n; i++) this.bits.set(rows[i]!)
  }
}
