/** A filter as a tree of conditions: the other way of `treeFilter`. Pure. */
import type { Filter, FilterLeaf } from './filter.ts'
import { isGroup, type SearchNode, searchComparators } from './tree.ts'

const group = (operator: 'AND' | 'OR' | 'NOT', nodes: SearchNode[]): SearchNode => ({
  type: 'combined',
  operator,
  nodes,
})
const not = (node: SearchNode): SearchNode => group('NOT', [node])
const isComparator = (comparison: string): comparison is (typeof searchComparators)[number] =>
  (searchComparators as readonly string[]).includes(comparison)

function leafNode({ field, comparison, value }: FilterLeaf): SearchNode | undefined {
  if (comparison === 'exists') {
    const exists: SearchNode = { type: 'simple', field, comparator: 'exists' }
    return value === false ? not(exists) : exists
  }
  if (value === undefined) return undefined
  if (comparison === 'in') {
    if (!Array.isArray(value) || value.length === 0) return undefined
    return { type: 'simple', field, comparator: 'eq', value }
  }
  if (Array.isArray(value)) return undefined
  if (comparison === 'ne') return not({ type: 'simple', field, comparator: 'eq', value })
  return isComparator(comparison) ? { type: 'simple', field, comparator: comparison, value } : undefined
}

/** Nothing is chosen in it: a tree leaves it out, where a filter of no conditions means everything, or nothing. */
const asksNothing = (node: SearchNode): boolean =>
  node.type === 'nop' || (isGroup(node) && node.nodes.every(asksNothing))

/**
 * The tree that asks the same. Undefined where none does: ways of reading a text (`use`, `fuzzy`), groups of no conditions, and
 * what is no filter that could be evaluated.
 */
export function treeOfFilter(filter: Filter): SearchNode | undefined {
  if ('$and' in filter) return groupOf('AND', filter.$and)
  if ('$or' in filter) return groupOf('OR', filter.$or)
  if ('$not' in filter) {
    const node = treeOfFilter(filter.$not)
    return node && !asksNothing(node) ? not(node) : undefined
  }
  if ('$nested' in filter) {
    const { path, match } = filter.$nested
    const node = treeOfFilter(match)
    if (!node || asksNothing(node)) return undefined
    const isOpen = node.type === 'combined' && node.operator !== 'NOT'
    return {
      type: 'tablerow',
      path,
      operator: isOpen ? node.operator : 'AND',
      nodes: isOpen ? node.nodes : [node],
    }
  }
  return filter.use !== undefined || filter.fuzzy ? undefined : leafNode(filter)
}
function groupOf(operator: 'AND' | 'OR', parts: Filter[]): SearchNode | undefined {
  const nodes = parts.map(treeOfFilter)
  if (!nodes.every((node) => node !== undefined)) return undefined
  return operator === 'OR' && (nodes.length === 0 || nodes.some(asksNothing))
    ? undefined
    : group(operator, nodes)
}
