/** Companies that the conditions of a search ask for. Pure. */
import { isGroup, nodesOf, type SearchNode } from './tree.ts'

/** The field of the catalogue whose values are companies. */
const companyField = 'lists.companies.company'

export function companiesOfTree(tree: SearchNode): string[] {
  const found = [...nodesOf(tree)].flatMap((node) => {
    if (node.type === 'company') return node.companies
    if (node.type === 'reference' && node.field === companyField) return node.ids
    return node.type === 'simple' && node.field === companyField ? [node.value].flat() : []
  })
  return [...new Set(found.filter((one): one is string => typeof one === 'string'))]
}

/** The tree that asks for `to` wherever it asked for `from`, each once. */
export function treeWithCompany(tree: SearchNode, from: string, to: string): SearchNode {
  const instead = <T>(values: readonly T[]) => [
    ...new Set(values.map((one) => (one === from ? (to as T) : one))),
  ]
  if (isGroup(tree)) return { ...tree, nodes: tree.nodes.map((node) => treeWithCompany(node, from, to)) }
  if (tree.type === 'company') return { ...tree, companies: instead(tree.companies) }
  if (tree.type === 'reference' && tree.field === companyField) return { ...tree, ids: instead(tree.ids) }
  if (tree.type !== 'simple' || tree.field !== companyField) return tree
  if (Array.isArray(tree.value)) return { ...tree, value: instead(tree.value) }
  return tree.value === from ? { ...tree, value: to } : tree
}
