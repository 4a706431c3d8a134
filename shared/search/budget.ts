/**
 * What a search may cost at most. One query must not keep the others waiting, so each condition has a price by how much
 * an index has to look through for it, and a query with more than the budget is refused. The price depends on what was
 * asked only: not on the viewer, whose rights add conditions, and not on what the index holds.
 */
import { CallError } from '../errors.ts'
import { words } from './fold.ts'
import type { IndexQuery } from './index-query.ts'
import { tooExpensive } from './too-expensive.ts'

/** 500 conditions on values of lists; or 22 words compared fuzzily on them. */
export const searchBudget = 2000
/** A word is compared with every word of the index. */
const fuzzyWord = 30
/** Texts are found by three of their characters; with fewer, by a large part of all texts. */
const part = 5
const shortPart = 20
/** Each different value is compared. */
const range = 5
/** Values that are looked up for the price of one condition. */
const valuesAtOnce = 5
/** Groups over all documents that are found. */
export const aggregateCost = 40

/** Price of a condition, without the rows that it is about. */
function conditionCost(query: IndexQuery): number {
  switch (query.op) {
    case 'fuzzy':
      return fuzzyWord * Math.max(1, new Set(words(query.value)).size)
    case 'words':
      return Math.max(1, new Set(words(query.value)).size)
    case 'begins':
    case 'contains':
      return query.value.length < 3 ? shortPart : part
    case 'range':
      return range
    case 'terms':
      return Math.max(1, Math.ceil(query.values.length / valuesAtOnce))
    case 'and':
    case 'or':
      return query.of.reduce((sum, each) => sum + conditionCost(each), 0)
    case 'not':
      return conditionCost(query.of)
    case 'nested':
      return rowsCost(conditionCost(query.of), 1)
    default:
      return 1
  }
}
/** Rows of rows are joined to their documents level by level. */
const rowsCost = (cost: number, levels: number) => cost * (1 + levels)

/** The price of a condition on rows `levels` deep in the documents. */
export const costOf = (query: IndexQuery, levels = 0): number => rowsCost(conditionCost(query), levels)

export class SearchBudget {
  private left = searchBudget
  /** Throws `invalid_input` where the budget is used up; `path` is the place of the input that was too much. */
  spend(cost: number, path: string): void {
    this.left -= cost
    if (this.left >= 0) return
    throw new CallError('invalid_input', `${path}: ${tooExpensive}`, {
      key: 'searchTooExpensive',
      issues: [{ path, expected: tooExpensive, key: 'searchTooExpensive' }],
    })
  }
}
