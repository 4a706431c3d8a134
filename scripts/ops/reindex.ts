import type { RebuildPlace } from '../../functions/ports/search-index.ts'
import { updateSince } from '../../functions/streams/catch-up.ts'
import { allDocuments } from '../../functions/streams/reindex-all.ts'
import type { IndexDocument } from '../../shared/search/index-query.ts'
import type { Command } from './command.ts'
import type { Operator } from './operator.ts'

/** Clocks differ, and a save takes its own time before it is committed. */
const earlierMs = 5 * 60_000
/** Documents between two lines about how far it is. */
const tellEvery = 20_000

/**
 * Builds the index anew beside the old one, and switches. Gives the number of entities that could not be read. `goesOn`: from
 * where one that was cut off came to, if there is one.
 */
export async function rebuildIndex(o: Operator, { goesOn = false } = {}): Promise<number> {
  const entities = await o.store()
  const started = performance.now()
  let failures = 0
  let count = 0
  const log = (fields: Record<string, unknown>) => {
    failures++
    o.say(JSON.stringify(fields))
  }
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
    await index.rebuild(documents(), goesOn ? at : undefined)
    // The index before it may have been of an older version, which did not say what its documents were made of.
    await updateSince(new Date(Date.parse(at.since) - earlierMs).toISOString(), ports)
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  o.say(`The new index is in use, with ${count} documents, after ${seconds} s.`)
  return failures
}

/** Builds the index anew from the table; searches and saves go on meanwhile. */
export const reindex: Command = {
  usage: '',
  async run(o) {
    const failures = await rebuildIndex(o, { goesOn: true })
    if (failures > 0) o.say(`${failures} entities are not in it: they cannot be read (above).`)
    return failures === 0
  },
}
