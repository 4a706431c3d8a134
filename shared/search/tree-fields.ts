/** The fields that a tree of conditions asks for, and which of them a viewer cannot ask. */
import { id } from '../model/basics.ts'
import type { CatalogueField } from './catalogue-field.ts'
import { known, readable } from './seen-rows.ts'
import { nodesOf, type SearchNode } from './tree.ts'
import type { Viewer } from './visibility.ts'

/** Names of fields, each once, in the order of the tree. */
function fieldsOfTree(tree: SearchNode): string[] {
  const found = new Set<string>()
  for (const node of nodesOf(tree)) for (const field of fieldsOf(node)) found.add(field)
  return [...found]
}
function fieldsOf(node: SearchNode): string[] {
  switch (node.type) {
    case 'simple':
    case 'reference':
      return [node.field]
    case 'external':
      return ['importKey', 'lists.permits']
    case 'company':
      return [
        ...(node.companies.length ? ['lists.companies.company'] : []),
        ...(node.roles.length ? ['lists.companies.role'] : []),
      ]
    case 'approval':
      return [
        'lists.approvals.standard',
        ...(node.range === 'initiated' ? ['lists.approvals.tmp_begin'] : []),
      ]
    default:
      return []
  }
}

/**
 * `hidden`: fields that the viewer may see nowhere; the search would find other products than for who made it, so it is refused.
 * `missing`: fields and rows that there are not any more; the rest of the search stays.
 */
export function unaskable(
  tree: SearchNode,
  catalogue: CatalogueField[],
  viewer: Viewer,
): { hidden: string[]; missing: string[] } {
  const { fields, places } = known(catalogue)
  const asked = fieldsOfTree(tree)
  const rows = [...nodesOf(tree)].flatMap((node) => (node.type === 'tablerow' ? node.path : []))
  return {
    hidden: asked.filter((name) => {
      const field = fields.get(name)
      return field && !readable(field, viewer)
    }),
    missing: [
      ...asked.filter((name) => !fields.has(name)),
      ...new Set(rows.filter((path) => !places.has(path))),
    ],
  }
}

/** Ids of entities that the conditions of a tree name, each once: lists, flags, companies, standards … People are not among them. */
export function namedInTree(tree: SearchNode, catalogue: CatalogueField[]): string[] {
  const { fields } = known(catalogue)
  const isNaming = (name: string) => {
    const field = fields.get(name)
    return (field?.entityClass ?? field?.optionSource) !== undefined && field?.entityClass !== 'account'
  }
  const found = new Set<string>()
  for (const node of nodesOf(tree)) {
    const named =
      node.type === 'company'
        ? node.companies
        : node.type === 'approval'
          ? node.standards
          : node.type === 'reference'
            ? isNaming(node.field)
              ? node.ids
              : []
            : node.type === 'simple' && isNaming(node.field)
              ? [node.value].flat()
              : []
    for (const value of named) if (id.safeParse(value).success) found.add(value as string)
  }
  return [...found]
}
