/** What a text that was typed into a search of products asks. Pure. */
import type { Filter } from '../search/filter.ts'
import { words } from '../search/fold.ts'
import type { CombinedNode, SearchNode } from '../search/tree.ts'

export interface ProductSearch {
  /** For the name search. */
  name?: string
  attributeFilter?: Filter
}

/**
 * A name; where the text has a digit, also a permit or admission number, or the key of a register, whole or a part of it. The call's name
 * search looks at names only (file 1 §7), so what may be a number is asked as conditions.
 */
export function productSearch(text: string): ProductSearch {
  const typed = text.trim()
  if (typed === '') return {}
  const parts = [...new Set(words(typed))]
  if (parts.length === 0 || !/\d/.test(typed)) return { name: typed }
  return {
    attributeFilter: {
      $or: [
        { $and: parts.map((value): Filter => ({ field: 'name', comparison: 'contains', value })) },
        { field: 'lists.permits', comparison: 'contains', value: typed },
        ...spellings(typed).map((value): Filter => ({ field: 'importKey', comparison: 'contains', value })),
      ],
    },
  }
}

/** Keys of registers are compared letter by letter: as it was typed, and in the capitals that registers write. */
const spellings = (typed: string): string[] => [...new Set([typed, typed.toUpperCase()])]

/** The same beside conditions. */
export function productSearchWith(text: string, conditions: Filter | undefined): ProductSearch {
  const typed = productSearch(text)
  const parts = [typed.attributeFilter, conditions].filter((f): f is Filter => f !== undefined)
  return {
    ...(typed.name === undefined ? {} : { name: typed.name }),
    ...(parts.length === 0 ? {} : { attributeFilter: parts.length > 1 ? { $and: parts } : parts[0]! }),
  }
}

/** The same as a tree of conditions, for what is kept; undefined where nothing was typed. */
export function productSearchTree(text: string): SearchNode | undefined {
  const typed = text.trim()
  const parts = [...new Set(words(typed))]
  if (parts.length === 0) return undefined
  const inName: CombinedNode = {
    type: 'combined',
    operator: 'AND',
    nodes: parts.map((value) => ({ type: 'simple', field: 'name', comparator: 'contains', value })),
  }
  const name = parts.length === 1 ? inName.nodes[0]! : inName
  if (!/\d/.test(typed)) return name
  const numbers = spellings(typed).map(
    (value): SearchNode => ({ type: 'external', comparator: 'contains', value }),
  )
  return { type: 'combined', operator: 'OR', nodes: [name, ...numbers] }
}
