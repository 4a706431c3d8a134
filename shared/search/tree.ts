/** The tree of conditions of a search (file 2 §3 "Saved search"): what staff build, save and share. */
import * as z from 'zod'
import { day, id, line } from '../model/basics.ts'
import { dayUnits } from '../rules/relative-day.ts'
import { scalar } from './filter.ts'
import { asked } from './size.ts'

export const searchOperators = ['AND', 'OR', 'NOT'] as const
/** Those of file 2 §3, and whether there is a value at all. */
export const searchComparators = [
  'begins',
  'contains',
  'eq',
  'exists',
  'fuz',
  'gt',
  'gte',
  'lt',
  'lte',
] as const
/**
 * How approvals lie in a period, all of one list: `complete` each of the standards throughout, `partial_total` at least one
 * throughout, `partial_partial` at least one on at least one day, `initiated` proposed and not released yet.
 */
export const approvalRanges = ['complete', 'partial_total', 'partial_partial', 'initiated'] as const

/** Nodes of a group, and of a tree. More make more clauses than an index takes. */
export const searchLimits = { group: 200, nodes: 500, depth: 10, values: 200 }

/** `of: 'day', shift: 30` is in thirty days, `of: 'month', shift: 1, at: 'end'` the end of next month. */
const relativeDay = z.strictObject({
  of: z.enum(dayUnits),
  shift: z.number().int().min(-5000).max(5000),
  at: z.enum(['start', 'end']).default('start'),
})
const searchDay = z.union([day, relativeDay])
export type SearchDay = z.infer<typeof searchDay>

const simple = z
  .strictObject({
    type: z.literal('simple'),
    /** As the field catalogue calls it. */
    field: z.string().min(1).max(200),
    comparator: z.enum(searchComparators),
    /** Several mean any of them. None for `exists`. */
    value: z.union([scalar, relativeDay, z.array(scalar).min(1).max(searchLimits.values)]).optional(),
  })
  .refine(({ comparator, value }) => (comparator === 'exists') === (value === undefined), {
    path: ['value'],
    error: 'a value is expected for each comparator except exists',
  })
  .refine(({ comparator, value }) => comparator === 'eq' || !Array.isArray(value), {
    path: ['value'],
    error: 'only eq takes several values',
  })
const ids = z.array(id).max(searchLimits.values).default([])

/** Nothing yet: a place in a tree that is being built. It asks nothing. */
const nop = z.strictObject({ type: z.literal('nop') })
/** A number that another authority gave: of a register, or of an admission. */
const external = z.strictObject({
  type: z.literal('external'),
  comparator: z.enum(['eq', 'begins', 'contains']),
  value: line.min(1),
})
const approval = z
  .strictObject({
    type: z.literal('approval'),
    range: z.enum(approvalRanges),
    /** Any where empty. */
    standards: ids,
    /** Both default to today; of `initiated` to any. */
    from: searchDay.optional(),
    until: searchDay.optional(),
  })
  .refine(({ from, until }) => !(typeof from === 'string' && typeof until === 'string' && until < from), {
    path: ['until'],
    error: 'expected a day that is not before from',
  })
/** Any of the companies, in any of the roles. */
const company = z.strictObject({
  type: z.literal('company'),
  companies: ids,
  roles: z.array(z.string().max(50)).max(20).default([]),
})
/** The field names any of these entities. */
const reference = z.strictObject({
  type: z.literal('reference'),
  field: z.string().min(1).max(200),
  ids: z.array(id).min(1).max(searchLimits.values),
})

type Leaf =
  | z.infer<typeof nop>
  | z.infer<typeof simple>
  | z.infer<typeof external>
  | z.infer<typeof approval>
  | z.infer<typeof company>
  | z.infer<typeof reference>
/** `NOT`: none of them. */
export interface CombinedNode {
  type: 'combined'
  operator: (typeof searchOperators)[number]
  nodes: SearchNode[]
}
/** What one row of `path` meets (a list, a component, a row of a table), as `$nested` of the filter names it. */
export interface TableRowNode {
  type: 'tablerow'
  path: string
  operator: (typeof searchOperators)[number]
  nodes: SearchNode[]
}
export type SearchNode = Leaf | CombinedNode | TableRowNode

const operator = z.enum(searchOperators)
const nodes = z.lazy(() => z.array(searchNode).max(searchLimits.group))
const searchNode: z.ZodType<SearchNode> = z.lazy(() =>
  z.discriminatedUnion('type', [
    nop,
    simple,
    external,
    approval,
    company,
    reference,
    z.strictObject({ type: z.literal('combined'), operator, nodes }),
    z.strictObject({ type: z.literal('tablerow'), path: z.string().min(1).max(100), operator, nodes }),
  ]),
)

export const isGroup = (node: SearchNode): node is CombinedNode | TableRowNode =>
  node.type === 'combined' || node.type === 'tablerow'
/** Every node of a tree, from the top. */
export function* nodesOf(node: SearchNode): Generator<SearchNode> {
  yield node
  if (isGroup(node)) for (const inner of node.nodes) yield* nodesOf(inner)
}
const depthOf = (node: SearchNode): number =>
  isGroup(node) ? 1 + Math.max(0, ...node.nodes.map(depthOf)) : 0

const smallTree = searchNode
  .refine((tree) => depthOf(tree) <= searchLimits.depth, {
    error: `expected at most ${searchLimits.depth} levels`,
    abort: true,
  })
  .refine((tree) => [...nodesOf(tree)].length <= searchLimits.nodes, {
    error: `expected at most ${searchLimits.nodes} conditions`,
  })
export const searchTree = asked(smallTree)
