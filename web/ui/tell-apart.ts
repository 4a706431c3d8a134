/** Tells things of the same name apart by what differs. Pure. */
import { fold } from '../../shared/search/fold.ts'

interface Named {
  id: string
  name: string
  /** What may differ, the most telling first; `undefined` where the thing has none. */
  parts: readonly (string | undefined)[]
}

/**
 * A line for each thing that shares its name with another: the first parts that differ, as many as it takes. `looksAs`
 * says which names are the same to the eye.
 */
export function tellApart(
  things: readonly Named[],
  looksAs: (name: string) => string = fold,
): ReadonlyMap<string, string> {
  const lines = new Map<string, string>()
  for (const same of Map.groupBy(things, ({ name }) => looksAs(name)).values()) {
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

/** Letters of a name that a table shows on a usual window before it cuts it off. */
const seenLetters = 24
/** The beginning of a name, which is all that is seen of a long one in a table. */
export const asInTable = (name: string): string => fold(name).slice(0, seenLetters)

/** A line for each thing, so that rows have one height: what tells it apart, else the first part that it has. */
export function secondLines(things: readonly Named[]): ReadonlyMap<string, string> {
  const apart = tellApart(things, asInTable)
  return new Map(things.map(({ id, parts }) => [id, apart.get(id) || parts.find(Boolean) || '\u00a0']))
}
