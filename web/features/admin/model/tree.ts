/** A tree of administration data: which rows are drawn, and what a move writes. Pure. */
import type { Entity } from '../../../../shared/model/entity.ts'
import type { TreeNode } from '../../../ui/tree.ts'
import type { ClassDescription } from './description.ts'

/** A row of the tree as it is drawn: what is closed above hides what is below. */
export interface TreeRow {
  node: TreeNode
  /** 1 for what stands at the top. */
  level: number
  isOpen: boolean
  /** Place among its siblings, from 1, and how many they are. */
  place: number
  siblings: number
}

export function rowsOfTree(
  nodes: readonly TreeNode[],
  isOpen: (id: string) => boolean,
  level = 1,
  into: TreeRow[] = [],
): TreeRow[] {
  nodes.forEach((node, at) => {
    const open = node.children.length > 0 && isOpen(node.id)
    into.push({ node, level, isOpen: open, place: at + 1, siblings: nodes.length })
    if (open) rowsOfTree(node.children, isOpen, level + 1, into)
  })
  return into
}

/** Where something is put: below a parent (none: at the top), at a place among its children as they stand now. */
export interface Target {
  parent: string | undefined
  at: number
}
/** A new place of one entry. */
export interface Move {
  id: string
  parent: string | undefined
  order: number
}

const parentOf = (entity: Entity | undefined) => entity?.data['parent'] as string | undefined
const orderOf = (entity: Entity | undefined) => Number(entity?.data['order'] ?? 0)

/** Ids of an entry and of all that is above it. A cycle in the data ends the walk. */
export function lineOf(id: string | undefined, known: ReadonlyMap<string, Entity>): string[] {
  const line: string[] = []
  for (let at = id; at !== undefined && !line.includes(at) && known.has(at); at = parentOf(known.get(at)))
    line.push(at)
  return line
}

/** Why an entry may not be put below a parent: a key of `move.refused`. */
export function moveRefusal(
  id: string,
  parent: string | undefined,
  known: ReadonlyMap<string, Entity>,
  { tree }: Pick<ClassDescription, 'tree'>,
): 'inside' | 'top' | 'shares' | undefined {
  if (lineOf(parent, known).includes(id)) return 'inside'
  const before = parentOf(known.get(id))
  if (tree?.hasFixedRoots && (before === undefined || parent === undefined)) return 'top'
  const shared = (one: string | undefined) =>
    tree?.shares && one !== undefined ? known.get(one)?.data[tree.shares] : undefined
  if (tree?.shares && parent !== undefined && shared(parent) !== shared(id)) return 'shares'
  return undefined
}

/** Beyond so many in between, an entry takes a number of its own instead of having all of them step aside. */
const stepsAtMost = 50

/** Among its siblings: those in between step aside, so that the numbers stay those that are there. */
function stepsTo(
  id: string,
  place: number,
  siblings: readonly string[],
  known: ReadonlyMap<string, Entity>,
): Move[] | undefined {
  const orders = siblings.map((one) => orderOf(known.get(one)))
  const isInOrder = orders.every((order, n) => n === 0 || order > (orders[n - 1] ?? 0))
  if (!isInOrder || Math.abs(siblings.indexOf(id) - place) > stepsAtMost) return undefined
  const rest = siblings.filter((one) => one !== id)
  const parent = parentOf(known.get(id))
  const moves = rest
    .toSpliced(place, 0, id)
    .map((one, n): Move => ({ id: one, parent, order: orders[n] ?? 0 }))
    .filter((move) => move.order !== orderOf(known.get(move.id)))
  // It is the one that is told.
  return moves.sort((a, b) => Number(b.id === id) - Number(a.id === id))
}

/**
 * What has to be written so that the entry stands at the target. Others keep their order, and so their numbers, as far as they can:
 * they make room only where there is none.
 */
export function movesTo(
  id: string,
  { parent, at }: Target,
  siblings: readonly string[],
  known: ReadonlyMap<string, Entity>,
): Move[] {
  const from = siblings.indexOf(id)
  const rest = siblings.filter((one) => one !== id)
  // The place was told with the entry still among them.
  const place = from >= 0 && from < at ? at - 1 : at
  const before = place > 0 ? known.get(rest[place - 1] ?? '') : undefined
  const after = known.get(rest[place] ?? '')
  const first = after && orderOf(after) > 1 ? orderOf(after) - 1 : 1
  const order = before ? orderOf(before) + 1 : first
  const now = known.get(id)
  const isThere = parentOf(now) === parent && from === place
  if (isThere) return []
  const steps = parentOf(now) === parent ? stepsTo(id, place, siblings, known) : undefined
  if (steps) return steps
  const moves: Move[] = [{ id, parent, order }]
  let last = order
  for (const sibling of rest.slice(place)) {
    const own = orderOf(known.get(sibling))
    if (own > last) break
    last += 1
    moves.push({ id: sibling, parent, order: last })
  }
  return moves
}

/** The order of a new entry: behind all others. */
export const lastOrder = (siblings: readonly string[], known: ReadonlyMap<string, Entity>): number =>
  siblings.reduce((most, id) => Math.max(most, orderOf(known.get(id))), 0) + 1

/** All entries below one that are not deleted, each behind what it is below of. */
export function below(id: string, list: readonly Entity[]): Entity[] {
  const children = Map.groupBy(
    list.filter(({ disabled }) => !disabled),
    (one) => parentOf(one),
  )
  const found: Entity[] = []
  const seen = new Set([id])
  const walk = (at: string) => {
    for (const child of children.get(at) ?? []) {
      if (seen.has(child.id)) continue
      seen.add(child.id)
      found.push(child)
      walk(child.id)
    }
  }
  walk(id)
  return found
}
