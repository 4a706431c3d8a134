/**
 * The condition that a person builds from tokens, as Cloudscape's property filter shows it, and its short form for
 * the address bar. Knows nothing of fields: `filter-compile.ts` turns it into the filter that calls take.
 */
const filterOperators = ['!=', '!:', '!^', '<=', '>=', '<', '>', '=', ':', '^'] as const
export type FilterOperator = (typeof filterOperators)[number]

/** One condition. Without a property it is free text. Several values mean any of them. */
export interface FilterToken {
  propertyKey?: string
  operator: FilterOperator
  value: string | string[]
}
export interface FilterGroup {
  operation: 'and' | 'or'
  tokens: FilterToken[]
}
/** Tokens and groups of tokens: one level of nesting, as the property filter offers it. */
export interface FilterQuery {
  operation: 'and' | 'or'
  tokens: (FilterToken | FilterGroup)[]
}
export const emptyQuery: FilterQuery = { operation: 'and', tokens: [] }
/** Stands for "has no value" among a token's values. */
export const noValue = '∅'

export const isGroup = (item: FilterToken | FilterGroup): item is FilterGroup => 'tokens' in item
const isOperator = (text: string): text is FilterOperator =>
  (filterOperators as readonly string[]).includes(text)

/** Cloudscape's query with token groups, without what this app does not use (half-typed tokens, deeper nesting). */
export function fromCloudscape(query: {
  operation: 'and' | 'or'
  tokens: readonly unknown[]
  tokenGroups?: readonly unknown[]
}): FilterQuery {
  const token = (raw: unknown): FilterToken[] => {
    const { propertyKey, operator, value } = raw as {
      propertyKey?: string
      operator: string
      value: unknown
    }
    if (!isOperator(operator)) return []
    const values = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value : undefined
    if (values === undefined || values.length === 0) return []
    return [{ ...(propertyKey === undefined ? {} : { propertyKey }), operator, value: values }]
  }
  const tokens = (query.tokenGroups ?? query.tokens).flatMap((raw): (FilterToken | FilterGroup)[] => {
    if (typeof raw !== 'object' || raw === null) return []
    if (!('tokens' in raw)) return token(raw)
    const group = raw as { operation: 'and' | 'or'; tokens: readonly unknown[] }
    const inner = group.tokens.flatMap(token)
    if (inner.length === 0) return []
    return inner.length === 1 ? inner : [{ operation: group.operation, tokens: inner }]
  })
  return { operation: query.operation, tokens }
}
export const toCloudscape = (query: FilterQuery) => ({
  operation: query.operation,
  tokens: [],
  tokenGroups: query.tokens,
})

/** The query without these tokens; groups that are empty then are gone too. */
export function withoutTokens(query: FilterQuery, gone: readonly FilterToken[]): FilterQuery {
  const stays = (token: FilterToken) => !gone.includes(token)
  const tokens = query.tokens.flatMap((item): (FilterToken | FilterGroup)[] => {
    if (!isGroup(item)) return stays(item) ? [item] : []
    const inner = item.tokens.filter(stays)
    return inner.length > 1 ? [{ ...item, tokens: inner }] : inner
  })
  return { ...query, tokens }
}

// The short form: `and;name:kalk;lists.list=[id];(or;rev>3;rev<1)`. A backslash takes a character literally.
const special = /[\\;(),[\]=]/g
const escapeText = (text: string) => text.replace(special, (c) => `\\${c}`)
const writeToken = (t: FilterToken) =>
  `${t.propertyKey ?? ''}${t.operator}${
    Array.isArray(t.value) ? `[${t.value.map(escapeText).join(',')}]` : escapeText(t.value)
  }`

/** Short text of a query; empty for an empty query. */
export function writeQuery(query: FilterQuery): string {
  if (query.tokens.length === 0) return ''
  const items = query.tokens.map((item) =>
    isGroup(item) ? `(${[item.operation, ...item.tokens.map(writeToken)].join(';')})` : writeToken(item),
  )
  return [query.operation, ...items].join(';')
}

/** Splits at a separator that is neither escaped nor within brackets of either kind. */
function split(text: string, separator: string): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!
    if (c === '\\') {
      part += c + (text[++i] ?? '')
      continue
    }
    if (c === '(' || c === '[') depth++
    if (c === ')' || c === ']') depth--
    if (c === separator && depth === 0) {
      parts.push(part)
      part = ''
    } else part += c
  }
  return [...parts, part]
}
const unescapeText = (text: string) => text.replace(/\\([\s\S])/g, '$1')
const tokenPattern = /^([A-Za-z0-9_.-]*)(!=|!:|!\^|<=|>=|<|>|=|:|\^)([\s\S]*)$/

function readToken(text: string): FilterToken | undefined {
  const [, key, operator, rest] = tokenPattern.exec(text) ?? []
  if (operator === undefined || rest === undefined || !isOperator(operator)) return undefined
  const isList = rest.startsWith('[') && rest.endsWith(']')
  const value = isList ? split(rest.slice(1, -1), ',').map(unescapeText) : unescapeText(rest)
  return { ...(key ? { propertyKey: key } : {}), operator, value }
}

/** Reads the short text; undefined when it is not one (an old or mangled link). */
export function readQuery(text: string): FilterQuery | undefined {
  if (text === '') return emptyQuery
  const [operation, ...items] = split(text, ';')
  if (operation !== 'and' && operation !== 'or') return undefined
  const tokens: (FilterToken | FilterGroup)[] = []
  for (const item of items) {
    if (item.startsWith('(') && item.endsWith(')')) {
      const [inner, ...rest] = split(item.slice(1, -1), ';')
      const read = rest.map(readToken)
      if ((inner !== 'and' && inner !== 'or') || read.some((t) => t === undefined)) return undefined
      tokens.push({ operation: inner, tokens: read as FilterToken[] })
      continue
    }
    const token = readToken(item)
    if (!token) return undefined
    tokens.push(token)
  }
  return { operation, tokens }
}
