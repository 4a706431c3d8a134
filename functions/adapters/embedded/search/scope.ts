import type { IndexScope } from '../../../../shared/search/index-query.ts'
import { childrenOf, type Node, type Rows } from './nodes.ts'
import { plan } from './plan.ts'
import type { Table } from './table.ts'

/** The way from documents to the rows of a scope; its conditions are made ready once for all documents. */
export class Scope {
  /** What the rows are rows of. */
  readonly table: Table
  private readonly steps: { child: Table; where: Node }[] = []
  constructor(documents: Table, scope: IndexScope | undefined) {
    let at = documents
    for (let s = scope; s; s = s.nested) {
      at = at.child(s.path)
      this.steps.push({ child: at, where: plan(s.where, at, true) })
    }
    this.table = at
  }
  /** The rows below `n` documents, ascending as those are. */
  rowsOf(documents: Int32Array, n: number): Rows {
    let found: Rows = { rows: documents, n }
    for (const { child, where } of this.steps) {
      const { rows, n: all } = childrenOf(child, found.rows, found.n)
      found = { rows, n: where.filter(rows, all, rows) }
    }
    return found
  }
}
