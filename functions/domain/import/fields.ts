/**
 * What a register says, as single values by their place. Comparing them with what it said last time tells what the
 * register has changed, so that an import replaces only that and fields the work of staff alone.
 */
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { isObject, type Json, pointerToken, wrapperKey } from '../../../shared/rules/values.ts'

/** Places (JSON pointers into the entity's data) with their values, in the order of the data. */
export type Fields = ReadonlyMap<string, unknown>
/** Places with hashes of their values: what the register said at the last import. */
export type FieldHashes = Readonly<Record<string, string>>

/** Values without parts of their own: a field's value, a reference to another thing of the register, an empty object. */
const isWhole = (value: unknown): boolean =>
  !isObject(value) || wrapperKey(value) !== undefined || '$key' in value || Object.keys(value).length === 0

export function fieldsOf(data: unknown, at = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (isWhole(data)) found.set(at, data)
  else
    for (const [key, value] of Object.entries(data as Json))
      if (value !== undefined) fieldsOf(value, `${at}/${pointerToken(key)}`, found)
  return found
}

/** A short hash of 64 bits: two rounds of FNV-like mixing. It compares a value with its own past, nothing else. */
export function hashOf(value: unknown): string {
  const text = canonicalJson(value)
  let a = 0x811c9dc5
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 0x01000193)
    b = Math.imul(b ^ c, 0x5bd1e995)
    b ^= b >>> 13
  }
  const hex = (n: number) => (n >>> 0).toString(36)
  return `${hex(a)}${hex(b)}`
}
export const hashesOf = (fields: Fields): FieldHashes =>
  Object.fromEntries([...fields].map(([place, value]) => [place, hashOf(value)]))

export interface Differences {
  set: string[]
  removed: string[]
}
/** What the register says now and did not say last time, and what it no longer says. */
export function differences(now: FieldHashes, last: FieldHashes): Differences {
  return {
    set: Object.keys(now).filter((place) => last[place] !== now[place]),
    removed: Object.keys(last).filter((place) => !Object.hasOwn(now, place)),
  }
}
