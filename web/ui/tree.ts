/** A tree (categories, components, grouped options) as its picker shows it: what may be chosen, and what a filter leaves. */
import { titleOrder } from './select-options.ts'

export interface TreeEntry {
  id: string
  title: string
  parent?: string
  disabled: boolean
  /** Only entries of some main categories may be chosen where the picker says so. */
  mainCategoryKey?: string
  order: number
  /** Only there to hold others, like a group of options. */
  isGroup?: boolean
}
export interface TreeNode {
  id: string
  title: string
  /** Order values from the root joined by dashes, e.g. `1-3-2`. */
  number: string
  selectable: boolean
  disabled: boolean
  /** What above it is disabled, by title, where it is not disabled itself. */
  disabledBy?: string
  children: TreeNode[]
}
interface TreeLimits {
  /** Main categories that may be chosen; empty means all. */
  mainCategories: readonly string[]
  /** Entries of the same order stand as people of this language look for them. */
  locale: string
  /** Folded text that a title or number must contain; its ancestors stay. */
  filter?: string
  /** Which entries are left; their ancestors stay. */
  keeps?(id: string): boolean
}

/** Lower case and without diacritics, so that "dunger" finds "Dünger". */
const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

/** Builds the tree. Entries whose parent is unknown become roots, a cycle is cut, so that none disappears. */
export function buildTree(entries: readonly TreeEntry[], limits: TreeLimits): TreeNode[] {
  const compare = titleOrder(limits.locale)
  const known = new Set(entries.map((e) => e.id))
  const children = new Map<string | undefined, TreeEntry[]>()
  for (const entry of entries) {
    const parent = entry.parent !== undefined && known.has(entry.parent) ? entry.parent : undefined
    const siblings = children.get(parent)
    if (siblings) siblings.push(entry)
    else children.set(parent, [entry])
  }
  const needle = fold(limits.filter ?? '').trim()
  const done = new Set<string>()
  const nodesOf = (siblings: TreeEntry[], prefix: string, above?: string): TreeNode[] =>
    [...siblings]
      .sort((a, b) => a.order - b.order || compare(a.title, b.title))
      .flatMap((entry): TreeNode[] => {
        if (done.has(entry.id)) return []
        done.add(entry.id)
        const number = prefix === '' ? String(entry.order) : `${prefix}-${entry.order}`
        const disabled = entry.disabled || above !== undefined
        const nearest = entry.disabled ? entry.title : above
        const inside = nodesOf(children.get(entry.id) ?? [], number, nearest)
        const isFound = needle === '' || fold(`${number} ${entry.title}`).includes(needle)
        const matches = isFound && (limits.keeps?.(entry.id) ?? true)
        if (!matches && inside.length === 0) return []
        const allowed =
          limits.mainCategories.length === 0 || limits.mainCategories.includes(entry.mainCategoryKey ?? '')
        return [
          {
            id: entry.id,
            title: entry.title,
            number,
            disabled,
            ...(!entry.disabled && above !== undefined && { disabledBy: above }),
            selectable: !disabled && allowed && !entry.isGroup,
            children: inside,
          },
        ]
      })
  const roots = nodesOf(children.get(undefined) ?? [], '')
  // What is only reachable through a cycle has not been visited yet.
  const rest = entries.filter((e) => !done.has(e.id))
  return rest.length === 0 ? roots : [...roots, ...nodesOf(rest, '')]
}

/** Ids from the root to the parent of an entry. A cycle in the data ends the walk. */
export function ancestorsOf(entries: readonly TreeEntry[], id: string | undefined): string[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const path: string[] = []
  for (let at = byId.get(id ?? '')?.parent; at !== undefined && !path.includes(at); at = byId.get(at)?.parent)
    path.unshift(at)
  return path
}

export const idsOfTree = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => [node.id, ...idsOfTree(node.children)])

/** Why an entry cannot be chosen: its own state, or that of what it stands below. */
export const disabledText = (
  { disabled, disabledBy }: Pick<TreeNode, 'disabled' | 'disabledBy'>,
  ui: (key: string, params: Record<string, string>) => string,
): string | undefined => {
  if (disabledBy !== undefined) return ui('tree.disabledBy', { name: disabledBy })
  return disabled ? ui('tree.disabled', {}) : undefined
}
