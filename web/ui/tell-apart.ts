/** Tells things of the same name apart by what differs. Pure. */
import { fold } from '../../shared/search/fold.ts'

interface Named {
  id: string
  name: string
  /** What may differ, the most telling first; `undefined` where the thing has none. */
  parts: readonly (string | undefined)[]
}

/** A line for each thing that shares its name with another: the first parts that differ, as many as it takes. */
export function tellApart(things: readonly Named[]): ReadonlyMap<string, string> {
  const lines = new Map<string, string>()
  for (const same of Map.groupBy(things, ({ name }) => fold(name)).values()) {
    if (same.length < 2) continue
    const count = Math.max(...same.map(({ parts }) => parts.length))
    const used: number[] = []
    const lineOf = ({ parts }: Named, at = used) => at.flatMap((i) => parts[i] || []).join(' · ')
    for (let i = 0; i < count; i++) {
      if (new Set(same.map((one) => one.parts[i] ?? '')).size < 2) continue
      used.push(i)
      if (new Set(same.map((one) => lineOf(one))).size === same.length) break
    }
    for (const one of same) lines.set(one.id, lineOf(one))
  }
  return lines
}
