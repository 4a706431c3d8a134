/** From a tree of conditions to the filter that every call takes. Pure. */
import { relativeDayAt } from '../rules/relative-day.ts'
import type { CatalogueField } from './catalogue-field.ts'
import { and, inRow, not, oneOf, or } from './combine-filters.ts'
import type { Filter } from './filter.ts'
import { known } from './seen-rows.ts'
import type { CombinedNode, SearchDay, SearchNode, TableRowNode } from './tree.ts'

/** What the rows of a field are called; undefined for fields of the document, and of no field. */
export type RowsOf = (field: string) => string | undefined
export const rowsOfCatalogue =
  (catalogue: CatalogueField[]): RowsOf =>
  (field) =>
    known(catalogue).fields.get(field)?.nestedPath

interface TreeContext {
  /** `YYYY-MM-DD`: what days of the tree are counted from. */
  today: string
  rowsOf: RowsOf
  /** The list that all conditions on lists are about. */
  inList?: string | undefined
}

const lists = 'lists'
const ofList = (list: string): Filter => ({ field: 'lists.list', comparison: 'eq', value: list })
const isInLists = (path: string | undefined) => path === lists || path?.startsWith(`${lists}.`) === true

class TreeCompiler {
  private readonly context: TreeContext
  constructor(context: TreeContext) {
    this.context = context
  }

  /** Undefined where nothing is asked. `rows`: path of the row that the node is asked of. */
  compile(node: SearchNode, rows?: string): Filter | undefined {
    switch (node.type) {
      case 'nop':
        return undefined
      case 'combined':
        return this.group(node, rows)
      case 'tablerow':
        return this.row(node, rows)
      default:
        return leaves[node.type](node as never, { ...this.context, rows })
    }
  }

  private group({ operator, nodes }: CombinedNode | TableRowNode, rows?: string): Filter | undefined {
    const parts = nodes.flatMap((node) => this.compile(node, rows) ?? [])
    if (parts.length === 0) return undefined
    if (operator === 'AND') return and(parts)
    return operator === 'OR' ? or(parts) : not(or(parts))
  }

  private row(node: TableRowNode, rows?: string): Filter | undefined {
    const match = this.group(node, node.path)
    if (!match) return undefined
    return inListRow(inRow(node.path, match), node.path, { ...this.context, rows })
  }
}

interface LeafContext extends TreeContext {
  rows: string | undefined
}
/** Asks of the list of the search, where the condition is about lists and no row says which. */
function inListRow(filter: Filter, path: string | undefined, { inList, rows }: LeafContext): Filter {
  if (inList === undefined || !isInLists(path) || isInLists(rows)) return filter
  const match = path === lists && '$nested' in filter ? filter.$nested.match : filter
  return inRow(lists, and([ofList(inList), match]))
}

type LeafOf<T extends SearchNode['type']> = Extract<SearchNode, { type: T }>
type LeafType = Exclude<SearchNode['type'], 'nop' | 'combined' | 'tablerow'>
const leaves: { [T in LeafType]: (node: LeafOf<T>, context: LeafContext) => Filter | undefined } = {
  simple({ field, comparator, value }, context) {
    const path = context.rowsOf(field)
    if (value === undefined) return inListRow({ field, comparison: 'exists' }, path, context)
    if (Array.isArray(value)) return inListRow(oneOf(field, value), path, context)
    const scalar = typeof value === 'object' ? relativeDayAt(value, context.today) : value
    return inListRow({ field, comparison: comparator, value: scalar }, path, context)
  },
  external({ comparator, value }, context) {
    const of = (field: string): Filter => ({ field, comparison: comparator, value })
    const permits = inListRow(of('lists.permits'), 'lists.permits', context)
    // A register's key is the product's, not one of a list.
    return isInLists(context.rows) ? permits : or([of('importKey'), permits])
  },
  approval(node, context) {
    const match = approvals(node, (day) => dayAt(day, context.today))
    const isOfList = isInLists(context.rows)
    return isOfList ? match : inListRow(inRow(lists, match), lists, context)
  },
  company({ companies, roles }, context) {
    const parts: Filter[] = []
    if (companies.length) parts.push(oneOf('lists.companies.company', companies))
    if (roles.length) parts.push(oneOf('lists.companies.role', roles))
    if (parts.length === 0) return undefined
    return inListRow(inRow('lists.companies', and(parts)), 'lists.companies', context)
  },
  reference({ field, ids }, context) {
    return inListRow(oneOf(field, ids), context.rowsOf(field), context)
  },
}

const dayAt = (day: SearchDay | undefined, today: string): string =>
  day === undefined ? today : typeof day === 'string' ? day : relativeDayAt(day, today)

const approvalPath = 'lists.approvals'
/** What one list meets. The index has a row for each period in which an approval stands. */
function approvals(
  { range, standards, from, until }: LeafOf<'approval'>,
  dayOf: (day: SearchDay | undefined) => string,
): Filter {
  const field = (name: string) => `${approvalPath}.${name}`
  const row = (of: readonly string[], conditions: Filter[]): Filter =>
    inRow(
      approvalPath,
      and([
        ...(of.length === 0 ? [] : [oneOf(field('standard'), of)]),
        { field: field('active'), comparison: 'eq', value: true },
        ...conditions,
      ]),
    )
  if (range === 'initiated')
    return row(standards, [
      { field: field('tmp_begin'), comparison: 'exists' },
      // What is proposed lies in the period, where there is one.
      ...(until ? [{ field: field('tmp_begin'), comparison: 'lte', value: dayOf(until) } as const] : []),
      ...(from ? [not({ field: field('tmp_end'), comparison: 'lt', value: dayOf(from) })] : []),
    ])
  const [first, last] = [dayOf(from), dayOf(until ?? from)]
  // An approval without an end holds for good.
  const stands = (begun: string, notOver: string): Filter[] => [
    { field: field('given'), comparison: 'eq', value: true },
    { field: field('begin'), comparison: 'lte', value: begun },
    not({ field: field('end'), comparison: 'lt', value: notOver }),
  ]
  if (range === 'partial_partial') return row(standards, stands(last, first))
  const throughout = stands(first, last)
  if (range === 'partial_total' || standards.length < 2) return row(standards, throughout)
  return and(standards.map((standard) => row([standard], throughout)))
}
/**
 * The filter of a tree; undefined where it asks nothing. With `inList` products that have the list, and conditions on lists
 * are about that one. Fields that there are not stay in the filter, and are refused by whoever evaluates it.
 */
export function treeFilter(tree: SearchNode, context: TreeContext): Filter | undefined {
  const asked = new TreeCompiler(context).compile(tree)
  const { inList } = context
  const parts = [...(inList === undefined ? [] : [inRow(lists, ofList(inList))]), ...(asked ? [asked] : [])]
  return parts.length > 0 ? and(parts) : undefined
}
