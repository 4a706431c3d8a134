/** References of an item to other things of its register: `{"$key": "kind:key"}`. */
import { isObject } from '../../../shared/rules/values.ts'

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
