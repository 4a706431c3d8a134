import { offsetPagingLimit } from '../../../../shared/constants.ts'
import { ruleViolated } from '../../../../shared/errors.ts'
import type {
  IndexAggregate,
  IndexDocument,
  IndexHits,
  IndexMapping,
  IndexQuery,
  IndexSearch,
  IndexSort,
} from '../../../../shared/search/index-query.ts'
import { Aggregates } from './aggregate.ts'
import { check } from './check.ts'
import { Column } from './column.ts'
import { type CursorState, readCursor, writeCursor } from './cursor.ts'
import type { WordDictionary } from './dictionary.ts'
import { valuesOf } from './fetch.ts'
import { Bits, grownInts } from './growing.ts'
import { Hits } from './hits.ts'
import { Known } from './leaves.ts'
import { limits } from './limits.ts'
import { Order } from './order.ts'
import { allOf, plan } from './plan.ts'
import { newDictionary, Pools, Table } from './table.ts'

/** Orders that are kept ready. */
const maxOrders = 24
/** Documents of an order that are looked at together. */
const chunk = 512

export interface ClassParts {
  pools: Pools
  table: Table
  ids: WordDictionary
  /** By code of the id: the row, -1 if the document is deleted, and its version. */
  rows: Int32Array
  revs: Int32Array
  live: Bits
  liveCount: number
}

/** The documents of one entity class in columns. */
export class ClassIndex {
  readonly mapping: IndexMapping
  readonly parts: ClassParts
  private readonly orders = new Map<string, Order>()
  private byId: Order | undefined
  private readonly aggregates = new Aggregates()

  constructor(mapping: IndexMapping, parts?: ClassParts) {
    this.mapping = mapping
    if (parts) this.parts = parts
    else {
      const pools = new Pools()
      const table = new Table(
        mapping,
        undefined,
        (path, kind) => new Column(kind, newDictionary(path, kind, pools)),
      )
      this.parts = {
        pools,
        table,
        ids: table.column('id').dictionary as WordDictionary,
        rows: new Int32Array(0),
        revs: new Int32Array(0),
        live: new Bits(0),
        liveCount: 0,
      }
    }
  }
  private readonly idOf = (document: number): string =>
    this.parts.ids.values[this.parts.table.column('id').data[document]!]!

  get size() {
    return this.parts.liveCount
  }
  get deadCount() {
    return this.parts.table.length - this.parts.liveCount
  }
  /** The version that the index knows of an id, also of a deleted one; 0 if none. */
  revOf(id: string): number {
    const code = this.parts.ids.codeOf(id)
    return code < this.parts.revs.length ? this.parts.revs[code]! : 0
  }
  rowOf(code: number): number {
    return code > 0 && code < this.parts.rows.length ? this.parts.rows[code]! - 1 : -1
  }
  /** Says where the document of an id is, and its version; row -1: deleted. */
  note(code: number, row: number, rev: number) {
    const { parts } = this
    parts.rows = grownInts(parts.rows, code + 1)
    parts.revs = grownInts(parts.revs, code + 1)
    // One more than the row, so that 0 is none.
    parts.rows[code] = row + 1
    parts.revs[code] = rev
  }
  private drop(code: number) {
    const row = this.rowOf(code)
    if (row < 0) return
    this.aggregates.forget(row)
    this.parts.live.clear(row)
    this.parts.liveCount--
  }
  /** Puts or removes a document unless something newer is known. A removed one needs a greater version to come back. */
  apply(id: string, rev: number, document: IndexDocument | undefined) {
    const { parts } = this
    const code = parts.ids.encode(id)
    const known = code < parts.revs.length ? parts.revs[code]! : 0
    const isGone = known > 0 && this.rowOf(code) < 0
    if (rev < known || (rev === known && isGone)) return
    if (!document) {
      this.drop(code)
      this.note(code, -1, rev)
      return
    }
    check(document, this.mapping, '')
    const fields = { ...document.fields, id: document.id }
    this.enter(code, parts.table.add({ fields, nested: document.nested }), rev)
  }
  /** A row that was just added is the document of that id now. */
  enter(code: number, row: number, rev: number) {
    this.drop(code)
    this.parts.live.reserve(row + 1)
    this.parts.live.set(row)
    this.parts.liveCount++
    this.note(code, row, rev)
  }
  /** Ids and versions of deleted documents. */
  *tombstones(): Generator<{ id: string; rev: number }> {
    const { ids, revs } = this.parts
    for (let code = 1; code < revs.length && code <= ids.size; code++)
      if (revs[code]! > 0 && this.rowOf(code) < 0) yield { id: ids.values[code]!, rev: revs[code]! }
  }

  private hits(query: IndexQuery): Hits {
    const { table, live } = this.parts
    const node = plan(query, table)
    return new Hits(
      this.deadCount === 0 ? node : allOf(table, [node, new Known(live, this.size)]),
      table.length,
    )
  }
  count(query: IndexQuery): number {
    return this.hits(query).find().count
  }

  order(sorts: IndexSort[]): Order {
    const key = JSON.stringify(sorts)
    let order = this.orders.get(key)
    if (order) this.orders.delete(key)
    else order = this.newOrder(sorts)
    this.orders.set(key, order)
    for (const oldest of this.orders.keys()) {
      if (this.orders.size <= maxOrders) break
      this.orders.delete(oldest)
    }
    order.refresh()
    return order
  }
  private newOrder(sorts: IndexSort[]): Order {
    const { table } = this.parts
    this.byId ??= new Order(table, [], this.idOf)
    return new Order(table, sorts, this.idOf, () => this.byId!.all())
  }
  /** Orders that were used, with their sorts. */
  storedOrders(): { sorts: IndexSort[]; sorted: Int32Array; sortedTo: number }[] {
    return [...this.orders].flatMap(([key, order]) => {
      const stored = order.stored()
      return stored ? [{ sorts: JSON.parse(key) as IndexSort[], ...stored }] : []
    })
  }
  restoreOrder(sorts: IndexSort[], sorted: Int32Array, sortedTo: number) {
    const order = this.newOrder(sorts)
    order.restore(sorted, sortedTo)
    this.orders.set(JSON.stringify(sorts), order)
  }

  search(search: IndexSearch): IndexHits {
    const { page, countTo } = search
    if ('start' in page && page.start + page.limit > offsetPagingLimit)
      throw ruleViolated('Too many hits to show all pages. Please refine the search.', {
        key: 'tooManyHits',
        params: { limit: offsetPagingLimit },
      })
    const after = 'cursor' in page && page.cursor !== '' ? readCursor(page.cursor, search) : undefined
    const start = 'start' in page ? page.start : 0
    const found = this.hits(search.query).find(countTo)
    if (!found.isNear(start + page.limit + 1)) found.find()
    const order = this.order(search.sort)
    const exact = this.exactMatches(search, found)
    const rows = this.page(found, exact, order, after, start, page.limit)
    const last = rows.list.at(-1)
    const values = valuesOf(this.parts.table, rows.list, search.fetch)
    return {
      rows: rows.list.map((row, i) => ({
        id: this.idOf(row),
        rev: this.parts.revs[this.parts.table.column('id').data[row]!]!,
        values: values[i]!,
      })),
      ...(found.isComplete ? { count: found.count } : { count: countTo!, isAtLeast: true }),
      ...(rows.more &&
        last !== undefined && {
          cursor: writeCursor(search, exact.has(last), order.keysOf(last), this.idOf(last)),
        }),
    }
  }
  private exactMatches(search: IndexSearch, found: Hits): Set<number> {
    if (!search.exactFirst) return new Set()
    const { field, value } = search.exactFirst
    const { table } = this.parts
    const { rows, n } = plan({ op: 'terms', field, values: [value] }, table).select(0, table.length)
    const equal = rows.subarray(0, n)
    found.look(equal)
    return new Set(equal.filter((row) => found.has(row)))
  }
  /** The rows of a page in order, and whether others follow. */
  private page(
    found: Hits,
    exact: Set<number>,
    order: Order,
    after: CursorState | undefined,
    start: number,
    limit: number,
  ): { list: number[]; more: boolean } {
    const isBehind = (row: number) => !after || order.compareWith(row, after.keys, after.id) > 0
    const first = [...exact].filter((row) => !after || (after.exact && isBehind(row))).sort(order.compare)
    const wanted = start + limit + 1
    const list = first.slice(0, wanted)
    if (list.length < wanted) {
      // After an exact match all of the others are still to come.
      const from = after && !after.exact ? after : undefined
      const rest = this.inOrder(found, exact, order, from, wanted - list.length)
      for (const row of rest) list.push(row)
    }
    return { list: list.slice(start, start + limit), more: list.length === wanted }
  }
  private inOrder(
    found: Hits,
    exact: Set<number>,
    order: Order,
    after: CursorState | undefined,
    wanted: number,
  ): number[] {
    const firstOf = () => {
      const rest = found.all().filter((row) => {
        return !exact.has(row) && (!after || order.compareWith(row, after.keys, after.id) > 0)
      })
      return order.first(rest, wanted)
    }
    const isFew = found.isComplete && found.count <= limits.fewHits
    if (isFew && !(order.isSorted && found.count > limits.fewHits / 8)) return firstOf()
    const all = order.all()
    const list: number[] = []
    const begin = after ? order.behind(after.keys, after.id) : 0
    for (let at = begin; at < all.length; at += chunk) {
      // What is found may stand together far behind: then comparing it is faster than going there.
      if (found.isComplete && at - begin > found.count * 16) return firstOf()
      const rows = all.subarray(at, at + chunk)
      if (!found.isComplete) found.look(rows)
      for (const row of rows) {
        if (!found.has(row) || exact.has(row)) continue
        if (list.push(row) === wanted) return list
      }
    }
    return list
  }

  aggregate(query: IndexQuery, aggregates: Record<string, IndexAggregate>) {
    return this.aggregates.run(this.parts.table, this.parts.live, query, aggregates)
  }
}
