/** What the list is asked now, as one search: what is open, the conditions of the bar, and what was typed. */
import type { CombinedNode, SearchNode } from '../../../../shared/search/tree.ts'
import { asGroup, emptyTree } from '../../../ui/search-tree/edit.ts'
import type { OpenSearch } from './use-search.ts'

/** Conditions that stand together with others under AND. */
const under = (node: SearchNode): readonly SearchNode[] =>
  node.type === 'combined' && node.operator === 'AND' ? node.nodes : [node]

/** The open search and these beside it: all of them are asked. */
export function withBeside(
  search: Pick<OpenSearch, 'tree' | 'inList'> | undefined,
  beside: readonly (SearchNode | undefined)[],
): Pick<OpenSearch, 'tree' | 'inList'> {
  const base = search ? asGroup(search.tree) : emptyTree
  const added = beside.flatMap((node) => (node ? under(node) : []))
  if (added.length === 0) return { tree: base, inList: search?.inList }
  const tree: CombinedNode = { ...emptyTree, nodes: [...under(base), ...added] }
  return { tree, inList: search?.inList }
}
