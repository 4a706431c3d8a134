import { idNamespace } from './constants.ts'

/** The id that follows from a name: UUID version 5 in the namespace of the project. */
export async function idOf(name: string): Promise<string> {
  const namespace = idNamespace
    .replaceAll('-', '')
    .match(/../g)!
    .map((hex) => Number.parseInt(hex, 16))
  const bytes = new Uint8Array([...namespace, ...new TextEncoder().encode(name)])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-1', bytes))
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
