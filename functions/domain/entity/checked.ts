/** Steps that every change of an entity's data goes through. */
import { invalidInput } from '../../../shared/errors.ts'
import type { JsonPatch } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { entitySchemas } from '../../../shared/model/entity-schemas.ts'
import { applyJsonPatch, applyMergePatch, patchFailures } from '../../../shared/rules/json-patch.ts'
import { issuesOf } from '../../../shared/schema-issues.ts'

/** Data as the class's schema wants it. Errors: `invalid_input`, paths are pointers into `data` after `prefix`. */
export function checkedData<T = Record<string, unknown>>(
  entityclass: EntityClassName,
  data: unknown,
  prefix = '',
): T {
  const parsed = entitySchemas[entityclass].safeParse(data)
  if (parsed.success) return parsed.data as T
  throw invalidInput(issuesOf(parsed.error).map((i) => ({ ...i, path: prefix + i.path })))
}

/** The document after the patch. Errors: `invalid_input`, naming the operation that failed. */
export function patched<T>(document: T, patch: JsonPatch): T {
  const outcome = applyJsonPatch(document, patch)
  if (outcome.ok) return outcome.document
  throw invalidInput([
    { path: `/patch/${outcome.index}`, expected: `${outcome.path} ${patchFailures[outcome.reason]}` },
  ])
}

/** The document after a merge patch (RFC 7386). Errors: `invalid_input`. */
export function merged<T extends object>(document: T, patch: Record<string, unknown>): T {
  const result = applyMergePatch(document, patch)
  if (result) return result
  throw invalidInput([{ path: '/patch', expected: `${patchFailures.forbidden}` }])
}
