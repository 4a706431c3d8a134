import { errorMessage } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { toIndexDocument } from '../../../shared/search/document.ts'
import type { IndexDocument } from '../../../shared/search/index-query.ts'
import { isTakenClass, type Others, partsTaken } from '../../../shared/search/others.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { readMany, readReadable } from '../entity/many.ts'
import { isPassing } from '../job/retry.ts'

export interface DocumentPorts {
  entities: EntityReader
}
/** An entity that did not come into the index, and why. */
export interface Failure {
  id: string
  reason: string
  /** What kept it, or what it is made of, from being read: another try may read it. Else the same try comes to the same. */
  unread?: unknown
}
class Unread extends Error {}
export interface Made {
  documents: IndexDocument[]
  /** Entities of which no document can be made. */
  failures: Failure[]
  /**
   * Ids of documents that would come out differently now, because another entity that they are made of has changed.
   * Read consistently from the store.
   */
  outdated(): Promise<string[]>
}

/**
 * Makes the documents of some entities, of any class. Products are made with the parts that they take of others
 * (`shared/search/others.ts`), which are read consistently from the store, and name these others in `uses`. An entity
 * that cannot be read does not keep the others out of the index.
 */
export async function makeDocuments(entities: readonly Entity[], ports: DocumentPorts): Promise<Made> {
  const documents: IndexDocument[] = []
  const failures: Made['failures'] = []
  const attempt = (one: Entity, others?: Others) => {
    try {
      return toIndexDocument(one, { others })
    } catch (error) {
      const unread = error instanceof Unread && { unread: error.cause }
      return { id: one.id, reason: errorMessage(error), ...unread }
    }
  }
  const keep = (one: ReturnType<typeof attempt>) =>
    'reason' in one ? failures.push(one) : documents.push(one)

  const products = entities.filter((one) => one.entityclass === 'product')
  for (const one of entities) if (one.entityclass !== 'product') keep(attempt(one))

  const read = createReader(products, ports)
  await read.ahead(products)
  for (let open = products; open.length > 0; ) {
    const waiting: Entity[] = []
    for (const one of open) {
      const { others, used, isComplete } = read.recorded()
      const made = attempt(one, others)
      if (!isComplete()) waiting.push(one)
      else if ('reason' in made) keep(made)
      else keep({ ...made, fields: { ...made.fields, uses: [...used].sort() } })
    }
    await read.missing()
    open = waiting
  }
  return {
    documents,
    failures,
    async outdated() {
      const changed = await read.changed(new Set(documents.flatMap(usesOf)))
      if (changed.size === 0) return []
      return documents.filter((one) => usesOf(one).some((id) => changed.has(id))).map(({ id }) => id)
    },
  }
}
const usesOf = (document: IndexDocument) => (document.fields['uses'] ?? []) as string[]

/** The other entities of a batch, each read once. What is asked for and not there yet is read by `missing`. */
function createReader(products: readonly Entity[], { entities }: DocumentPorts) {
  // A product of the batch may be the parent of another: its state in the batch is as new as the other's.
  /** By id; undefined where the store has none. */
  const known = new Map<string, Entity | undefined>(products.map((one) => [one.id, one]))
  const parts = new Map<string, unknown>()
  const wanted = new Set<string>()
  /** What could not be read, by id, with the error. */
  const unread = new Map<string, unknown>()
  const readable = {
    getMany: (ids: string[]) =>
      readReadable(entities, ids, (id, error) => {
        // Whoever asked waits, and asks for all of it again.
        if (isPassing(error)) throw error
        unread.set(id, error)
      }),
  }

  function partsOf(id: string): unknown {
    if (!parts.has(id)) parts.set(id, takenFrom(known.get(id)))
    return parts.get(id)
  }
  async function readIds(ids: Iterable<string>): Promise<Entity[]> {
    const missing = [...new Set(ids)].filter((id) => !known.has(id))
    for (const id of missing) known.set(id, undefined)
    const found = await readMany(readable, missing)
    for (const one of found) known.set(one.id, one)
    return found
  }
  return {
    /** Reads what is known to be needed, one generation at a time, so that documents are made in one go. */
    async ahead(from: readonly Entity[]) {
      let generation = await readIds(from.flatMap((one) => safely(() => namedByProduct(one)) ?? []))
      while (generation.length > 0)
        generation = await readIds(generation.flatMap((one) => safely(() => namedAbove(one)) ?? []))
    },
    async missing() {
      await readIds(wanted)
      wanted.clear()
    },
    /** Lookups of one document, which note what it asks for. */
    recorded() {
      const used = new Set<string>()
      let isComplete = true
      const lookup = (entityclass: string) => (id: string) => {
        used.add(id)
        if (!known.has(id)) {
          isComplete = false
          wanted.add(id)
        }
        if (unread.has(id)) throw new Unread(`${id} cannot be read`, { cause: unread.get(id) })
        return known.get(id)?.entityclass === entityclass ? partsOf(id) : undefined
      }
      const others = Object.fromEntries(Object.keys(partsTaken).map((name) => [name, lookup(name)]))
      return { others: others as unknown as Others, used, isComplete: () => isComplete }
    },
    /** Of which of these entities other parts are stored now than were read. */
    async changed(ids: ReadonlySet<string>): Promise<Set<string>> {
      const now = new Map((await readMany(readable, ids)).map((one) => [one.id, one]))
      return new Set(
        [...ids].filter((id) => {
          // Whether it has changed is found out by who makes the document again when it can be read.
          if (unread.has(id)) return false
          const [before, after] = [known.get(id), now.get(id)]
          return before?.rev !== after?.rev && !sameValue(partsOf(id), takenFrom(after))
        }),
      )
    },
  }
}
/** Undefined also where the stored state cannot be read. */
const takenFrom = (one: Entity | undefined): unknown => {
  const entityclass = one?.entityclass
  if (!one || entityclass === undefined || !isTakenClass(entityclass)) return undefined
  return safely(() => partsTaken[entityclass](one.data))
}
/** What is stored may not be readable; whoever needs it finds out. */
function safely<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** What the document of a product is likely to ask for. */
function namedByProduct(one: Entity): string[] {
  const ids = namedAbove(one)
  for (const list of Object.values(isOfClass('product', one) ? one.data.listData : {})) {
    for (const row of Object.values(list._companies)) ids.push(row.company)
    ids.push(...Object.keys(list._approval))
    for (const part of Object.values(list._components))
      for (const row of Object.values(part)) ids.push(row.component)
  }
  return ids
}
/** What is above an entity in its tree, or is read through it. */
function namedAbove(one: Entity): string[] {
  if (isOfClass('category', one)) return one.data.parent === undefined ? [] : [one.data.parent]
  if (!isOfClass('product', one)) return []
  const { derivedProductId, listData } = one.data
  const ids = derivedProductId === undefined ? [] : [derivedProductId]
  for (const list of Object.values(listData)) if (list._category !== undefined) ids.push(list._category)
  return ids
}
