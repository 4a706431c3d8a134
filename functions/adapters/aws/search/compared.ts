/** Values of callers as the terms of a field hold them. */
import type { Scalar } from '../../../../shared/search/filter.ts'
import { fold } from '../../../../shared/search/fold.ts'
import type { IndexKind, IndexQuery } from '../../../../shared/search/index-query.ts'
import { toTerm } from './code-units.ts'
import { isText } from './level.ts'

/** The value as terms hold it. One of another type than the field's equals nothing and lies in no range: undefined. */
export function comparedValue(kind: IndexKind, value: Scalar): Scalar | undefined {
  if (kind === 'text') return toTerm(fold(String(value)))
  if (kind === 'keyword') return typeof value === 'string' ? toTerm(value) : undefined
  if (kind === 'date') {
    const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
    return Number.isNaN(at) ? undefined : at
  }
  return typeof value === kind && (kind !== 'number' || Number.isFinite(value)) ? value : undefined
}
type Range = Extract<IndexQuery, { op: 'range' }>
/** The narrower of two bounds on one side: OpenSearch takes only one. Undefined if a value is of another type. */
export function tighter(
  kind: IndexKind,
  query: Range,
  open: 'gt' | 'lt',
  closed: 'gte' | 'lte',
): Record<string, Scalar> | undefined {
  const bounds: Record<string, Scalar> = {}
  for (const bound of [open, closed]) {
    const given = query[bound]
    if (given === undefined) continue
    const value = comparedValue(kind, given)
    if (value === undefined) return undefined
    bounds[bound] = value
  }
  const [x, y] = [bounds[open], bounds[closed]]
  if (x === undefined || y === undefined) return bounds
  const isOpenTighter = isText(kind) ? compareTerms(x, y) : Number(x) - Number(y)
  return (open === 'gt' ? isOpenTighter >= 0 : isOpenTighter <= 0) ? { [open]: x } : { [closed]: y }
}
const compareTerms = (a: Scalar, b: Scalar) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
