/** Where import memory lies in the table, and where it lay before it had items of its own. */
import type { RegisterThing } from '../../ports/import-memory.ts'

/** Spread over as many partitions as there are things. */
export const memoryKey = ({ source, kind, key }: RegisterThing) => ({
  pk: `M#${source}#${kind}#${key}`,
  sk: 'M',
})

/** Short-lived items of ten years: one partition for all registers, later one for each. The newer place comes first. */
export function formerKeys({ source, kind, key }: RegisterThing): { pk: string; sk: string }[] {
  const sk = `import#${source}#${kind}#${key}`
  return [
    { pk: `T#import#${source}`, sk },
    { pk: 'T#import', sk },
  ]
}
/** The thing that a short-lived item told of; undefined for other items. */
export function thingOfFormer(sk: string): RegisterThing | undefined {
  const [, source, kind, key] = /^import#([^#]+)#([^#]+)#(.+)$/s.exec(sk) ?? []
  return source && kind && key ? { source, kind, key } : undefined
}
/** A memory of before: its hashes were called `said`. */
export function valueOfFormer(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('said' in value)) return value
  const { said, ...rest } = value
  return { ...rest, hashes: said }
}
