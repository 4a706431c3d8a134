import { ClassIndex } from './class-index.ts'
import type { Column } from './column.ts'
import type { Dictionary } from './dictionary.ts'
import type { Table } from './table.ts'

/**
 * Copies what is alive of an index into a new one, a little at a time, while the old one goes on answering and
 * taking writes. Values that nobody has any more are left behind too.
 */
export class Compaction {
  readonly from: ClassIndex
  readonly to: ClassIndex
  /** By row of the old table: the row of the new one, plus one. */
  private readonly moved: Int32Array[] = []
  private readonly codes = new Map<Dictionary, Int32Array[]>()
  private next = 0
  private static readonly chunk = 1 << 16

  constructor(from: ClassIndex) {
    this.from = from
    this.to = new ClassIndex(from.mapping)
  }
  /** Works for about so many milliseconds; true when only `finish` is left. */
  step(milliseconds: number): boolean {
    const until = performance.now() + milliseconds
    const { table } = this.from.parts
    while (this.next < table.length) {
      this.copyDocument(this.next++)
      if ((this.next & 15) === 0 && performance.now() > until) return this.next >= table.length
    }
    return true
  }
  /** Takes over what changed meanwhile. Nothing may write between this and the switch. */
  finish(): ClassIndex {
    const { from, to } = this
    while (this.next < from.parts.table.length) this.copyDocument(this.next++)
    for (let row = 0; row < from.parts.table.length; row++) {
      const at = this.movedTo(row)
      if (at < 0 || from.parts.live.has(row) || !to.parts.live.has(at)) continue
      to.parts.live.clear(at)
      to.parts.liveCount--
    }
    for (const { id, rev } of from.tombstones()) to.note(to.parts.ids.encode(id), -1, rev)
    for (const { sorts, sorted, sortedTo } of from.storedOrders()) {
      if (sortedTo === 0) continue
      const rows: number[] = []
      let highest = -1
      for (const row of sorted) {
        const at = this.movedTo(row)
        if (at < 0) continue
        rows.push(at)
        if (at > highest) highest = at
      }
      // Rows move without changing places, so the order knows all rows up to its highest.
      if (rows.length === highest + 1) to.restoreOrder(sorts, Int32Array.from(rows), highest + 1)
    }
    return to
  }
  private movedTo(row: number): number {
    return (this.moved[row >>> 16]?.[row & 0xffff] ?? 0) - 1
  }
  private copyDocument(row: number) {
    const { from, to } = this
    if (!from.parts.live.has(row)) return
    const at = this.copyRow(from.parts.table, row, to.parts.table, 0)
    const chunk = row >>> 16
    this.moved[chunk] ??= new Int32Array(Compaction.chunk)
    this.moved[chunk][row & 0xffff] = at + 1
    const code = from.parts.table.column('id').data[row]!
    to.enter(to.parts.table.column('id').data[at]!, at, from.parts.revs[code]!)
  }
  private copyRow(from: Table, row: number, to: Table, parent: number): number {
    const at = to.open(parent)
    for (const [name, column] of from.columns) this.copyValue(column, row, to.column(name))
    for (const [name, child] of from.children) {
      const into = to.child(name)
      for (let r = child.starts[row]!; r < child.starts[row + 1]!; r++) this.copyRow(child, r, into, at)
    }
    to.close(at)
    return at
  }
  private copyValue(from: Column, row: number, to: Column) {
    const code = from.data[row]!
    if (code === 0) to.pushCode(0)
    else if (code > 0) to.pushCode(this.translate(code, from.dictionary, to.dictionary))
    else to.pushCodes(from.codesAt(row).map((c) => this.translate(c, from.dictionary, to.dictionary)))
  }
  private translate(code: number, from: Dictionary, to: Dictionary): number {
    let chunks = this.codes.get(from)
    if (!chunks) {
      chunks = []
      this.codes.set(from, chunks)
    }
    const chunk = code >>> 16
    chunks[chunk] ??= new Int32Array(Compaction.chunk)
    const known = chunks[chunk][code & 0xffff]!
    if (known) return known
    const made = to.encode(from.value(code))
    chunks[chunk][code & 0xffff] = made
    return made
  }
}
