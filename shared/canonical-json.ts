/**
 * JSON of a value as RFC 8785 writes it: keys in the order of their UTF-16 units, no spaces; so the same content is always the
 * same text. What is no JSON is written as `JSON.stringify` does. An object whose keys are sorted would not do: it puts
 * whole numbers first (`{"9":…,"10":…}`).
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  // Keys of one object are never equal.
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`
}
