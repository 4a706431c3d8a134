import { errorMessage } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type EntityClassName, entityClassNames } from '../../../shared/model/entity-classes.ts'
import { pagesOf } from '../../../shared/pages.ts'
import type { IndexDocument } from '../../../shared/search/index-query.ts'
import type { ChangeFeed } from '../../ports/entity-store.ts'
import type { RebuildPlace, RefusedDocument, SearchIndex } from '../../ports/search-index.ts'
import { readReadable } from '../entity/many.ts'
import { isPassing } from '../job/retry.ts'
import { type DocumentPorts, type Made, makeDocuments } from './index-documents.ts'

export type ReindexPorts = DocumentPorts & { changes: ChangeFeed; index: SearchIndex }
type Log = (fields: Record<string, unknown>) => void
const pageSize = 100
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
const toConsole: Log = (fields) => console.error(JSON.stringify(fields))

/**
 * Builds a new index from the store beside the old one, and switches. For a store that nobody else works on: where
 * the index is followed, the follower's `startOver` does it. `onProgress` gets the number of documents so far. Gives
 * the documents that the index refuses.
 */
export async function reindexAll(
  ports: ReindexPorts,
  onProgress: (documents: number) => void = () => {},
): Promise<RefusedDocument[]> {
  const from = (await ports.changes.end()) ?? undefined
  const refused = await ports.index.rebuild(counted(allDocuments(ports), onProgress))
  if (from !== undefined) await ports.index.setPosition(from)
  return refused
}

/** Where the reading of a store goes on: in a class, behind a page of it. */
interface Place {
  /** By name: another version may have classes in another order. */
  class: string
  cursor?: string | undefined
}
const behindAll = ''
/** Of a class that this version does not have, all is read anew. */
function readPlace(text: string | undefined): { first: number; cursor: string | undefined } {
  const place = text ? (JSON.parse(text) as Place) : undefined
  if (place?.class === behindAll) return { first: entityClassNames.length, cursor: undefined }
  const first = (entityClassNames as readonly string[]).indexOf(place?.class ?? '')
  return first < 0 ? { first: 0, cursor: undefined } : { first, cursor: place?.cursor }
}
interface Options {
  /** Ends it. */
  signal?: AbortSignal | undefined
  log?: Log
  /** Where it begins; moves on with what is in the index and still true. */
  at?: RebuildPlace | undefined
}
/**
 * The documents of the whole store, class by class. An entity that cannot be read, or of which none can be made, is logged and
 * left out.
 * Changes that come in meanwhile may be missing: they have to be taken again from the feed.
 */
export async function* allDocuments(
  ports: DocumentPorts,
  { signal, log = toConsole, at }: Options = {},
): AsyncGenerator<IndexDocument[]> {
  const begin = readPlace(at?.place)
  const given = confirmed(ports, log, (place) => {
    if (at) at.place = JSON.stringify(place)
  })
  for (let i = begin.first; i < entityClassNames.length; i++) {
    const entityclass = entityClassNames[i]!
    const read = (cursor: string | undefined) => {
      signal?.throwIfAborted()
      return readPage(ports, entityclass, cursor, log)
    }
    for await (const { list, cursor } of pagesOf(read, i === begin.first ? begin.cursor : undefined)) {
      const behind =
        cursor === undefined
          ? { class: entityClassNames[i + 1] ?? behindAll }
          : { class: entityclass, cursor }
      yield* given.page(await makeDocuments(list, ports), entityclass, behind)
      // Requests are answered between two pages.
      await nextTurn()
    }
  }
  yield* given.rest()
}

/** Where one of the page cannot be read, each is read by itself. */
async function readPage(
  { entities }: DocumentPorts,
  entityclass: EntityClassName,
  cursor: string | undefined,
  log: Log,
): Promise<{ list: Entity[]; cursor?: string }> {
  try {
    return await entities.listByClass(entityclass, { cursor, limit: pageSize })
  } catch (error) {
    if (isPassing(error)) throw error
  }
  const { ids, ...next } = await entities.listIds(entityclass, { cursor, limit: pageSize })
  const list = await readReadable(entities, ids, (id, error) => {
    // It will be readable: leaving it out would leave a hole.
    if (isPassing(error)) throw error
    log({ level: 'error', reindex: entityclass, id, reason: errorMessage(error) })
  })
  return { list, ...next }
}

interface Given {
  made: Made
  entityclass: string
  /** What comes behind it; undefined for what is given once more. */
  behind?: Place | undefined
}
/**
 * Whoever takes a page has applied the page before it when it asks for the next. What its documents are made of may have
 * changed meanwhile; they are given once more then, and the place moves on when all of them are right.
 */
function confirmed(ports: DocumentPorts, log: Log, moveOn: (to: Place) => void) {
  let last: Given | undefined
  /** Pages that are given once more and not looked at yet. */
  let open = 0
  let reached: Place | undefined

  async function* give(given: Given | undefined): AsyncGenerator<IndexDocument[]> {
    for (const failure of given?.made.failures ?? [])
      log({ level: 'error', reindex: given!.entityclass, ...failure })
    yield given?.made.documents ?? []
    const applied = last
    last = given
    if (!applied) return
    const outdated = await applied.made.outdated()
    if (applied.behind) reached = applied.behind
    else open--
    if (outdated.length > 0) {
      open++
      const made = await makeDocuments(await ports.entities.getMany(outdated), ports)
      yield* give({ made, entityclass: applied.entityclass })
    } else if (open === 0 && reached) moveOn(reached)
  }
  return {
    page: (made: Made, entityclass: string, behind: Place | undefined) => give({ made, entityclass, behind }),
    async *rest() {
      while (last) yield* give(undefined)
    },
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
