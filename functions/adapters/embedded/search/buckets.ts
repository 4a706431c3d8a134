import type { Scalar } from '../../../../shared/search/filter.ts'
import type { IndexAggregateResult } from '../../../../shared/search/index-query.ts'
import type { Column } from './column.ts'

/** Values by falling count, then key. `counts` is of documents, by code. */
export function bucketsOf(column: Column, counts: Int32Array, limit: number) {
  const { dictionary } = column
  const keyOf = (code: number): Scalar =>
    column.kind === 'text' ? dictionary.key(code) : dictionary.value(code)
  const codes: number[] = []
  for (let code = 1; code < counts.length; code++) if (counts[code]! > 0) codes.push(code)
  const order = (a: number, b: number) => {
    const byCount = counts[b]! - counts[a]!
    if (byCount !== 0) return byCount
    const x = dictionary.key(a)
    const y = dictionary.key(b)
    return x < y ? -1 : x > y ? 1 : 0
  }
  return codes
    .sort(order)
    .slice(0, limit)
    .map((code) => ({ key: keyOf(code), count: counts[code]! }))
}
/** The least or greatest value that occurs. */
export function extremeOf(column: Column, counts: Int32Array, kind: 'min' | 'max'): IndexAggregateResult {
  const { dictionary } = column
  let best = 0
  for (let code = 1; code < counts.length; code++) {
    if (counts[code] === 0) continue
    if (best === 0) best = code
    else {
      const isLess = dictionary.key(code) < dictionary.key(best)
      if (isLess === (kind === 'min') && dictionary.key(code) !== dictionary.key(best)) best = code
    }
  }
  if (best === 0) return {}
  const value = column.kind === 'text' ? dictionary.key(best) : dictionary.value(best)
  return typeof value === 'boolean' ? {} : { value }
}
