/**
 * Turns a query of tokens into the filter that calls take, and back. Conditions on rows of the same collection (a
 * product's lists, a company's addresses) that stand together under AND meet the same row.
 */
import type { Filter, FilterLeaf } from '../../shared/search/filter.ts'
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
export type FilterProperties = ReadonlyMap<string, FilterProperty>

export const operatorsOf: Record<FilterProperty['kind'], FilterOperator[]> = {
  text: [':', '!:', '=', '!=', '^'],
  number: ['=', '!=', '<', '<=', '>', '>='],
  date: ['=', '!=', '<', '<=', '>', '>='],
  boolean: ['=', '!='],
  choice: ['=', '!='],
  cases: ['=', '!='],
}

/** `$and` and `$or` of one part are the part itself. */
const and = (parts: Filter[]): Filter => (parts.length === 1 ? parts[0]! : { $and: parts })
const or = (parts: Filter[]): Filter => (parts.length === 1 ? parts[0]! : { $or: parts })
const not = (part: Filter): Filter => ({ $not: part })
const inRow = (path: string, match: Filter): Filter => ({ $nested: { path, match } })

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
  if (named.length === 1) parts.push({ field, comparison: 'eq', value: named[0]! })
  if (named.length > 1) parts.push({ field, comparison: 'in', value: named })
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
export interface Compiled {
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

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const isLeaf = (f: Filter): f is FilterLeaf => 'field' in f

/** A filter as tokens, for saved searches and links; undefined when tokens cannot say it. */
export function decompileFilter(
  filter: Filter | undefined,
  properties: FilterProperties,
): FilterQuery | undefined {
  if (filter === undefined) return { operation: 'and', tokens: [] }
  const all = [...properties.values()]

  /** A token of a property of `path` (root: undefined) whose condition is exactly `f`. */
  const tokenOf = (f: Filter, path: string | undefined, isOnlyDenied = false): FilterToken | undefined => {
    const positive = '$not' in f ? f.$not : f
    for (const property of all) {
      if (property.rowsOf !== path) continue
      for (const [candidate, denied] of [[f, false] as const, [positive, true] as const]) {
        if (denied ? candidate === f : isOnlyDenied) continue
        const inner = property.within ? withoutRow(candidate, property.within) : candidate
        for (const token of inner ? guesses(inner, denied, property) : []) {
          const c = conditionOf(token, property)
          if (c && (c.isDenied || !isOnlyDenied) && same(c.isDenied ? not(c.filter) : c.filter, f))
            return token
        }
      }
    }
    return undefined
  }
  const itemsOf = (f: Filter, path: string | undefined): (FilterToken | FilterGroup)[] | undefined => {
    const token = tokenOf(f, path)
    if (token) return [token]
    if ('$not' in f && '$nested' in f.$not && path === undefined) {
      const inner = tokenOf(not(f.$not.$nested.match), f.$not.$nested.path, true)
      return inner && [inner]
    }
    if ('$nested' in f && path === undefined) {
      const { path: rowsOf, match } = f.$nested
      const parts = '$and' in match && !tokenOf(match, rowsOf) ? match.$and : [match]
      const items = parts.map((part) => itemsOf(part, rowsOf))
      return items.every((i) => i !== undefined) ? items.flat() : undefined
    }
    if ('$or' in f) {
      const items = f.$or.map((part) => itemsOf(part, path))
      if (!items.every((i) => i?.length === 1 && !isGroup(i[0]!))) return undefined
      return [{ operation: 'or', tokens: items.flat() as FilterToken[] }]
    }
    return undefined
  }
  const andItems = (f: Filter): (FilterToken | FilterGroup)[] | undefined => {
    const parts = '$and' in f && !tokenOf(f, undefined) ? f.$and : [f]
    const items = parts.map((part) => itemsOf(part, undefined))
    if (!items.every((i) => i !== undefined)) return undefined
    const rows = parts.map((p) => ('$nested' in p ? p.$nested.path : undefined))
    return items.flatMap((list, i) => {
      const isShared = rows[i] !== undefined && rows.filter((r) => r === rows[i]).length > 1
      if (!isShared) return list
      return list.some(isGroup) ? [] : [{ operation: 'and', tokens: list as FilterToken[] }]
    })
  }
  const attempts: (FilterQuery | undefined)[] = []
  const items = andItems(filter)
  if (items) attempts.push({ operation: 'and', tokens: items })
  if ('$or' in filter) {
    const parts = filter.$or.map((part) => andItems(part))
    if (parts.every((p) => p !== undefined && p.length > 0 && !(p.length > 1 && p.some(isGroup))))
      attempts.push({
        operation: 'or',
        tokens: (parts as (FilterToken | FilterGroup)[][]).map((p) =>
          p.length === 1 ? p[0]! : { operation: 'and', tokens: p as FilterToken[] },
        ),
      })
  }
  // Only what compiles to the same filter again may be shown as it.
  return attempts.find((query) => query && same(compileQuery(query, properties).filter, filter))
}

/** The own part of a condition that stands within a row. */
function withoutRow(f: Filter, within: NonNullable<FilterProperty['within']>): Filter | undefined {
  if (!('$nested' in f) || f.$nested.path !== within.path || !('$and' in f.$nested.match)) return undefined
  return f.$nested.match.$and.at(-1)
}

/** Tokens that might compile to `f`; the caller tries them. */
function guesses(f: Filter, isDenied: boolean, property: FilterProperty): FilterToken[] {
  const propertyKey = property.key
  const token = (operator: FilterOperator, value: string | string[]): FilterToken => ({
    propertyKey,
    operator: (isDenied && !operator.startsWith('!') ? `!${operator}` : operator) as FilterOperator,
    value,
  })
  if (property.kind === 'cases') {
    const parts = '$or' in f && !Object.values(property.cases ?? {}).some((c) => same(c, f)) ? f.$or : [f]
    const values = parts.map((p) => Object.entries(property.cases ?? {}).find(([, c]) => same(c, p))?.[0])
    return values.every((v) => v !== undefined) ? [token('=', values as string[])] : []
  }
  const leaves = ('$or' in f ? f.$or : '$and' in f ? f.$and : [f]).map((p) => ('$not' in p ? p.$not : p))
  if (!leaves.every(isLeaf)) return []
  const values = leaves.flatMap((l) => (l.comparison === 'exists' ? [noValue] : [l.value].flat().map(String)))
  if (property.kind === 'choice') return [token('=', values)]
  if (property.kind === 'boolean')
    return [token('=', 'true'), { propertyKey, operator: '=', value: 'false' }, token('=', noValue)]
  const operators: FilterOperator[] =
    property.kind === 'number' || property.kind === 'date' ? ['=', '<', '<=', '>', '>='] : ['=', ':', '^']
  return operators.map((o) => token(o, values[0] ?? ''))
}
