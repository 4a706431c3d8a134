import type { EntityClass, EntityClassName } from '../../../shared/model/entity-classes.ts'
import { entityClasses } from '../../../shared/model/entity-classes.ts'

/** Value at a JSON pointer, or undefined. */
export function valueAt(data: unknown, pointer: string): unknown {
  let at: unknown = data
  for (const part of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

/** Key under which the store keeps a unique value: `class#pointer#value`. */
export const uniqueKey = (entityclass: EntityClassName, pointer: string, value: string | number) =>
  `${entityclass}#${pointer}#${typeof value === 'string' ? value.trim() : value}`

/** The values that an entity holds uniquely. Empty values and zero are held by nobody (file 1 §5). */
export function uniqueValues(
  entityclass: EntityClassName,
  data: unknown,
  { isDeleted = false } = {},
): string[] {
  const { unique, oneWith }: EntityClass = entityClasses[entityclass]
  const held = unique.flatMap((pointer) => {
    const value = valueAt(data, pointer)
    const isHeld = typeof value === 'number' ? value !== 0 : typeof value === 'string' && value.trim() !== ''
    return isHeld ? [uniqueKey(entityclass, pointer, value as string | number)] : []
  })
  const isTheOne = oneWith !== undefined && valueAt(data, oneWith) === true && !isDeleted
  return isTheOne ? [...held, uniqueKey(entityclass, oneWith, 'true')] : held
}
