import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Below so many bytes compression gains nothing. */
const worthwhile = 600

/** How a state lies in the file: small ones as JSON, larger ones deflated (a third of the size, 0.1 ms). */
export type PackedBody = string | Uint8Array

export const packBody = (json: string): PackedBody =>
  json.length < worthwhile ? json : deflateRawSync(json, { level: 1 })

export const unpackBody = (packed: PackedBody): string =>
  typeof packed === 'string' ? packed : inflateRawSync(packed).toString('utf8')

/** Makes a value and all that it holds immutable. */
export function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) freezeDeep(inner)
  }
  return value
}
