import { emptyValue } from '../../../../shared/rules/product-validity.ts'
import type { Lookup } from './lookup.ts'

/** Value that a field has before anybody typed; undefined for `_category` and unknown fields. */
export const emptyFor = (key: string, lookup: Lookup): unknown => {
  const definition = lookup.definitionByPath.get(key)
  return definition ? emptyValue(definition.type) : undefined
}
