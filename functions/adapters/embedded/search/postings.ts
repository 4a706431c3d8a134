import { grownInts } from './growing.ts'

/**
 * Ascending numbers by key: a compact base, and what came since then. Numbers must come in ascending order for each
 * key, which they do because codes and rows are given out ascending.
 */
export class Postings {
  /** Sorted. */
  keys: Int32Array
  /** One longer than `keys`. */
  starts: Int32Array
  items: Int32Array
  private readonly recent = new Map<number, number[]>()
  private recentCount = 0

  constructor(
    keys: Int32Array = new Int32Array(0),
    starts: Int32Array = new Int32Array(1),
    items: Int32Array = new Int32Array(0),
  ) {
    this.keys = keys
    this.starts = starts
    this.items = items
  }
  add(key: number, item: number) {
    const list = this.recent.get(key)
    if (list) list.push(item)
    else this.recent.set(key, [item])
    this.recentCount++
    if (this.recentCount > 65_536 && this.recentCount > this.items.length / 4) this.settle()
  }
  /** Moves what came since then into the base. */
  settle() {
    if (this.recentCount === 0) return
    const fresh = [...this.recent.keys()].sort((a, b) => a - b)
    const keys = new Int32Array(this.keys.length + fresh.length)
    const starts = new Int32Array(keys.length + 1)
    const items = new Int32Array(this.items.length + this.recentCount)
    let k = 0
    let at = 0
    let i = 0
    let j = 0
    while (i < this.keys.length || j < fresh.length) {
      const a = i < this.keys.length ? this.keys[i]! : Number.POSITIVE_INFINITY
      const b = j < fresh.length ? fresh[j]! : Number.POSITIVE_INFINITY
      const key = Math.min(a, b)
      keys[k] = key
      starts[k] = at
      if (a === key) {
        const part = this.items.subarray(this.starts[i]!, this.starts[i + 1]!)
        items.set(part, at)
        at += part.length
        i++
      }
      if (b === key) {
        const part = this.recent.get(key)!
        items.set(part, at)
        at += part.length
        j++
      }
      k++
    }
    this.keys = keys.slice(0, k)
    this.starts = starts.slice(0, k + 1)
    this.starts[k] = at
    this.items = items
    this.recent.clear()
    this.recentCount = 0
  }
  /** Position of the first key that is not below. */
  private lowest(key: number): number {
    let low = 0
    let high = this.keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.keys[middle]! < key) low = middle + 1
      else high = middle
    }
    return low
  }
  count(key: number): number {
    const at = this.lowest(key)
    const base = this.keys[at] === key ? this.starts[at + 1]! - this.starts[at]! : 0
    return base + (this.recent.get(key)?.length ?? 0)
  }
  /** Calls back with each item of a key, ascending. */
  each(key: number, visit: (item: number) => void) {
    const at = this.lowest(key)
    if (this.keys[at] === key) {
      const end = this.starts[at + 1]!
      for (let i = this.starts[at]!; i < end; i++) visit(this.items[i]!)
    }
    const list = this.recent.get(key)
    if (list) for (const item of list) visit(item)
  }
  /** Calls back with each item of the keys from `from` to before `to`; items of several keys come several times. */
  eachBetween(from: number, to: number, visit: (item: number) => void) {
    const end = this.lowest(to)
    const begin = this.lowest(from)
    const last = this.starts[end] ?? 0
    for (let i = this.starts[begin] ?? 0; i < last; i++) visit(this.items[i]!)
    for (const [key, list] of this.recent) if (key >= from && key < to) for (const item of list) visit(item)
  }
  /** How many items `eachBetween` gives. */
  countBetween(from: number, to: number): number {
    let count = (this.starts[this.lowest(to)] ?? 0) - (this.starts[this.lowest(from)] ?? 0)
    for (const [key, list] of this.recent) if (key >= from && key < to) count += list.length
    return count
  }
}

/** A growing list of numbers in one typed array. */
export class IntList {
  items: Int32Array
  length: number
  constructor(items: Int32Array = new Int32Array(0)) {
    this.items = items
    this.length = items.length
  }
  push(item: number) {
    this.items = grownInts(this.items, this.length + 1)
    this.items[this.length++] = item
  }
}
