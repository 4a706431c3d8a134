import { setImmediate as nextTurn } from 'node:timers/promises'
import { entityClassNames } from '../../shared/model/entity-classes.ts'
import type { IndexDocument } from '../../shared/search/index-query.ts'
import type { Ports } from '../runtime/ports.ts'
import { type DocumentPorts, makeDocuments } from './index-documents.ts'

export type ReindexPorts = DocumentPorts & Pick<Ports, 'changes' | 'index'>
type Log = (fields: Record<string, unknown>) => void
const pageSize = 100
const toConsole: Log = (fields) => console.error(JSON.stringify(fields))

/**
 * Builds a new index from the store beside the old one, and switches. For a store that nobody else works on: where
 * the index is followed, the follower's `startOver` does it. `onProgress` gets the number of documents so far.
 */
export async function reindexAll(
  ports: ReindexPorts,
  onProgress: (documents: number) => void = () => {},
): Promise<void> {
  const from = (await ports.changes.end()) ?? undefined
  await ports.index.rebuild(counted(allDocuments(ports), onProgress))
  if (from !== undefined) await ports.index.setPosition(from)
}

/**
 * The documents of the whole store, class by class. An entity of which none can be made is logged and left out.
 * Changes that come in meanwhile may be missing: they have to be taken again from the feed. The signal ends it.
 */
export async function* allDocuments(
  ports: DocumentPorts,
  signal?: AbortSignal,
  log: Log = toConsole,
): AsyncGenerator<IndexDocument[]> {
  for (const entityclass of entityClassNames) {
    let cursor: string | undefined
    do {
      signal?.throwIfAborted()
      const page = await ports.entities.listByClass(entityclass, { cursor, limit: pageSize })
      const made = await makeDocuments(page.list, ports)
      for (const failure of made.failures) log({ level: 'error', reindex: entityclass, ...failure })
      if (made.documents.length > 0) yield made.documents
      // Requests are answered between two pages.
      await nextTurn()
      cursor = page.cursor
    } while (cursor !== undefined)
  }
}

async function* counted(pages: AsyncIterable<IndexDocument[]>, onProgress: (documents: number) => void) {
  let count = 0
  for await (const page of pages) {
    yield page
    count += page.length
    onProgress(count)
  }
}
