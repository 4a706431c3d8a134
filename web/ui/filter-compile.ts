/**
 * Turns a query of tokens into the filter that calls take, and back. Conditions on rows of the same collection (a
 * product's lists, a company's addresses) that stand together under AND meet the same row.
 */
import { and, inRow, not, oneOf, or } from '../../shared/search/combine-filters.ts'
import type { Filter } from '../../shared/search/filter.ts'
import {
  type FilterGroup,
  type FilterOperator,
  type FilterQuery,
  type FilterToken,
  isGroup,
  noValue,
} from './filter-query.ts'

/** What the compiler needs to know of a property. */
export interface FilterProperty {
  key: string
  kind: 'text' | 'number' | 'date' | 'boolean' | 'choice' | 'cases'
  /** Name in the field catalogue; the key if absent. */
  field?: string
  /** Collection whose row the condition is about. */
  rowsOf?: string
  /** It names the row itself (a product's list): its negation says that there is no such row at all. */
  isRowKey?: boolean
  /** `cases`: the filter behind each value. */
  cases?: Record<string, Filter>
  /** The condition is about a row within the row that meets these too: a company in a role. */
  within?: { path: string; also: Filter[] }
}
type FilterProperties = ReadonlyMap<string, FilterProperty>

export const operatorsOf: Record<FilterProperty['kind'], FilterOperator[]> = {
  text: [':', '!:', '=', '!=', '^'],
  number: ['=', '!=', '<', '<=', '>', '>='],
  date: ['=', '!=', '<', '<=', '>', '>='],
  boolean: ['=', '!='],
  choice: ['=', '!='],
  cases: ['=', '!='],
}

/** A day that the calendar has, `YYYY-MM-DD`. Which instants it means is the server's to say. */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00.000Z`).toJSON()?.slice(0, 10) === text

/** A condition in its positive form, and whether the token denies it. */
interface Condition {
  property: FilterProperty
  filter: Filter
  isDenied: boolean
}

function choose(field: string, values: string[]): Filter {
  const named = values.filter((v) => v !== noValue)
  const parts: Filter[] = []
  if (named.length > 0) parts.push(oneOf(field, named))
  if (named.length < values.length) parts.push(not({ field, comparison: 'exists' }))
  return or(parts)
}

const orders = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const
const comparisonOf = (operator: FilterOperator) => orders[operator as keyof typeof orders] ?? 'eq'

/** The condition of a token; undefined when its value does not fit the property. */
function conditionOf(token: FilterToken, property: FilterProperty): Condition | undefined {
  const field = property.field ?? property.key
  const values = Array.isArray(token.value) ? token.value : [token.value]
  const value = values[0] ?? ''
  const isDenied = token.operator.startsWith('!')
  const of = (filter: Filter, denied = isDenied): Condition => ({
    property,
    filter: property.within ? inRow(property.within.path, and([...property.within.also, filter])) : filter,
    isDenied: denied,
  })
  if (values.length === 0 || !operatorsOf[property.kind].includes(token.operator)) return undefined

  if (property.kind === 'cases') {
    const parts = values.map((v) => property.cases?.[v])
    return parts.every((p) => p !== undefined) ? of(or(parts)) : undefined
  }
  // Nobody looks for the sign itself: in whatever way it is asked, it means that nothing is filled in.
  if (
    values.includes(noValue) &&
    (property.kind === 'text' || token.operator === '=' || token.operator === '!=')
  )
    return of(choose(field, values))
  if (property.kind === 'choice') return of(choose(field, values))
  if (property.kind === 'boolean') {
    if (value !== 'true' && value !== 'false') return undefined
    // "no" is everything that is not "yes": a box that nobody ever touched has no value.
    return of({ field, comparison: 'eq', value: true }, isDenied !== (value === 'false'))
  }
  if (property.kind === 'number') {
    const number = Number(value)
    if (value.trim() === '' || !Number.isFinite(number)) return undefined
    return of({ field, comparison: comparisonOf(token.operator), value: number })
  }
  if (property.kind === 'date') {
    if (!isDay(value)) return undefined
    return of({ field, comparison: comparisonOf(token.operator), value })
  }
  if (value.trim() === '') return undefined
  if (token.operator === '=' || token.operator === '!=') return of({ field, comparison: 'eq', value })
  return of({ field, comparison: token.operator === '^' ? 'begins' : 'contains', value })
}

/** What came of a query: the filter (none for an empty query), and the tokens that nothing could be made of. */
interface Compiled {
  filter: Filter | undefined
  /** A filter with these left out would find too much: nothing should be searched until they are gone. */
  notUnderstood: FilterToken[]
}

/** `freeText` is the property that tokens without a property ask. */
export function compileQuery(query: FilterQuery, properties: FilterProperties, freeText = 'name'): Compiled {
  const notUnderstood: FilterToken[] = []
  const read = (token: FilterToken): Condition[] => {
    const property = properties.get(token.propertyKey ?? freeText)
    const condition = property && conditionOf(token, property)
    if (!condition) notUnderstood.push(token)
    return condition ? [condition] : []
  }
  const alone = (c: Condition): Filter => {
    const found = c.property.rowsOf ? inRow(c.property.rowsOf, c.filter) : c.filter
    return c.isDenied ? not(found) : found
  }
  const within = (c: Condition) => (c.isDenied ? not(c.filter) : c.filter)

  const compileAnd = (items: (FilterToken | FilterGroup)[]): Filter[] => {
    const outside: Filter[] = []
    const paths: string[] = []
    const conditions: Condition[] = []
    const groups: Condition[][] = []
    for (const item of items) {
      if (!isGroup(item)) conditions.push(...read(item))
      // A group of its own says: these meet one row, not necessarily that of the others.
      else if (item.operation === 'and') outside.push(...compileAnd(item.tokens))
      else {
        const group = item.tokens.flatMap(read)
        if (group.length > 0) groups.push(group)
      }
    }
    const inside: Filter[] = []
    const anchors = new Map<string, Filter[]>()
    for (const c of conditions) if (c.property.rowsOf) paths.push(c.property.rowsOf)
    for (const g of groups) if (pathOf(g)) paths.push(pathOf(g)!)
    for (const path of new Set(paths)) {
      const mine = conditions.filter((c) => c.property.rowsOf === path)
      const keys = mine.filter((c) => c.property.isRowKey && !c.isDenied)
      const positive = mine.filter((c) => !c.property.isRowKey && !c.isDenied)
      const denied = mine.filter((c) => !c.property.isRowKey && c.isDenied)
      const either = groups.filter((g) => pathOf(g) === path).map((g) => or(g.map(within)))
      const hasRow = keys.length + positive.length + either.length > 0
      const shared = [...positive.map(within), ...either, ...(hasRow ? denied.map(within) : [])]
      // Two lists named at once are two rows, and the other conditions hold in both.
      if (keys.length > 1) for (const k of keys) inside.push(inRow(path, and([within(k), ...shared])))
      else if (hasRow) inside.push(inRow(path, and([...keys.map(within), ...shared])))
      if (!hasRow) outside.push(...denied.map(alone))
      outside.push(...mine.filter((c) => c.property.isRowKey && c.isDenied).map(alone))
      anchors.set(path, keys.length > 1 ? shared : [...keys.map(within), ...shared])
    }
    const mixed = groups
      .filter((g) => !pathOf(g))
      .map((g) =>
        or(
          g.map((c) => {
            const anchor = c.property.rowsOf ? (anchors.get(c.property.rowsOf) ?? []) : []
            return c.property.rowsOf && anchor.length > 0
              ? inRow(c.property.rowsOf, and([...anchor, within(c)]))
              : alone(c)
          }),
        ),
      )
    return [...conditions.filter((c) => !c.property.rowsOf).map(alone), ...outside, ...mixed, ...inside]
  }
  const parts =
    query.operation === 'and'
      ? compileAnd(query.tokens)
      : query.tokens.flatMap((item) => {
          if (!isGroup(item)) return read(item).map(alone)
          if (item.operation === 'or') return item.tokens.flatMap(read).map(alone)
          const inner = compileAnd(item.tokens)
          return inner.length > 0 ? [and(inner)] : []
        })
  const filter = parts.length === 0 ? undefined : query.operation === 'and' ? and(parts) : or(parts)
  return { filter, notUnderstood }
}

/** The path that all conditions of an OR group share; a row key among them stays outside. */
function pathOf(group: Condition[]): string | undefined {
  const path = group[0]?.property.rowsOf
  return group.every((c) => c.property.rowsOf === path && !(c.property.isRowKey && c.isDenied))
    ? path
    : undefined
}
