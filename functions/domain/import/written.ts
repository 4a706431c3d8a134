/**
 * What an import writes is judged as what a save writes: by the keys that schemas know, the fields that there are and their
 * types. Only what this import writes: what was stored before, by whatever version, keeps no item out.
 */
import type { Issue } from '../../../shared/errors.ts'
import type { FieldDefinition } from '../../../shared/model/administration.ts'
import { fieldPathPattern } from '../../../shared/model/field-path.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { checklistKeys, patchPlace } from '../../../shared/rules/patch-paths.ts'
import { hasOwnValues } from '../../../shared/rules/product-validity.ts'
import { linkRefusal } from '../../../shared/rules/resolution.ts'
import { isObject, type Json } from '../../../shared/rules/values.ts'
import { columnOf, valueIssues } from '../product/schema.ts'
import { placeOf, readPlace, tokensOf } from './places.ts'

interface Written {
  data: Json
  /** Places that were written. */
  set: readonly string[]
}
type FieldsByPath = ReadonlyMap<string, FieldDefinition>

/** Keys that the schema does not know, each once: they would be dropped in silence. */
export function droppedIssues({ data, set }: Written, parsed: Json): Issue[] {
  const dropped = new Set<string>()
  for (const place of set) {
    const tokens = tokensOf(place)
    if (readPlace(data, tokens) === undefined || readPlace(parsed, tokens) !== undefined) continue
    const isDropped = (length: number) => readPlace(parsed, tokens.slice(0, length)) === undefined
    const length = tokens.findIndex((_, at) => isDropped(at + 1)) + 1
    dropped.add(placeOf(tokens.slice(0, length)))
  }
  return [...dropped].map((path) => ({ path, expected: 'expected no such key', key: 'valueUnknown' }))
}

/** The data as its schema gives it, with the keys of rows that the schema does not know and that are stored: they stay. */
export function withUnknownKeys<T>(known: T, data: unknown): T {
  if (!isObject(known) || !isObject(data)) return known
  const entries = Object.entries(data).map(([key, value]) => [
    key,
    Object.hasOwn(known, key) ? withUnknownKeys(known[key], value) : value,
  ])
  return { ...known, ...Object.fromEntries(entries) }
}

/** Places in a list that a save writes too, with their tokens. */
function* placesOfSave(set: readonly string[]): Generator<[place: string, tokens: string[]]> {
  for (const place of set) {
    const tokens = tokensOf(place)
    const [root, , key] = tokens
    if (root !== 'listData' || key === undefined) continue
    // What calls of their own write, and an empty object, which says nothing.
    const isNone = key === '_responsible' || key === '_active' || (key === '_linked' && tokens.length === 3)
    if (!isNone) yield [place, tokens]
  }
}

/** Values and links of fields that there are not, links to nothing, and values that are not as their field's type wants them. */
export function fieldIssues(
  data: ProductData,
  set: readonly string[],
  before: ProductData | undefined,
  fields: FieldsByPath,
): Issue[] {
  const issues: Issue[] = []
  for (const [path, tokens] of placesOfSave(set)) {
    const place = patchPlace(path, (_, field) => hasOwnValues(fields.get(field)))
    if (place === 'checklistKey')
      issues.push({ path, expected: `one of ${checklistKeys.join(', ')}`, key: 'checklistUnknown' })
    else if (place === 'pathInvalid')
      issues.push({ path, expected: 'Field not found with id', key: 'fieldNotFound' })
    else if (place.isLink) {
      const source = data.listData[place.list]?._linked[place.key]
      const refused = source && linkRefusal(data, place.list, source)
      if (refused)
        issues.push({
          path,
          expected: refused.message,
          ...(refused.details.key && { key: refused.details.key }),
        })
    } else if (fieldPathPattern.test(place.key)) {
      const [value, was] = [readPlace(data, tokens), before && readPlace(before, tokens)]
      const columns = (column: string) => columnOf(fields, place.key, column)
      issues.push(...valueIssues(path, fields.get(place.key), value, was, columns))
    }
  }
  return issues
}

/** Paths of fields that are written or linked, and are not among these: another process may have made them just now. */
export function unknownFields({ data, set }: Written, fields: FieldsByPath): string[] {
  const unknown = new Set<string>()
  for (const [, tokens] of placesOfSave(set)) {
    const [, , key = '', linked = ''] = tokens
    const path = key === '_linked' ? linked : key
    if (!fieldPathPattern.test(path)) continue
    if (!fields.has(path)) unknown.add(path)
    const value = key === '_linked' ? undefined : readPlace(data, tokens)
    const rows = isObject(value) && isObject(value['tableValue']) ? Object.values(value['tableValue']) : []
    for (const column of rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))
      if (column !== '_order' && !columnOf(fields, path, column)) unknown.add(`${path}-${column}`).add(column)
  }
  return [...unknown]
}
