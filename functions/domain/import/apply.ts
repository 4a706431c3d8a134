/** Puts what a register says onto what is stored. */
import { pointerTokens } from '../../../shared/rules/json-patch.ts'
import { isLinkable } from '../../../shared/rules/resolution.ts'
import { isObject, type Json, pointerToken } from '../../../shared/rules/values.ts'
import type { Differences, Fields } from './fields.ts'

const own = (at: Json, key: string): unknown => (Object.hasOwn(at, key) ? at[key] : undefined)
const read = (data: Json, tokens: readonly string[]): unknown =>
  tokens.reduce<unknown>((at, token) => (isObject(at) ? own(at, token) : undefined), data)

function write(data: Json, tokens: readonly string[], value: unknown): void {
  let at = data
  for (const token of tokens.slice(0, -1)) {
    const next = own(at, token)
    if (isObject(next)) at = next
    else {
      const made: Json = {}
      at[token] = made
      at = made
    }
  }
  at[tokens.at(-1)!] = value
}

/** Rows that came from the register carry its name, so that they are told from rows of staff. */
export const rowId = (source: string, key: string | number): string => `${source}:${key}`.slice(0, 64)
const rowEnd = (tokens: readonly string[], source: string): number =>
  tokens.findIndex((token) => token.startsWith(`${source}:`))

/** Places below the register's rows that lost one of their values to staff, or are new: such a row comes whole. */
function withWholeRows(data: Json, set: readonly string[], fields: Fields, source: string): string[] {
  const missing = new Set<string>()
  for (const place of set) {
    const tokens = pointerTokens(place) ?? []
    const end = rowEnd(tokens, source)
    if (end < 0) continue
    const row = tokens.slice(0, end + 1)
    if (read(data, row) === undefined) missing.add(`/${row.map(pointerToken).join('/')}/`)
  }
  if (missing.size === 0) return [...set]
  const inMissing = (place: string) => [...missing].some((row) => place.startsWith(row))
  return [...new Set([...set, ...[...fields.keys()].filter(inMissing)])]
}

/** A value is taken out; a row of the register that is empty then goes with it. */
function remove(data: Json, tokens: readonly string[], source: string): void {
  const parent = read(data, tokens.slice(0, -1))
  if (isObject(parent)) delete parent[tokens.at(-1)!]
  const end = rowEnd(tokens, source)
  if (end < 0) return
  const rows = read(data, tokens.slice(0, end))
  const row = isObject(rows) ? own(rows, tokens[end]!) : undefined
  const hasContent = isObject(row) && Object.keys(row).some((key) => key !== '_order')
  if (isObject(rows) && isObject(row) && !hasContent) delete rows[tokens[end]!]
}

/** A direct value and a link to a source exclude each other: what the register says wins where it says something new. */
function dropLink(data: Json, tokens: readonly string[]): void {
  const [root, list, key, ...rest] = tokens
  if (root !== 'listData' || !list || !key || rest.length) return
  const linked = read(data, ['listData', list, '_linked'])
  if (isLinkable(key) && isObject(linked)) delete linked[key]
}

export interface Applied {
  data: Json
  /** Places that were written. */
  set: string[]
}
/**
 * The data with the register's changes. `resolve` turns references to other things of the register into ids. With
 * `onlyMissing` nothing that is there already is replaced: so an entity that staff had made is taken over.
 */
export function applyFields(
  before: Json,
  fields: Fields,
  change: Differences,
  options: { source: string; resolve: (value: unknown) => unknown; onlyMissing?: boolean },
): Applied {
  const { source, resolve, onlyMissing } = options
  const data = structuredClone(before)
  for (const place of change.removed) remove(data, pointerTokens(place) ?? [], source)
  const set = withWholeRows(data, change.set, fields, source)
  for (const place of set) {
    const tokens = pointerTokens(place) ?? []
    if (onlyMissing && read(before, tokens) !== undefined) continue
    dropLink(data, tokens)
    write(data, tokens, resolve(fields.get(place)))
  }
  return { data, set }
}

export class UnknownKey extends Error {
  readonly reference: string
  constructor(reference: string) {
    super(`there is no ${reference}`)
    this.reference = reference
  }
}
/** `kind:key` of every reference in the data. */
export function referencesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) referencesIn(item, found)
  else if (isObject(value)) {
    if (typeof value['$key'] === 'string') found.add(value['$key'])
    else for (const item of Object.values(value)) referencesIn(item, found)
  }
  return found
}
/** The value with references replaced by ids; a list names each once. Throws `UnknownKey`. */
export function resolved(value: unknown, idOf: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => resolved(item, idOf))
    return items.filter((item, i) => typeof item !== 'string' || items.indexOf(item) === i)
  }
  if (!isObject(value)) return value
  const reference = value['$key']
  if (typeof reference === 'string') {
    const id = idOf.get(reference)
    if (id === undefined) throw new UnknownKey(reference)
    return id
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, idOf)]))
}
