/** Steps that every change of an entity's data goes through. */
import type { JsonPatch } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { entitySchemas } from '../../../shared/model/entity-schemas.ts'
import { applyJsonPatch, applyMergePatch, patchFailures } from '../../../shared/rules/json-patch.ts'
import { isRefusal, type Refusal, refuseInput } from '../../../shared/rules/refusal.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { issuesOf, unknownPlaces } from '../../../shared/schema-issues.ts'
import { valueAt } from './unique-values.ts'

/** The document without what is at these places. */
export const without = <T>(document: T, places: readonly string[]): T | Refusal =>
  patched(
    document,
    places.map((path) => ({ op: 'remove', path })),
  )

/** Of stored data what the schema knows: answers are strict, and what another version stored is for nobody to see here. */
export function knownData<T extends object>(entityclass: EntityClassName, data: T): T {
  const { error } = entitySchemas[entityclass].safeParse(data)
  const places = error ? unknownPlaces(error) : []
  const known = places.length > 0 ? without(data, places) : data
  return isRefusal(known) ? data : known
}

/** Places of keys that the schema does not know and that are stored just so: another version wrote them. */
const storedOtherwise = (unknown: readonly string[], data: unknown, before: unknown): string[] =>
  unknown.filter((place) => {
    const stored = valueAt(before, place)
    return stored !== undefined && sameValue(stored, valueAt(data, place))
  })

/**
 * Data as the class's schema wants it. Refuses wrong places; paths are pointers into `data` after `prefix`. A key that the schema
 * does not know stays where `before` has it just so, and keeps nobody from saving the rest; none is added.
 */
export function checkedData<T = Record<string, unknown>>(
  entityclass: EntityClassName,
  data: unknown,
  { prefix = '', before }: { prefix?: string; before?: unknown } = {},
): T | Refusal {
  const schema = entitySchemas[entityclass]
  const refusal = (error: Parameters<typeof issuesOf>[0]) =>
    refuseInput(issuesOf(error).map((i) => ({ ...i, path: prefix + i.path })))
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data as T
  const stored = storedOtherwise(unknownPlaces(parsed.error), data, before)
  if (stored.length === 0) return refusal(parsed.error)
  const known = without(data, stored)
  if (isRefusal(known)) return known
  const rest = schema.safeParse(known)
  if (!rest.success) return refusal(rest.error)
  return patched(
    rest.data as T,
    stored.map((path) => ({ op: 'add', path, value: valueAt(before, path) })),
  )
}

/** The document after the patch. Refuses by naming the operation that failed. */
export function patched<T>(document: T, patch: JsonPatch): T | Refusal {
  const outcome = applyJsonPatch(document, patch)
  if (outcome.ok) return outcome.document
  return refuseInput([
    { path: `/patch/${outcome.index}`, expected: `${outcome.path} ${patchFailures[outcome.reason]}` },
  ])
}

/** The document after a merge patch (RFC 7386), or why it cannot be merged. */
export function merged<T extends object>(document: T, patch: Record<string, unknown>): T | Refusal {
  const outcome = applyMergePatch(document, patch)
  return outcome.ok
    ? outcome.document
    : refuseInput([{ path: '/patch', expected: patchFailures[outcome.reason] }])
}
