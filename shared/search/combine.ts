/** Conditions of the index joined, and simplified where everything or nothing is meant. */
import type { IndexQuery } from './index-query.ts'
import { all, none } from './visibility.ts'

export function and(...of: IndexQuery[]): IndexQuery {
  const parts = of.flatMap((q) => (q.op === 'and' ? q.of : q.op === 'all' ? [] : [q]))
  if (parts.some((q) => q.op === 'none')) return none
  return parts.length === 0 ? all : parts.length === 1 ? parts[0]! : { op: 'and', of: parts }
}
export function or(...of: IndexQuery[]): IndexQuery {
  const parts = of.flatMap((q) => (q.op === 'or' ? q.of : q.op === 'none' ? [] : [q]))
  if (parts.some((q) => q.op === 'all')) return all
  return parts.length === 0 ? none : parts.length === 1 ? parts[0]! : { op: 'or', of: parts }
}
export const not = (of: IndexQuery): IndexQuery =>
  of.op === 'all' ? none : of.op === 'none' ? all : of.op === 'not' ? of.of : { op: 'not', of }
export const nested = (path: string, of: IndexQuery): IndexQuery =>
  of.op === 'none' ? none : { op: 'nested', path, of }
