/** Plain values of JSON: comparing them, and telling a field's wrapper from a map. */

export type Json = Record<string, unknown>

export const isObject = (x: unknown): x is Json => typeof x === 'object' && x !== null && !Array.isArray(x)

/** What a map holds under a key that people may choose: `toString` is no row unless somebody made one. */
export const ownAt = <T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  map && Object.hasOwn(map, key) ? map[key] : undefined

/** Equal as JSON: the order of keys does not matter, the order of array elements does. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
}

const wrapperKeys = new Set([
  'textValue',
  'selectValue',
  'multiselectValue',
  'booleanValue',
  'numberValue',
  'dateValue',
  'tableValue',
])
/** The one key of a field's wrapper (`{"textValue": …}`), or undefined for anything else. */
export function wrapperKey(x: unknown): string | undefined {
  if (!isObject(x)) return undefined
  let found: string | undefined
  for (const key in x) {
    if (found !== undefined) return undefined
    found = key
  }
  return found !== undefined && wrapperKeys.has(found) ? found : undefined
}

/** A key as one token of a JSON pointer. */
export const pointerToken = (key: string): string =>
  /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
