/**
 * Ids of rows that gave way: where a person who does not see a row makes one under its id, theirs takes the id and the
 * hidden one goes on under `{id}.{rev}`. So nobody finds out by trying which ids are taken.
 */
type Rows<T> = Readonly<Record<string, T>>

/** The longest id that the model takes. */
const longest = 64

/** A free id for a hidden row whose id is reassigned in a revision; undefined where no id of it would be short enough. */
export function idAfterMoving(id: string, rev: number, isTaken: (id: string) => boolean): string | undefined {
  let next = `${id}.${rev}`
  while (isTaken(next)) next += '.0'
  return next.length <= longest ? next : undefined
}

const isMovedFrom = (id: string, former: string) =>
  id.startsWith(`${former}.`) && /^\d+(\.\d+)*$/.test(id.slice(former.length + 1))

/** What became of the row that once had the id: ids of the rows that have it now, or had to leave it. */
export const laterIds = (rows: Rows<unknown> | undefined, id: string): string[] =>
  Object.keys(rows ?? {}).filter((now) => now === id || isMovedFrom(now, id))
/** The same rows. */
export const laterRows = <T>(rows: Rows<T> | undefined, id: string): T[] =>
  laterIds(rows, id).map((now) => rows![now] as T)
