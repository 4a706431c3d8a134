/** Steps that every change of an entity's data goes through. */
import type { JsonPatch } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { entitySchemas } from '../../../shared/model/entity-schemas.ts'
import { applyJsonPatch, applyMergePatch, patchFailures } from '../../../shared/rules/json-patch.ts'
import { type Refusal, refuseInput } from '../../../shared/rules/refusal.ts'
import { issuesOf } from '../../../shared/schema-issues.ts'

/** Data as the class's schema wants it. Refuses wrong places; paths are pointers into `data` after `prefix`. */
export function checkedData<T = Record<string, unknown>>(
  entityclass: EntityClassName,
  data: unknown,
  prefix = '',
): T | Refusal {
  const parsed = entitySchemas[entityclass].safeParse(data)
  if (parsed.success) return parsed.data as T
  return refuseInput(issuesOf(parsed.error).map((i) => ({ ...i, path: prefix + i.path })))
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
