/**
 * Three-way merge of an entity's data by field, and the smallest patch between two states. Maps are merged key by key
 * (rows by id and column, localized text by language); a field's wrapper, a scalar and an array are one unit each.
 */
import type { JsonPatch } from '../model/entity.ts'
import { isObject, type Json, ownAt, pointerToken, sameValue, wrapperKey } from './values.ts'

export interface Conflict {
  /** JSON pointer of what both changed differently. */
  path: string
  before: unknown
  mine: unknown
  theirs: unknown
}
export interface Merged<T> {
  /** Everything that only one side changed, and mine where both did: show the conflicts before saving it. */
  merged: T
  conflicts: Conflict[]
}

/** Objects whose parts belong together. */
const wholeKeys = new Set(['_responsible', 'geocoords'])

/** May the merge look inside of both? Wrappers only if they hold languages or rows on both sides. */
function isMap(key: string, a: unknown, b: unknown): a is Json {
  if (!isObject(a) || !isObject(b) || wholeKeys.has(key)) return false
  const kind = wrapperKey(a)
  const other = wrapperKey(b)
  if (kind === undefined && other === undefined) return true
  if (kind !== other) return false
  return kind === 'tableValue' || (kind === 'textValue' && isObject(a.textValue) && isObject(b.textValue))
}

const has = (map: Json | undefined, key: string) => map !== undefined && Object.hasOwn(map, key)
const keysOf = (...maps: (Json | undefined)[]) => new Set(maps.flatMap((m) => (m ? Object.keys(m) : [])))
const isIn = (conflicts: Conflict[], path: string) => conflicts.some((c) => c.path === path)

/** A field and its link to a source are one decision: pairs of keys that are merged together. */
function fieldAndLinkConflicts(base: Json | undefined, mine: Json, theirs: Json, path: string): Conflict[] {
  const links = [base?._linked, mine._linked, theirs._linked].map((l) => (isObject(l) ? l : undefined))
  const [b, m, t] = links
  const found: Conflict[] = []
  for (const key of keysOf(...links)) {
    const linkByMe = !sameValue(b?.[key], m?.[key])
    const linkByThem = !sameValue(b?.[key], t?.[key])
    const valueByMe = !sameValue(base?.[key], mine[key])
    const valueByThem = !sameValue(base?.[key], theirs[key])
    const bothMoved = (linkByMe && (linkByThem || valueByThem)) || (linkByThem && valueByMe)
    const isSame = sameValue(m?.[key], t?.[key]) && sameValue(mine[key], theirs[key])
    if (!bothMoved || isSame) continue
    const state = (link: Json | undefined, value: Json | undefined) =>
      has(link, key) ? { link: link?.[key] } : value?.[key]
    found.push({
      path: `${path}/${pointerToken(key)}`,
      before: state(b, base),
      mine: state(m, mine),
      theirs: state(t, theirs),
    })
  }
  return found
}

function mergeMaps(
  base: Json | undefined,
  mine: Json,
  theirs: Json,
  path: string,
  conflicts: Conflict[],
): Json {
  if (base === mine) return theirs
  if (base === theirs || mine === theirs) return mine
  const sourced =
    isObject(mine._linked) || isObject(theirs._linked) ? fieldAndLinkConflicts(base, mine, theirs, path) : []
  const asked = new Set(sourced.map((c) => c.path))
  conflicts.push(...sourced)
  const result: Json = {}
  for (const key of keysOf(mine, theirs)) {
    const at = `${path}/${pointerToken(key)}`
    if (asked.has(at)) {
      if (has(mine, key)) result[key] = mine[key]
      continue
    }
    if (key === '_linked' && isObject(mine._linked) && isObject(theirs._linked)) {
      result._linked = mergeLinks(base?._linked, mine._linked, theirs._linked, path, asked)
      continue
    }
    const value = mergeValue(key, base, mine, theirs, at, conflicts)
    if (value.exists) result[key] = value.value
  }
  return result
}

/** Links of keys in conflict stay mine; the others merge as units, and cannot differ without being in conflict. */
function mergeLinks(base: unknown, mine: Json, theirs: Json, path: string, asked: ReadonlySet<string>): Json {
  const before = isObject(base) ? base : undefined
  const result: Json = {}
  for (const key of keysOf(mine, theirs)) {
    const isMine = asked.has(`${path}/${pointerToken(key)}`) || !sameValue(ownAt(before, key), mine[key])
    const from = isMine ? mine : theirs
    if (has(from, key)) result[key] = from[key]
  }
  return result
}

function mergeValue(
  key: string,
  base: Json | undefined,
  mine: Json,
  theirs: Json,
  path: string,
  conflicts: Conflict[],
): { exists: boolean; value?: unknown } {
  const [b, m, t] = [ownAt(base, key), ownAt(mine, key), ownAt(theirs, key)]
  const take = (from: Json) => ({ exists: has(from, key), value: from[key] })
  const isSameAs = (x: Json, y: Json | undefined, vx: unknown, vy: unknown) =>
    has(x, key) === has(y, key) && sameValue(vx, vy)
  // Most values are not only equal but one and the same.
  if (m === b && has(mine, key) === has(base, key)) return take(theirs)
  if (isSameAs(mine, theirs, m, t)) return take(mine)
  if (isSameAs(mine, base, m, b)) return take(theirs)
  if (isSameAs(theirs, base, t, b)) return take(mine)
  if (isMap(key, m, t) && isObject(t) && (b === undefined || isMap(key, b, m)))
    return { exists: true, value: mergeMaps(isObject(b) ? b : undefined, m, t, path, conflicts) }
  if (!isIn(conflicts, path)) conflicts.push({ path, before: b, mine: m, theirs: t })
  return take(mine)
}

/**
 * Puts my edits of `base` onto `theirs`. What one side changed wins; what both changed differently is a conflict,
 * also a deletion against a change inside of what was deleted.
 */
export function mergeDrafts<T extends object>(base: T, mine: T, theirs: T): Merged<T> {
  const conflicts: Conflict[] = []
  const merged = mergeMaps(base as Json, mine as Json, theirs as Json, '', conflicts)
  return { merged: merged as T, conflicts }
}

function collect(key: string, before: unknown, after: unknown, path: string, patch: JsonPatch): void {
  if (before === after || sameValue(before, after)) return
  if (!isMap(key, before, after) || !isObject(after)) {
    patch.push({ op: 'replace', path, value: after })
    return
  }
  for (const k of Object.keys(before))
    if (!has(after, k)) patch.push({ op: 'remove', path: `${path}/${pointerToken(k)}` })
  for (const [k, value] of Object.entries(after)) {
    const at = `${path}/${pointerToken(k)}`
    if (has(before, k)) collect(k, before[k], value, at, patch)
    else patch.push({ op: 'add', path: at, value })
  }
}

/** The smallest patch from `original` to `draft`: one operation for each unit that differs. */
export function toPatch(original: object, draft: object): JsonPatch {
  const patch: JsonPatch = []
  collect('', original, draft, '', patch)
  return patch
}
