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

function inOrder(locale: string) {
  const compare = titleOrder(locale)
  return (a: TreeEntry, b: TreeEntry) => a.order - b.order || compare(a.title, b.title)
}

/** Entries by what they stand below, as people of a language look for them; undefined for what stands at the top. */
type Families = ReadonlyMap<string | undefined, readonly TreeEntry[]>

/** The last one of each list of entries: a filter that is typed changes neither who stands below whom nor the order. */
const families = new WeakMap<readonly TreeEntry[], { locale: string; found: Families }>()
function familiesOf(entries: readonly TreeEntry[], locale: string): Families {
  const last = families.get(entries)
  if (last?.locale === locale) return last.found
  const known = new Set(entries.map((e) => e.id))
  const found = Map.groupBy(entries, ({ parent }) =>
    parent !== undefined && known.has(parent) ? parent : undefined,
  )
  const order = inOrder(locale)
  for (const siblings of found.values()) siblings.sort(order)
  families.set(entries, { locale, found })
  return found
}

/** Ids of what stands below an entry, or at the top, in their order. What stands in a cycle is at no top. */
export const childrenIn = (
  entries: readonly TreeEntry[],
  locale: string,
  parent: string | undefined,
): string[] =>
  familiesOf(entries, locale)
    .get(parent)
    ?.map(({ id }) => id) ?? []

const folded = new WeakMap<TreeEntry, string>()
function foldedTitle(entry: TreeEntry): string {
  const known = folded.get(entry)
  if (known !== undefined) return known
  const title = fold(entry.title)
  folded.set(entry, title)
  return title
}

/** Builds the tree. Entries whose parent is unknown become roots, a cycle is cut, so that none disappears. */
export function buildTree(entries: readonly TreeEntry[], limits: TreeLimits): TreeNode[] {
  const below = familiesOf(entries, limits.locale)
  const needle = fold(limits.filter ?? '').trim()
  const done = new Set<string>()
  const nodesOf = (siblings: readonly TreeEntry[], prefix: string, above?: string): TreeNode[] => {
    const nodes: TreeNode[] = []
    for (const entry of siblings) {
      const { id, title } = entry
      if (done.has(id)) continue
      done.add(id)
      const number = prefix === '' ? String(entry.order) : `${prefix}-${entry.order}`
      const disabled = entry.disabled || above !== undefined
      const children = nodesOf(below.get(id) ?? [], number, entry.disabled ? title : above)
      const isFound = needle === '' || `${number} ${foldedTitle(entry)}`.includes(needle)
      const matches = isFound && (limits.keeps?.(id) ?? true)
      if (!matches && children.length === 0) continue
      const allowed =
        limits.mainCategories.length === 0 || limits.mainCategories.includes(entry.mainCategoryKey ?? '')
      const selectable = !disabled && allowed && !entry.isGroup
      const node: TreeNode = { id, title, number, disabled, selectable, children }
      if (!entry.disabled && above !== undefined) node.disabledBy = above
      nodes.push(node)
    }
    return nodes
  }
  const roots = nodesOf(below.get(undefined) ?? [], '')
  // What is only reachable through a cycle has not been visited yet.
  const rest = done.size < entries.length ? entries.filter((e) => !done.has(e.id)) : []
  return rest.length === 0 ? roots : [...roots, ...nodesOf(rest.sort(inOrder(limits.locale)), '')]
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
