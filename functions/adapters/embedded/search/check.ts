import type { IndexKind, IndexMapping, IndexRow } from '../../../../shared/search/index-query.ts'

const fits = (kind: IndexKind, value: unknown): boolean => {
  if (kind === 'number' || kind === 'boolean') return typeof value === kind
  return typeof value === 'string' && (kind !== 'date' || !Number.isNaN(Date.parse(value)))
}
/** Refuses what does not fit the mapping, before any of it is in the index. */
export function check(row: Pick<IndexRow, 'fields' | 'nested'>, mapping: IndexMapping, at: string) {
  for (const name in row.fields) {
    const kind = mapping.fields[name]
    const value = row.fields[name]
    if (!kind) throw new Error(`the index has no field ${at}${name}`)
    if (value === undefined) continue
    if (Array.isArray(value) ? !value.every((v) => fits(kind, v)) : !fits(kind, value))
      throw new Error(`${at}${name}: expected a ${kind}, got ${JSON.stringify(value)}`)
  }
  for (const name in row.nested) {
    const nested = mapping.nested[name]
    if (!nested) throw new Error(`the index has no rows ${at}${name}`)
    for (const one of row.nested[name]!) check(one, nested, `${at}${name}.`)
  }
}
