import type { RebuildPlace, RefusedDocument } from '../../functions/ports/search-index.ts'
import { updateSince } from '../../functions/services/index/catch-up.ts'
import { allDocuments } from '../../functions/services/index/reindex-all.ts'
import type { IndexDocument } from '../../shared/search/index-query.ts'
import type { Command } from './command.ts'
import { see } from './doctor/finding.ts'
import { spellRefused } from './index-refused.ts'
import type { Operator } from './operator.ts'

/** Clocks differ, and a save takes its own time before it is committed. */
const earlierMs = 5 * 60_000
/** Documents between two lines about how far it is. */
const tellEvery = 20_000

export interface Rebuilt {
  /** Entities of which the new index has nothing. */
  missing: RefusedDocument[]
  /** Of which it has an older state. */
  outdated: RefusedDocument[]
}
/**
 * Builds the index anew beside the old one, and switches. What the new one does not take is said, and is no error: it would keep
 * all others from it. `goesOn`: from where one that was cut off came to, if there is one.
 */
export async function rebuildIndex(o: Operator, { goesOn = false } = {}): Promise<Rebuilt> {
  const entities = await o.store()
  const started = performance.now()
  const missing = new Map<string, RefusedDocument>()
  let count = 0
  const outdated: RefusedDocument[] = []
  const miss = (one: RefusedDocument) => {
    if (!missing.has(one.id)) o.say(`✗ ${spellRefused(one)}`)
    missing.set(one.id, one)
  }
  const log = ({ reindex, id, reason }: Record<string, unknown>) =>
    miss({ id: String(id), entityclass: String(reindex), reason: String(reason) })
  async function* counted(pages: AsyncIterable<IndexDocument[]>) {
    for await (const page of pages) {
      yield page
      if (Math.floor((count + page.length) / tellEvery) > Math.floor(count / tellEvery))
        o.say(`${count + page.length} documents so far …`)
      count += page.length
    }
  }
  await o.withIndex(async (index) => {
    const ports = { entities, index }
    const at: RebuildPlace = { store: await o.output('Data', 'TableName'), since: new Date().toISOString() }
    async function* documents() {
      if (at.place !== undefined) o.say(`A rebuild of ${at.since} was cut off; it goes on.`)
      yield* counted(allDocuments(ports, { log, at }))
    }
    for (const one of await index.rebuild(documents(), goesOn ? at : undefined)) miss(one)
    // The index before it may have been of an older version, which did not say what its documents were made of.
    const since = new Date(Date.parse(at.since) - earlierMs).toISOString()
    for (const one of await updateSince(since, ports)) {
      if (missing.has(one.id)) continue
      outdated.push({ ...one, entityclass: 'product' })
      o.say(`✗ ${spellRefused(outdated.at(-1)!)}`)
    }
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  o.say(`The new index is in use, with ${count - missing.size} documents, after ${seconds} s.`)
  return { missing: [...missing.values()], outdated }
}

/** Builds the index anew from the table; searches and saves go on meanwhile. */
export const reindex: Command = {
  usage: '',
  async run(o) {
    const { missing, outdated } = await rebuildIndex(o, { goesOn: true })
    const count = missing.length + outdated.length
    if (count > 0)
      o.say(`${count} entities are not in it as they are (above): ${see('what-the-index-refuses')}`)
    return count === 0
  },
}
