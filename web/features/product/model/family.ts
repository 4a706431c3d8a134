/** The family of a product as a tree. Pure. */
import type { hierarchy } from '../../../../shared/calls/bml/product/hierarchy.ts'
import type { OutputOf } from '../../../../shared/contract.ts'
import { titleOrder } from '../../../ui/select-options.ts'

export type FamilyMember = OutputOf<typeof hierarchy>['list'][number]
export interface FamilyNode extends FamilyMember {
  children: FamilyNode[]
}

/** The tree from the oldest known parent down; siblings by name, as people of the language look for them. */
export function familyTree(list: readonly FamilyMember[], locale: string): FamilyNode[] {
  const compare = titleOrder(locale)
  const nodes = new Map(list.map((one): [string, FamilyNode] => [one.id, { ...one, children: [] }]))
  const roots: FamilyNode[] = []
  for (const node of nodes.values()) {
    const parent = node.parent === undefined ? undefined : nodes.get(node.parent)
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  for (const { children } of nodes.values()) children.sort((a, b) => compare(a.title, b.title))
  return roots
}
