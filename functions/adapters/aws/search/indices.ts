/** The indices of each family: which are written, which is read, and how a new one takes the place of an old one. */

import type { Client } from '@opensearch-project/opensearch'
import type { RebuildPlace, RefusedDocument } from '../../../ports/search-index.ts'
import { gone, nowhere } from './body.ts'
import { type BulkOptions, sendAll } from './bulk.ts'
import { type Change, lineOf, linesOf, newestOf, noteOfRefusal, writeAliasOf } from './lines.ts'
import {
  aliasesOf,
  type Family,
  type IndexForm,
  indexBody,
  indexForm,
  inUse,
  whileFilled,
} from './mapping.ts'
import type { Notes } from './notes.ts'
import { mapSearchErrors, type RequestTimeout, unavailable } from './unavailable.ts'

/** Each waits 20 seconds for the copies of a new index. */
const copyTries = 30

export interface IndicesOptions {
  client: Client
  notes: Notes
  prefix: string
  shards: number
  believe: number
  /** For writers of a few documents. */
  timeouts: RequestTimeout
  /** How a rebuild waits for a node that has no room. */
  pause?: ((ms: number) => Promise<void>) | undefined
}
/** Milliseconds that a rebuild waits in total for one request that the node has no room for. */
const longestWait = 120_000
/** Milliseconds that a rebuild may lie before another goes on with it: as long as what is saved meanwhile waits for the indexer. */
const longestRest = 20 * 3_600_000
const rebuildNote = 'rebuild'
/** A rebuild that is not through. */
interface Unfinished extends RebuildPlace {
  indices: Partial<Record<Family, string>>
}

export function createIndices({ client, notes, prefix, shards, believe, timeouts, pause }: IndicesOptions) {
  const alias = (family: Family) => aliasesOf(prefix, family).searched
  const everyIndex = (family: Family) => aliasesOf(prefix, family).written

  const targets = new Map<Family, { at: number; names: Promise<string[]> }>()
  function targetsOf(family: Family): Promise<string[]> {
    const known = targets.get(family)
    if (known && Date.now() - known.at < believe) return known.names
    const names = findTargets(family)
    targets.set(family, { at: Date.now(), names })
    names.catch(() => targets.delete(family))
    return names
  }
  async function holders(name: string): Promise<string[]> {
    const { body, statusCode } = await client.indices.getAlias({ name }, { ignore: [404], ...timeouts })
    return statusCode === 404 ? [] : Object.keys(body)
  }
  const members = (family: Family) => holders(everyIndex(family))
  async function findTargets(family: Family): Promise<string[]> {
    const found = await members(family)
    if (found.length > 0) return found
    // What is searched has another shape: nobody can write to it, and the rebuild that it waits for reads everything.
    if ((await holders(alias(family))).length > 0) return []
    // Two who find nothing make the same one.
    await create(family, `${alias(family)}-first`, [alias(family)])
    return members(family)
  }
  async function create(family: Family, index: string, names: string[], settings: object = {}) {
    const aliases = Object.fromEntries(
      [...names, everyIndex(family), writeAliasOf(index)].map((a) => [a, {}]),
    )
    const { settings: usual, mappings } = indexBody(family, { shards })
    const body = { settings: { ...usual, ...settings }, mappings, aliases }
    const { body: answer } = await client.indices.create({ index, body: body as never }, { ignore: [400] })
    const { error } = answer as { error?: { type?: string; reason?: string } }
    if (error && error.type !== 'resource_already_exists_exception') throw new Error(error.reason)
  }

  /** A rebuild waits for a busy node, where writers are called again. */
  const patiently = { client, atOnce: 1, longestWait, pause }

  /** Writes to one index, and notes in it what it refuses. Undefined if it is not there any more. */
  async function put(
    index: string,
    changes: Change[],
    how: BulkOptions,
  ): Promise<RefusedDocument[] | undefined> {
    const newest = newestOf(changes)
    const { isThere, refused } = await sendAll(linesOf(index, newest.values()), how)
    if (!isThere) return undefined
    if (refused.length === 0) return []
    const notes = refused.map(({ id, reason }) => noteOfRefusal(index, newest.get(id)!, reason))
    await sendAll(notes, how)
    return refused.map(({ id, reason }) => ({ id, entityclass: newest.get(id)!.entityclass, reason }))
  }

  /** Writes to every index of the family. A rebuild may remove one meanwhile; then those of now are written. */
  async function write(family: Family, changes: Change[], how: BulkOptions): Promise<RefusedDocument[]> {
    const written = new Set<string>()
    const refused = new Map<string, RefusedDocument>()
    for (let tries = 0; tries < 5; tries++) {
      let isComplete = true
      for (const index of await targetsOf(family))
        if (!written.has(index)) {
          const found = await put(index, changes, how)
          if (found) written.add(index)
          else isComplete = false
          for (const one of found ?? []) refused.set(one.id, one)
        }
      if (isComplete) return [...refused.values()]
      targets.delete(family)
    }
    throw unavailable(new Error(`the indices of ${family} change too often`))
  }

  /** What was removed stays known in a new index, so that a late event cannot bring it back; what is there wins. */
  async function carryRemovals(from: string[], to: string): Promise<void> {
    const size = 1000
    await client.indices.refresh({ index: from })
    let after: unknown[] | undefined
    do {
      const { body } = await client.search({
        index: from,
        body: {
          query: { term: { entityclass: nowhere } },
          version: true,
          size,
          sort: [{ docid: 'asc' }],
          ...(after ? { search_after: after } : {}),
        } as never,
      })
      const hits = body.hits.hits as unknown as { _id: string; _version: number; sort: unknown[] }[]
      after = hits.length === size ? hits.at(-1)!.sort : undefined
      if (hits.length === 0) return
      const { body: there } = await client.mget({
        index: to,
        _source: false,
        body: { ids: hits.map((hit) => hit._id) },
      })
      const known = new Set(
        (there.docs as { _id: string; found?: boolean }[]).filter((d) => d.found).map((d) => d._id),
      )
      const missing = hits.filter((hit) => !known.has(hit._id))
      await sendAll(
        missing.map(({ _id, _version }) => lineOf(to, _id, _version, gone(_id))),
        patiently,
      )
    } while (after)
  }

  /** What an index is that is searched: with its copies, and showing what is written. */
  async function makeSearchable(index: string): Promise<void> {
    await client.indices.putSettings({ index, body: inUse as never })
    await client.indices.refresh({ index })
    // Where a copy does not come it goes on after a while; searches need none.
    for (let tries = 0; tries < copyTries; tries++) {
      const { body } = await client.cluster.health(
        { index, wait_for_status: 'green', timeout: '20s' },
        { ignore: [408] },
      )
      if (body.status === 'green') return
    }
  }

  /** It has the form of today, and as many parts as the setting says. */
  async function isOfToday(family: Family, index: string): Promise<boolean> {
    const { body } = await client.indices.get({ index })
    const { mappings, settings } = (body as Record<string, { mappings?: unknown; settings?: unknown }>)[
      index
    ]!
    const { _meta: meta } = mappings as { _meta?: Partial<IndexForm> }
    const { made, documentVersion } = indexForm(family)
    const { number_of_shards: parts } = (settings as { index: { number_of_shards: string } }).index
    const { settings: usual } = indexBody(family, { shards })
    return (
      meta?.made === made &&
      meta.documentVersion === documentVersion &&
      Number(parts) === usual.number_of_shards
    )
  }
  /**
   * It has nothing and the form of today: it may be filled as it is. With no more than removals it may not: after
   * the store was restored, what they removed is there again, and of an older revision.
   */
  async function isFresh(family: Family, index: string): Promise<boolean> {
    if (!(await isOfToday(family, index))) return false
    await client.indices.refresh({ index })
    const { body } = await client.count({ index })
    return body.count === 0
  }
  /** The indices of a rebuild of the same store that was cut off; `at` is set to where it came to. */
  async function leftBy(at: RebuildPlace): Promise<Map<Family, string> | undefined> {
    const left = (await notes.read(rebuildNote)) as Unfinished | undefined
    if (left?.store !== at.store || Date.parse(at.since) - Date.parse(left.since) > longestRest)
      return undefined
    const found = new Map(Object.entries(left.indices) as [Family, string][])
    for (const [family, index] of found) {
      // One that is removed, or searched already, belongs to a rebuild that is through.
      const isOpen =
        (await members(family)).includes(index) && !(await holders(alias(family))).includes(index)
      if (!isOpen || !(await isOfToday(family, index))) return undefined
    }
    at.since = left.since
    at.place = left.place
    return found
  }

  return {
    alias,
    write: (family: Family, changes: Change[]) =>
      mapSearchErrors(() => write(family, changes, { client, timeouts })),
    /** As a rebuild writes where nothing was to be found before: nothing has to be replaced in one step. */
    writePatiently: (family: Family, changes: Change[]) =>
      mapSearchErrors(() => write(family, changes, patiently)),

    /**
     * Makes a new index beside each old one, for families that have something in theirs, or goes on with those of a rebuild
     * that was cut off. From then on every writer writes to both, so nothing that changes while all documents are read is missed.
     */
    begin: (families: readonly Family[], at: RebuildPlace | undefined) =>
      mapSearchErrors(async () => {
        const left = at && (await leftBy(at))
        if (left) return left
        const begun = new Map<Family, string>()
        const stamp = new Date().toISOString().replace(/\D/g, '')
        await Promise.all(
          families.map(async (family) => {
            const there = [...new Set([...(await members(family)), ...(await holders(alias(family)))])]
            if (there.length === 0 || (there.length === 1 && (await isFresh(family, there[0]!)))) return
            const index = `${alias(family)}-${stamp}`
            await create(family, index, [], whileFilled)
            begun.set(family, index)
          }),
        )
        targets.clear()
        if (begun.size > 0) await new Promise<void>((resolve) => setTimeout(resolve, believe))
        return begun
      }),
    /** Keeps how far a rebuild has come. */
    keep: (begun: Map<Family, string>, at: RebuildPlace) =>
      notes.write(rebuildNote, { ...at, indices: Object.fromEntries(begun) }),
    /** Writes to the new index only. Errors: one that was removed, as by another rebuild that was ready first. */
    fill: (index: string, changes: Change[]) =>
      mapSearchErrors(async () => {
        const refused = await put(index, changes, patiently)
        if (refused) return refused
        throw new Error(`${index} was removed while it was filled: has another rebuild overtaken this one?`)
      }),
    /**
     * Searches go to the new index, in one step; what another rebuild has begun is removed in the same one. Gives the
     * indices that were searched: they have to be retired.
     */
    finish: (family: Family, index: string) =>
      mapSearchErrors(async () => {
        const searched = (await holders(alias(family))).filter((name) => name !== index)
        const others = (await members(family)).filter((name) => name !== index)
        // What is searched may be of another shape, and then not among those that are written.
        const before = [...new Set([...others, ...searched])]
        if (before.length > 0) await carryRemovals(before, index)
        await makeSearchable(index)
        const unfinished = others.filter((name) => !searched.includes(name))
        await client.indices.updateAliases({
          body: {
            actions: [
              { add: { index, alias: alias(family) } },
              ...searched.map((name) => ({ remove: { index: name, alias: alias(family) } })),
              ...unfinished.map((name) => ({ remove_index: { index: name } })),
            ],
          },
        })
        targets.clear()
        return searched
      }),
    /** Removes indices that were searched, once the searches are over that have begun in them. */
    async retire(names: string[]): Promise<void> {
      if (names.length === 0) return
      await new Promise<void>((resolve) => setTimeout(resolve, believe))
      const actions = names.map((index) => ({ remove_index: { index } }))
      await mapSearchErrors(() => client.indices.updateAliases({ body: { actions } }))
      targets.clear()
    },
    /** Removes what a rebuild has begun and not finished. */
    async abandon(names: string[]): Promise<void> {
      // In this way, because it needs no right that writers do not have anyway.
      for (const index of names)
        await client.indices.updateAliases(
          { body: { actions: [{ remove_index: { index } }] } },
          { ignore: [404] },
        )
      targets.clear()
    },
  }
}
