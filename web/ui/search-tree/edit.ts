/** Changes of a tree of conditions, by the place of a node. Pure. */
import {
  type CombinedNode,
  isGroup,
  type SearchNode,
  searchTree,
  type TableRowNode,
} from '../../../shared/search/tree.ts'

/** Which of its group's nodes, from the top down; empty: the tree itself. */
export type TreePath = readonly number[]
export type GroupNode = CombinedNode | TableRowNode

export const emptyTree: CombinedNode = { type: 'combined', operator: 'AND', nodes: [] }
/** A tree that conditions can be added to. */
export const asGroup = (tree: SearchNode): GroupNode =>
  isGroup(tree) ? tree : { ...emptyTree, nodes: tree.type === 'nop' ? [] : [tree] }

function changeAt(
  tree: SearchNode,
  path: TreePath,
  change: (node: SearchNode) => SearchNode | undefined,
): SearchNode {
  const [first, ...rest] = path
  if (first === undefined) return change(tree) ?? emptyTree
  if (!isGroup(tree)) return tree
  const nodes = tree.nodes.flatMap((node, i): SearchNode[] => {
    if (i !== first) return [node]
    if (rest.length > 0) return [changeAt(node, rest, change)]
    const changed = change(node)
    return changed ? [changed] : []
  })
  return { ...tree, nodes }
}
export const replaceAt = (tree: SearchNode, path: TreePath, node: SearchNode): SearchNode =>
  changeAt(tree, path, () => node)
export const removeAt = (tree: SearchNode, path: TreePath): SearchNode =>
  changeAt(tree, path, () => undefined)
export const addTo = (tree: SearchNode, path: TreePath, node: SearchNode): SearchNode =>
  changeAt(tree, path, (group) => (isGroup(group) ? { ...group, nodes: [...group.nodes, node] } : group))
/** The node one place further up (`-1`) or down in its group; the tree as it is where there is none. */
export function moveBy(tree: SearchNode, path: TreePath, by: 1 | -1): SearchNode {
  const at = path.at(-1)
  if (at === undefined) return tree
  return changeAt(tree, path.slice(0, -1), (group) => {
    if (!isGroup(group) || group.nodes[at + by] === undefined) return group
    const nodes = [...group.nodes]
    nodes.splice(at + by, 0, ...nodes.splice(at, 1))
    return { ...group, nodes }
  })
}

/** Does the node lack something, so that it cannot be asked? */
export function isOpen(node: SearchNode): boolean {
  if (node.type === 'simple') {
    const { comparator, value } = node
    if (node.field === '') return true
    return comparator !== 'exists' && (value === undefined || value === '' || isEmptyList(value))
  }
  if (node.type === 'external') return node.value.trim() === ''
  if (node.type === 'company') return node.companies.length === 0 && node.roles.length === 0
  return node.type === 'reference' && node.ids.length === 0
}
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
/** How many conditions lack something. */
export const openIn = (node: SearchNode): number =>
  isGroup(node) ? node.nodes.reduce((sum, inner) => sum + openIn(inner), 0) : Number(isOpen(node))
/** The tree without what lacks something and without groups of nothing: what can be asked already. */
export function askable(node: SearchNode): SearchNode {
  if (!isGroup(node)) return isOpen(node) ? { type: 'nop' } : node
  const nodes = node.nodes.map(askable).filter(({ type }) => type !== 'nop')
  return nodes.length === 0 ? { type: 'nop' } : { ...node, nodes }
}

/** The tree without conditions on these fields, and rows of these paths. */
export function withoutFields(node: SearchNode, gone: readonly string[]): SearchNode {
  if (gone.length === 0) return node
  if ((node.type === 'simple' || node.type === 'reference') && gone.includes(node.field))
    return { type: 'nop' }
  if (!isGroup(node) || (node.type === 'tablerow' && gone.includes(node.path)))
    return isGroup(node) ? { type: 'nop' } : node
  return { ...node, nodes: node.nodes.map((inner) => withoutFields(inner, gone)) }
}

/** Why a tree without open conditions cannot be asked all the same: the condition that does not fit, or that it is too large. */
export function problemOf(tree: SearchNode): { node: SearchNode } | 'tooLarge' | undefined {
  const { error } = searchTree.safeParse(tree)
  if (!error) return undefined
  let node = tree
  for (const step of error.issues[0]!.path)
    if (typeof step === 'number' && isGroup(node)) node = node.nodes[step] ?? node
  return isGroup(node) ? 'tooLarge' : { node }
}
