/**
 * Conditions ready to run. Each can find its rows from nothing (`select`), or keep those of given rows that meet it
 * (`filter`); both work on ascending row numbers, many at once. Rows of deleted documents are still among them.
 */
import { Bits, Scratch } from './growing.ts'
import type { Table } from './table.ts'

/** Arrays of the question that is being answered; whoever asks gives them back. Nothing here waits for anything. */
export const scratch = new Scratch()

export interface Rows {
  /** Ascending; may be longer than `n`, and may be part of the index: it is not written to. */
  rows: Int32Array
  n: number
}
export abstract class Node {
  /** About so many rows meet it; 0 only if none does. */
  abstract readonly card: number
  /** Rows looked at by `select`. */
  abstract readonly cost: number
  /** Effort of `filter` for each row given, in looks at a row. */
  abstract readonly perRow: number
  abstract select(): Rows
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
  select() {
    return rangeOf(0, this.card)
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
/** Rows of `a` that are not in `b`, both ascending. */
function without(a: Int32Array, n: number, b: Int32Array, m: number, out: Int32Array): number {
  let k = 0
  let j = 0
  for (let i = 0; i < n; i++) {
    const row = a[i]!
    while (j < m && b[j]! < row) j++
    if (j >= m || b[j] !== row) out[k++] = row
  }
  return k
}
function shared(a: Int32Array, n: number, b: Int32Array, m: number, out: Int32Array): number {
  let k = 0
  let j = 0
  for (let i = 0; i < n && j < m; i++) {
    const row = a[i]!
    while (j < m && b[j]! < row) j++
    if (j < m && b[j] === row) out[k++] = row
  }
  return k
}
/** An empty set of bits from the scratch. */
export function freshBits(rows: number): Bits {
  const size = (rows + 31) >>> 5
  const words = scratch.take(size).subarray(0, size)
  words.fill(0)
  return new Bits(0, words)
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
  select(): Rows {
    const { rows, n } = this.lead.select()
    const out = scratch.take(n)
    let from = rows
    let k = n
    for (const node of this.rest) {
      if (k === 0) break
      k = node.filter(from, k, out)
      from = out
    }
    return { rows: from, n: k }
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
  private readonly table: Table
  private readonly of: Node[]
  constructor(table: Table, of: Node[]) {
    super()
    this.table = table
    this.of = of
    this.card = Math.min(
      table.length,
      of.reduce((sum, node) => sum + node.card, 0),
    )
    this.cost = of.reduce((sum, node) => sum + node.cost, 0) + (table.length >>> 5)
    this.perRow = of.reduce((sum, node) => sum + node.perRow + 1, 0)
  }
  select(): Rows {
    const bits = freshBits(this.table.length)
    const { words } = bits
    for (const node of this.of) {
      const { rows, n } = node.select()
      for (let i = 0; i < n; i++) words[rows[i]! >>> 5]! |= 1 << (rows[i]! & 31)
    }
    const rows = scratch.take(this.table.length)
    return { rows, n: bits.extract(rows) }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    const bits = freshBits(this.table.length)
    const found = scratch.take(n)
    const rest = scratch.take(n)
    let from = rows
    let left = n
    for (const node of this.of) {
      if (left === 0) break
      const k = node.filter(from, left, found)
      for (let i = 0; i < k; i++) bits.set(found[i]!)
      left = without(from, left, found, k, rest)
      from = rest
    }
    let k = 0
    for (let i = 0; i < n; i++) if (bits.has(rows[i]!)) out[k++] = rows[i]!
    return k
  }
}

export class Not extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow: number
  private readonly table: Table
  private readonly of: Node
  constructor(table: Table, of: Node) {
    super()
    this.table = table
    this.of = of
    this.card = table.length
    this.cost = table.length + of.cost
    this.perRow = of.perRow + 1
  }
  select(): Rows {
    const { rows, n } = this.of.select()
    const range = rangeOf(0, this.table.length)
    return { rows: range.rows, n: without(range.rows, range.n, rows, n, range.rows) }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    const found = scratch.take(n)
    const k = this.of.filter(rows, n, found)
    return without(rows, n, found, k, out)
  }
}

/** Some child of the row meets the condition. */
export class Nested extends Node {
  readonly card: number
  readonly cost: number
  readonly perRow: number
  private readonly child: Table
  private readonly of: Node
  constructor(table: Table, child: Table, of: Node) {
    super()
    this.child = child
    this.of = of
    this.card = Math.min(table.length, of.card)
    this.cost = of.cost + of.card
    const children = table.length === 0 ? 0 : child.length / table.length
    this.perRow = 1 + children * (1 + of.perRow)
  }
  private parents(rows: Int32Array, n: number, out: Int32Array): number {
    const { parents } = this.child
    let k = 0
    let last = -1
    for (let i = 0; i < n; i++) {
      const parent = parents[rows[i]!]!
      if (parent !== last) {
        out[k++] = parent
        last = parent
      }
    }
    return k
  }
  select(): Rows {
    const { rows, n } = this.of.select()
    const out = scratch.take(n)
    return { rows: out, n: this.parents(rows, n, out) }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    if (n * this.perRow > this.cost + n) {
      const found = this.select()
      return shared(rows, n, found.rows, found.n, out)
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
  select(): Rows {
    const rows = scratch.take(this.card)
    return { rows, n: this.bits.extract(rows) }
  }
  filter(rows: Int32Array, n: number, out: Int32Array): number {
    const { words } = this.bits
    let k = 0
    for (let i = 0; i < n; i++) {
      const row = rows[i]!
      if ((words[row >>> 5]! >>> (row & 31)) & 1) out[k++] = row
    }
    return k
  }
}
