import type { IndexKind, IndexMapping, IndexRow } from '../../../../shared/search/index-query.ts'
import type { Column } from './column.ts'
import { type Dictionary, NumberDictionary, WordDictionary } from './dictionary.ts'
import { grownInts } from './growing.ts'
import { Kept } from './kept.ts'
import { TextPool } from './text-pool.ts'

/**
 * Texts are kept once in a pool. Each text field of the documents has its own, because parts of names are looked for
 * most; the rows below share one.
 */
export class Pools {
  readonly byName: Map<string, TextPool>
  constructor(byName = new Map<string, TextPool>()) {
    this.byName = byName
  }
  of(path: string): TextPool {
    const name = path.includes('.') ? 'rows' : path
    const pool = this.byName.get(name) ?? new TextPool()
    this.byName.set(name, pool)
    return pool
  }
}
export function newDictionary(path: string, kind: IndexKind, pools: Pools): Dictionary {
  if (kind === 'text') return pools.of(path)
  return kind === 'keyword' ? new WordDictionary() : new NumberDictionary(kind)
}

/**
 * The documents of a class, or the rows of one nested path of all of them. The children of a row are neighbours and
 * in the order of their parents, so a row knows its children by two numbers.
 */
export class Table {
  readonly columns: Map<string, Column>
  readonly children: Map<string, Table>
  readonly above: Table | undefined
  length = 0
  /** Row of the table above. */
  parents: Int32Array = new Int32Array(0)
  /** First row of each row of the table above; one longer than that table, or empty like this one. */
  starts: Int32Array = new Int32Array(1)
  /** Names the rows: `lists.values.`; empty for documents. */
  readonly path: string
  private readonly depth: number
  /** The table of the documents. */
  readonly root: Table
  readonly kept: Kept

  constructor(
    mapping: IndexMapping,
    above: Table | undefined,
    makeColumn: (path: string, kind: IndexKind) => Column,
    path = '',
  ) {
    this.above = above
    this.path = path
    this.depth = above ? above.depth + 1 : 0
    this.root = above?.root ?? this
    this.kept = above?.kept ?? new Kept()
    this.columns = new Map(
      Object.entries(mapping.fields).map(([name, kind]) => [name, makeColumn(`${path}${name}`, kind)]),
    )
    this.children = new Map(
      Object.entries(mapping.nested).map(([name, nested]) => [
        name,
        new Table(nested, this, makeColumn, `${path}${name}.`),
      ]),
    )
  }
  column(name: string): Column {
    const found = this.columns.get(name)
    if (!found) throw new Error(`the index has no field ${name}`)
    return found
  }
  child(name: string): Table {
    const found = this.children.get(name)
    if (!found) throw new Error(`the index has no rows ${name}`)
    return found
  }
  /** Opens a row below `parent`; the caller fills its columns and children, then closes it. */
  open(parent: number): number {
    const row = this.length++
    if (this.above) {
      this.parents = grownInts(this.parents, this.length)
      this.parents[row] = parent
    }
    return row
  }
  close(row: number) {
    for (const child of this.children.values()) {
      // Rows ahead of the first that has children start at 0, as an array is when it is made.
      if (child.length === 0) continue
      child.starts = grownInts(child.starts, row + 2)
      child.starts[row + 1] = child.length
    }
  }
  /** Adds a row with all that is below it; it must fit the mapping. */
  add(row: IndexRow, parent = 0): number {
    const at = this.open(parent)
    for (const [name, column] of this.columns) column.push(row.fields[name])
    for (const [name, child] of this.children) {
      const below = row.nested[name]
      if (below) for (const nested of below) child.add(nested, at)
    }
    this.close(at)
    return at
  }
  /** The row of the root table that a row belongs to. */
  documentOf(row: number): number {
    if (this.depth === 1) return this.parents[row]!
    let at = row
    for (let table: Table = this; table.above; table = table.above) at = table.parents[at]!
    return at
  }
}
