/** The search filter that callers send (file 1 §7, decisions §5), and the options of a search. */
import * as z from 'zod'
import { searchPageSize } from '../constants.ts'
import { asked, atMost } from './size.ts'

export const comparisons = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'begins',
  'contains',
  'exists',
  'in',
  'fuz',
] as const
export type Comparison = (typeof comparisons)[number]
export const scalar = z.union([z.string().max(1000), z.number(), z.boolean()])
export type Scalar = z.infer<typeof scalar>

export interface FilterLeaf {
  field: string
  comparison: Comparison
  value?: Scalar | Scalar[]
  fuzzy?: boolean
  use?: 'ngram' | 'keyword' | 'text'
}
/** `$nested` matches within one element of `path`; field names inside stay full (`lists.approvals.standard`). */
export type Filter =
  | { $and: Filter[] }
  | { $or: Filter[] }
  | { $not: Filter }
  | { $nested: { path: string; match: Filter } }
  | FilterLeaf

const leaf = z.strictObject({
  field: z.string().max(200),
  comparison: z.enum(comparisons),
  value: z.union([scalar, z.array(scalar).max(1000)]).optional(),
  fuzzy: z.boolean().optional(),
  use: z.enum(['ngram', 'keyword', 'text']).optional(),
})
const node: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    z.strictObject({ $and: z.array(node).max(200) }),
    z.strictObject({ $or: z.array(node).max(200) }),
    z.strictObject({ $not: node }),
    z.strictObject({ $nested: z.strictObject({ path: z.string().max(100), match: node }) }),
    leaf,
  ]),
)
/** Of every call that takes one. */
export const filter: z.ZodType<Filter> = asked(node)
/** Said wherever a caller pages by cursor. */
export const followsSorting =
  'The cursor follows the sort key: an entity whose key is edited between two pages may move past it and be left out, or come twice.'
export const pagination = z.union([
  z.strictObject({
    start: z.number().int().min(0).max(1_000_000),
    limit: z.number().int().min(1).max(searchPageSize),
  }),
  z.strictObject({
    cursor: z.string().max(2000).describe(followsSorting),
    limit: z.number().int().min(1).max(searchPageSize),
  }),
])
export type Pagination = z.infer<typeof pagination>
/** Up to three of `column:asc` or `column:desc`; the last tie-breaker is always the id. */
export const sorting = atMost(
  3,
  z.string().regex(/^[A-Za-z0-9_.-]+:(asc|desc)$/, 'expected column:asc or column:desc'),
)
/** Names of the field catalogue. */
export const columns = atMost(60, z.string().max(200))
