import { setImmediate as nextTurn } from 'node:timers/promises'
import { entityClassNames } from '../../shared/model/entity-classes.ts'
import type { IndexDocument } from '../../shared/search/index-query.ts'
import type { Ports } from '../runtime/ports.ts'
import { type DocumentPorts, type Made, makeDocuments } from './index-documents.ts'

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
    const tell = (failures: Made['failures']) => {
      for (const failure of failures) log({ level: 'error', reindex: entityclass, ...failure })
    }
    let cursor: string | undefined
    do {
      signal?.throwIfAborted()
      const page = await ports.entities.listByClass(entityclass, { cursor, limit: pageSize })
      const made = await makeDocuments(page.list, ports)
      tell(made.failures)
      if (made.documents.length > 0) yield made.documents
      yield* stillOutdated(made, ports, tell)
      // Requests are answered between two pages.
      await nextTurn()
      cursor = page.cursor
    } while (cursor !== undefined)
  }
}

/**
 * Whoever takes a page has applied it when it asks for the next. What its documents are made of may have changed
 * meanwhile; they are given once more then.
 */
async function* stillOutdated(
  page: Made,
  ports: DocumentPorts,
  tell: (failures: Made['failures']) => void,
): AsyncGenerator<IndexDocument[]> {
  for (let made = page; ; ) {
    const outdated = await made.outdated()
    if (outdated.length === 0) return
    made = await makeDocuments(await ports.entities.getMany(outdated), ports)
    tell(made.failures)
    if (made.documents.length > 0) yield made.documents
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
