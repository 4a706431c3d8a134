/**
 * Conditions ready to run. Each can find its rows of a range from nothing (`select`), or keep those of given rows that
 * meet it (`filter`); both work on ascending row numbers, many at once. Rows of deleted documents are still among them.
 * Ranges are asked for one after the other (`limits.block`), so that what is worked on stays in the processor's cache,
 * however many documents there are.
 */
import { Bits, Scratch } from './growing.ts'
import { limits } from './limits.ts'
import type { Table } from './table.ts'

/** Arrays of the question that is being answered; whoever asks gives them back. Nothing here waits for anything. */
export const scratch = new Scratch()

/** Works on the rows from `from` to before `to` in parts. What is taken from the scratch for a part is free for the next. */
export function eachBlock(from: number, to: number, work: (from: number, to: number) => void) {
  for (let at = from; at < to; at += limits.block) {
    const { mark } = scratch
    work(at, Math.min(to, at + limits.block))
    scratch.release(mark)
  }
}

export interface Rows {
  /** Ascending; may be longer than `n`, and may be part of the index: it is not written to. */
  rows: Int32Array
  n: number
}
export abstract class Node {
  /** About so many rows meet it; 0 only if none does. */
  abstract readonly card: number
  /** Rows looked at by `select` of all. */
  abstract readonly cost: number
  /** Effort of `filter` for each row given, in looks at a row. */
  abstract readonly perRow: number
  /** Rows from `from` to before `to`. */
  abstract select(from: number, to: number): Rows
  /** Writes to `out`, which may be `rows` itself; gives the number of rows kept. */
  abstract filter(rows: Int32Array, n: number, out: Int32Array): number
}
export const nothing: Rows = { rows: new Int32Array(0), n: 0 }

export class None extends Node {
  readonly card = 0
  readonly cost = 0
  readonly perRow = 0
  select() {
    return nothing
  }
  filter() {
    return 0
  }
}
export class All extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow = 0
  constructor(table: Table) {
    super()
    this.card = table.length
    this.cost = table.length
  }
  select(from: number, to: number) {
    return rangeOf(from, to)
  }
  filter(rows: Int32Array, n: number, out: Int32Array) {
    if (rows !== out) out.set(rows.subarray(0, n))
    return n
  }
}
export function rangeOf(from: number, to: number): Rows {
  const rows = scratch.take(to - from)
  for (let i = from; i < to; i++) rows[i - from] = i
  return { rows, n: to - from }
}
/**
 * Rows of `a` that are in `b`, or with `isIn` 0 those that are not; all ascending. What is kept is written without asking: a
 * processor guesses such an answer wrong half of the time, which takes longer than writing too much.
 */
function compare(a: Int32Array, n: number, b: Int32Array, m: number, isIn: 0 | 1, out: Int32Array): number {
  if (n === 0) return 0
  const from = a[0]!
  const to = a[n - 1]! + 1
  let k = 0
  if (to - from > (n + m) << 5) {
    let j = 0
    for (let i = 0; i < n; i++) {
      const row = a[i]!
      while (j < m && b[j]! < row) j++
      if ((j < m && b[j] === row) === (isIn === 1)) out[k++] = row
    }
    return k
  }
  const size = (to - from + 31) >>> 5
  const words = scratch.take(size).fill(0, 0, size)
  for (let i = 0; i < m; i++) {
    const at = b[i]! - from
    if (at >= 0 && at < to - from) words[at >>> 5]! |= 1 << (at & 31)
  }
  const isOut = 1 - isIn
  for (let i = 0; i < n; i++) {
    const row = a[i]!
    out[k] = row
    k += ((words[(row - from) >>> 5]! >>> ((row - from) & 31)) & 1) ^ isOut
  }
  return k
}
export class And extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow: number
  private readonly lead: Node
  private readonly rest: Node[]
  private readonly all: Node[]
  constructor(table: Table, of: Node[]) {
    super()
    /** Part of the rows that a condition leaves. */
    const left = (node: Node) => Math.min(1, node.card / (table.length || 1))
    // What is cheap for what it takes away comes first.
    const rank = (node: Node) => node.perRow / (1.001 - left(node))
    this.all = [...of].sort((a, b) => rank(a) - rank(b))
    this.lead = of.reduce((a, b) => (b.cost < a.cost ? b : a))
    this.rest = this.all.filter((node) => node !== this.lead)
    const effort = (nodes: Node[]) => {
      let remaining = 1
      let sum = 0
      for (const node of nodes) {
        sum += remaining * node.perRow
        remaining *= left(node)
      }
      return sum
    }
    this.perRow = effort(this.all)
    this.cost = this.lead.cost + this.lead.card * effort(this.rest)
    this.card = Math.max(1, Math.ceil(of.reduce((card, node) => card * left(node), table.length)))
  }
  select(from: number, to: number): Rows {
    const { rows, n } = this.lead.select(from, to)
    const out = scratch.take(n)
    let left = rows
    let k = n
    for (const node of this.rest) {
      if (k === 0) break
      k = node.filter(left, k, out)
      left = out
    }
    return { rows: left, n: k }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    let from = rows
    let k = n
    for (const node of this.all) {
      if (k === 0) return 0
      k = node.filter(from, k, out)
      from = out
    }
    return k
  }
}

export class Or extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow: number
  private readonly of: Node[]
  constructor(table: Table, of: Node[]) {
    super()
    this.of = of
    this.card = Math.min(
      table.length,
      of.reduce((sum, node) => sum + node.card, 0),
    )
    this.cost = of.reduce((sum, node) => sum + node.cost, 0) + (table.length >>> 5)
    this.perRow = of.reduce((sum, node) => sum + node.perRow + 1, 0)
  }
  select(from: number, to: number): Rows {
    const size = (to - from + 31) >>> 5
    const words = scratch.take(size).subarray(0, size).fill(0)
    for (const node of this.of) {
      const { rows, n } = node.select(from, to)
      for (let i = 0; i < n; i++) {
        const at = rows[i]! - from
        words[at >>> 5]! |= 1 << (at & 31)
      }
    }
    const rows = scratch.take(to - from)
    const n = new Bits(0, words).extract(rows, 0, to - from)
    for (let i = 0; i < n; i++) rows[i]! += from
    return { rows, n }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    const found = scratch.take(n)
    const rest = scratch.take(n)
    let from = rows
    let left = n
    for (const node of this.of) {
      if (left === 0) break
      const k = node.filter(from, left, found)
      left = compare(from, left, found, k, 0, rest)
      from = rest
    }
    return compare(rows, n, rest, left, 0, out)
  }
}

export class Not extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow: number
  private readonly of: Node
  constructor(table: Table, of: Node) {
    super()
    this.of = of
    this.card = table.length
    // What it gives costs little beside what it asks: many such answers would push out those that took long.
    this.cost = (table.length >>> 4) + of.cost
    this.perRow = of.perRow + 1
  }
  select(from: number, to: number): Rows {
    const { rows, n } = this.of.select(from, to)
    const range = rangeOf(from, to)
    return { rows: range.rows, n: compare(range.rows, range.n, rows, n, 0, range.rows) }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    const found = scratch.take(n)
    const k = this.of.filter(rows, n, found)
    return compare(rows, n, found, k, 0, out)
  }
}

/** Some child of the row meets the condition. */
export class Nested extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow: number
  private readonly child: Table
  private readonly of: Node
  /** Effort of `select` for each row of the range. */
  private readonly perRowOfRange: number
  constructor(table: Table, child: Table, of: Node) {
    super()
    this.child = child
    this.of = of
    this.card = Math.min(table.length, of.card)
    this.cost = of.cost + of.card
    const children = table.length === 0 ? 0 : child.length / table.length
    this.perRow = 1 + children * (1 + of.perRow)
    this.perRowOfRange = this.cost / (table.length || 1)
  }
  private parents(rows: Int32Array, n: number, out: Int32Array): number {
    const { parents } = this.child
    let k = 0
    let last = -1
    for (let i = 0; i < n; i++) {
      const parent = parents[rows[i]!]!
      out[k] = parent
      k = (k + +(parent !== last)) | 0
      last = parent
    }
    return k
  }
  select(from: number, to: number): Rows {
    const { starts } = this.child
    const { rows, n } = this.of.select(starts[from]!, starts[to]!)
    const out = scratch.take(n)
    return { rows: out, n: this.parents(rows, n, out) }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    if (n === 0) return 0
    const from = rows[0]!
    const to = rows[n - 1]! + 1
    if (n * this.perRow > (to - from) * this.perRowOfRange + n) {
      const found = this.select(from, to)
      return compare(rows, n, found.rows, found.n, 1, out)
    }
    const children = childrenOf(this.child, rows, n)
    const k = this.of.filter(children.rows, children.n, children.rows)
    return this.parents(children.rows, k, out)
  }
}
/** The children of rows, ascending, in an array that may be written to. */
export function childrenOf(child: Table, rows: Int32Array, n: number): { rows: Int32Array; n: number } {
  if (child.length === 0) return { rows: scratch.take(0), n: 0 }
  const { starts } = child
  let total = 0
  for (let i = 0; i < n; i++) total += starts[rows[i]! + 1]! - starts[rows[i]!]!
  const out = scratch.take(total)
  let k = 0
  for (let i = 0; i < n; i++) {
    const end = starts[rows[i]! + 1]!
    for (let row = starts[rows[i]!]!; row < end; row++) out[k++] = row
  }
  return { rows: out, n: k }
}
