/** One comparison of a caller as a condition on an index field. Refuses what it does not understand. */
import { dayOf, endOfDay, isDay, startOfDay } from '../rules/dates.ts'
import type { FilterLeaf, Scalar } from './filter.ts'
import { fold, fuzzyDistance, words } from './fold.ts'
import type { IndexKind, IndexQuery } from './index-query.ts'
import { none } from './visibility.ts'

/** A condition, and whether it is meant the other way round (`ne`, `exists: false`). */
export interface Condition {
  query: IndexQuery
  negated: boolean
}
/** What was expected instead, and which key of the leaf is wrong. */
export class NotUnderstood {
  readonly key: string
  readonly expected: string
  constructor(key: string, expected: string) {
    this.key = key
    this.expected = expected
  }
}
const refuse = (key: string, expected: string): never => {
  throw new NotUnderstood(key, expected)
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/

/** Which days the dates of a field belong to: of instants those of a time zone, of stored days (`UTC`) their own. */
export type DayZone = string
/** A date as the index holds it, and the end of the day where no time was given. */
function dateOf(value: Scalar, zone: DayZone): { from: string; before?: string } {
  const at = typeof value === 'string' && iso.test(value.trim()) ? Date.parse(value.trim()) : Number.NaN
  if (Number.isNaN(at)) return refuse('value', 'expected a date like 2026-03-31 or 2026-03-31T04:00:00Z')
  const text = String(value).trim()
  if (!isDay(dayOf(text))) return refuse('value', `there is no day ${dayOf(text)}`)
  if (!dayPattern.test(text)) return { from: new Date(at).toISOString() }
  return { from: startOfDay(zone, text), before: endOfDay(zone, text) }
}
/** A value as the kind of field holds it. */
function scalarOf(kind: IndexKind, value: Scalar, zone: DayZone = 'UTC'): Scalar {
  if (kind === 'boolean') {
    if (typeof value === 'boolean') return value
    if (value === 'true' || value === 'false') return value === 'true'
    return refuse('value', 'expected true or false')
  }
  if (kind === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number === 'number' && Number.isFinite(number)) return number
    return refuse('value', 'expected a number')
  }
  if (kind === 'date') return dateOf(value, zone).from
  if (typeof value === 'boolean') return refuse('value', 'expected a text')
  return kind === 'text' ? fold(String(value)) : String(value).trim()
}

const single = (leaf: FilterLeaf): Scalar => {
  if (leaf.value === undefined || Array.isArray(leaf.value)) return refuse('value', 'expected a single value')
  return leaf.value
}
const filled = (leaf: FilterLeaf): string => {
  const value = single(leaf)
  if (typeof value === 'boolean') return refuse('value', 'expected a text')
  const text = fold(String(value))
  return text === '' ? refuse('value', 'expected a text that is not empty') : text
}

function whole(field: string, kind: IndexKind, values: Scalar[], zone: DayZone): IndexQuery {
  if (kind !== 'date')
    return values.length
      ? { op: 'terms', field, values: [...new Set(values.map((v) => scalarOf(kind, v)))] }
      : none
  // A day means all of its instants.
  const of = values.map((value): IndexQuery => {
    const { from, before } = dateOf(value, zone)
    return before ? { op: 'range', field, gte: from, lt: before } : { op: 'terms', field, values: [from] }
  })
  return of.length === 1 ? of[0]! : { op: 'or', of }
}
function range(field: string, kind: IndexKind, leaf: FilterLeaf, zone: DayZone): IndexQuery {
  const comparison = leaf.comparison as 'gt' | 'gte' | 'lt' | 'lte'
  if (kind === 'boolean') return refuse('comparison', 'true and false have no order')
  const value = single(leaf)
  if (kind !== 'date') return { op: 'range', field, [comparison]: scalarOf(kind, value) }
  const { from, before } = dateOf(value, zone)
  if (before && comparison === 'gt') return { op: 'range', field, gte: before }
  if (before && comparison === 'lte') return { op: 'range', field, lt: before }
  return { op: 'range', field, [comparison]: from }
}
function allWords(field: string, leaf: FilterLeaf): IndexQuery {
  const text = filled(leaf)
  return words(text).length ? { op: 'words', field, value: text } : refuse('value', 'expected a word')
}
function fuzzy(field: string, leaf: FilterLeaf): IndexQuery {
  if (leaf.use !== undefined && leaf.use !== 'text') return refuse('use', 'fuzzy comparisons look at words')
  const each = [...new Set(words(filled(leaf)))]
  if (!each.length) return refuse('value', 'expected a word')
  return {
    op: 'and',
    of: each.map((word): IndexQuery => ({ op: 'fuzzy', field, value: word, distance: fuzzyDistance(word) })),
  }
}

function textual(field: string, leaf: FilterLeaf): Condition | undefined {
  const { comparison, use } = leaf
  const yes = (query: IndexQuery): Condition => ({ query, negated: false })
  if (comparison === 'fuz') return yes(fuzzy(field, leaf))
  if (leaf.fuzzy) {
    if (comparison === 'eq' || comparison === 'contains') return yes(fuzzy(field, leaf))
    if (comparison === 'ne') return { query: fuzzy(field, leaf), negated: true }
    return refuse('fuzzy', `${comparison} cannot be fuzzy`)
  }
  if (comparison === 'contains')
    return yes(use === 'text' ? allWords(field, leaf) : { op: 'contains', field, value: filled(leaf) })
  if (comparison === 'begins') {
    if (use === 'text') return refuse('use', 'begins looks at the whole value')
    return yes({ op: 'begins', field, value: filled(leaf) })
  }
  if ((comparison === 'eq' || comparison === 'ne') && use && use !== 'keyword') {
    const query: IndexQuery =
      use === 'text' ? allWords(field, leaf) : { op: 'contains', field, value: filled(leaf) }
    return { query, negated: comparison === 'ne' }
  }
  if (use && use !== 'keyword' && comparison !== 'exists')
    return refuse('use', `${comparison} looks at the whole value`)
  return undefined
}

/** The condition that a leaf puts on a field of that kind. Throws `NotUnderstood`. */
export function conditionOf(
  field: string,
  kind: IndexKind,
  leaf: FilterLeaf,
  zone: DayZone = 'UTC',
): Condition {
  if (kind === 'text') {
    const found = textual(field, leaf)
    if (found) return found
  } else {
    if (leaf.use && leaf.use !== 'keyword') refuse('use', `a ${kind} has no words to look at`)
    if (leaf.fuzzy) refuse('fuzzy', `a ${kind} cannot be compared fuzzily`)
  }
  switch (leaf.comparison) {
    case 'eq':
      return { query: whole(field, kind, [single(leaf)], zone), negated: false }
    case 'ne':
      return { query: whole(field, kind, [single(leaf)], zone), negated: true }
    case 'in':
      if (!Array.isArray(leaf.value)) return refuse('value', 'expected a list of values')
      return { query: whole(field, kind, leaf.value, zone), negated: false }
    case 'exists': {
      if (leaf.value !== undefined && typeof leaf.value !== 'boolean')
        return refuse('value', 'expected true or false')
      return { query: { op: 'exists', field }, negated: leaf.value === false }
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { query: range(field, kind, leaf, zone), negated: false }
    case 'begins':
    case 'contains': {
      if (kind !== 'keyword') return refuse('comparison', `${leaf.comparison} needs a text`)
      const value = String(scalarOf(kind, single(leaf)))
      if (value === '') return refuse('value', 'expected a text that is not empty')
      return { query: { op: leaf.comparison, field, value }, negated: false }
    }
    default:
      return refuse('comparison', `${leaf.comparison} needs a text`)
  }
}
