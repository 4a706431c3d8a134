/** How companies are looked for. Apart from their rules, which the first screen does not need. */
import type { Filter } from '../search/filter.ts'

/** What a typed text searches (file 1 §5): digits the customer number, anything else name or abbreviation. */
export function companySearchFilter(text: string): Filter | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  // What was merged is found under what it was called, and by its number.
  const fields = /^[0-9]{1,15}$/.test(typed) ? (['customerNumber', 'formerNumber'] as const) : undefined
  if (fields) return { $or: fields.map((field) => ({ field, comparison: 'eq', value: Number(typed) })) }
  return {
    $or: [
      { field: 'name', comparison: 'contains', value: typed },
      { field: 'companyAbbreviation', comparison: 'contains', value: typed },
      { field: 'formerName', comparison: 'contains', value: typed },
    ],
  }
}
