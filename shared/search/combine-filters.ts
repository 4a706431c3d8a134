/** Filters joined: one part alone is the part itself. */
import type { Filter, Scalar } from './filter.ts'

export const and = (parts: Filter[]): Filter => (parts.length === 1 ? parts[0]! : { $and: parts })
export const or = (parts: Filter[]): Filter => (parts.length === 1 ? parts[0]! : { $or: parts })
export const not = (part: Filter): Filter => ({ $not: part })
/** One row of `path` meets it. */
export const inRow = (path: string, match: Filter): Filter => ({ $nested: { path, match } })
/** The field has one of the values. */
export const oneOf = (field: string, values: readonly Scalar[]): Filter =>
  values.length === 1
    ? { field, comparison: 'eq', value: values[0]! }
    : { field, comparison: 'in', value: [...values] }
