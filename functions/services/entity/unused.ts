/** Which entries nothing names any more: they could be deleted. */
import { chunksOf } from '../../../shared/chunks.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { timeLimit } from '../time-limit.ts'
import { type NamingReader, namingPages } from './naming.ts'

/** Entries that are looked at side by side. */
const lookedAtOnce = 16
/** An answer looks no longer: the next one goes on. Milliseconds. */
const lookedAtMost = 3_000

/** Ids of entries that nothing names but what is deleted, in their order; `cursor`: the last one that was looked at. */
export async function unusedPage(
  entities: NamingReader,
  entries: readonly Entity[],
  cursor?: string,
): Promise<{ ids: string[]; cursor?: string }> {
  const left = entries
    .filter(({ id, disabled }) => !disabled && (cursor === undefined || id > cursor))
    .map(({ id }) => id)
    .sort()
  const time = timeLimit(lookedAtMost)
  const ids: string[] = []
  for (const some of chunksOf(left, lookedAtOnce)) {
    const used = await Promise.all(some.map((id) => isUsed(entities, id)))
    ids.push(...some.filter((_, n) => !used[n]))
    const last = some.at(-1)!
    if (last !== left.at(-1) && time.isOver()) return { ids, cursor: last }
  }
  return { ids }
}

/** What so much names, all of it deleted, that there is no time to look at the rest counts as used. */
async function isUsed(entities: NamingReader, id: string): Promise<boolean> {
  const time = timeLimit(lookedAtMost)
  // Most are named by what is there: a few are enough.
  for await (const { list, cursor } of namingPages(entities, id, { limit: 10, mustBeComplete: true }))
    if (list.some(({ disabled }) => !disabled) || (cursor !== undefined && time.isOver())) return true
  return false
}
