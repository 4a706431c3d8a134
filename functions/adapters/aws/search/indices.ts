/** The indices of each family: which are written, which is read, and how a new one takes the place of an old one. */

import type { Client } from '@opensearch-project/opensearch'
import type { IndexDocument } from '../../../../shared/search/index-query.ts'
import type { SearchIndex } from '../../../ports/search-index.ts'
import { bodyOf, type Family, gone, type IndexForm, indexBody, indexForm, nowhere } from './mapping.ts'
import { isBusy, mapSearchErrors, type RequestTimeout, unavailable } from './unavailable.ts'

export type Change = Parameters<SearchIndex['apply']>[0][number]
/** Bytes of one request; domains of small nodes take no more than ten million. */
const requestSize = 4_000_000
/** At the same revision a removal is newer than the state that it removed. */
const versionOf = (rev: number, document: IndexDocument | undefined) => 2 * rev + (document ? 0 : 1)
/**
 * Every index has an alias of its own that it is written by: writing to an index that was just removed then fails,
 * where its bare name would bring it back, without a mapping.
 */
const writeAliasOf = (index: string) => `${index}-w`

interface Item {
  status: number
  error?: { reason?: string; type?: string }
}

export interface IndicesOptions {
  client: Client
  prefix: string
  replicas: number
  believe: number
  /** For writers of a few documents. */
  timeouts: RequestTimeout
}

export function createIndices({ client, prefix, replicas, believe, timeouts }: IndicesOptions) {
  /** The index that is searched. */
  const alias = (family: Family) => `${prefix}-${family}`
  /** All that are written: during a rebuild the old and the new one. */
  const everyIndex = (family: Family) => `${alias(family)}-all`

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
    // Two who find nothing make the same one.
    await create(family, `${alias(family)}-first`, [alias(family)])
    return members(family)
  }
  async function create(family: Family, index: string, names: string[]) {
    const aliases = Object.fromEntries(
      [...names, everyIndex(family), writeAliasOf(index)].map((a) => [a, {}]),
    )
    const body = { ...indexBody(family, replicas), aliases }
    const { body: answer } = await client.indices.create({ index, body: body as never }, { ignore: [400] })
    const { error } = answer as { error?: { type?: string; reason?: string } }
    if (error && error.type !== 'resource_already_exists_exception') throw new Error(error.reason)
  }

  /** Sends lines in requests of bearable size. Answers false if the index is not there any more. */
  async function send(lines: [action: object, body: object][], timeouts?: RequestTimeout): Promise<boolean> {
    let isThere = true
    let batch: string[] = []
    let size = 0
    const flush = async () => {
      if (batch.length === 0) return
      const { body } = await client.bulk({ body: batch as never }, timeouts)
      batch = []
      size = 0
      for (const { index: item } of body.items as { index?: Item }[]) {
        // A version that is too old changes nothing.
        if (!item || item.status < 300 || item.status === 409) continue
        const reason = new Error(`the index refused a document: ${item.error?.reason}`)
        if (item.error?.type === 'index_not_found_exception') isThere = false
        else throw isBusy(item.status) ? unavailable(reason) : reason
      }
    }
    for (const line of lines) {
      const texts = line.map((part) => JSON.stringify(part))
      const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)
      if (size + length > requestSize) await flush()
      batch.push(...texts)
      size += length
    }
    await flush()
    return isThere
  }
  const lineOf = (index: string, id: string, version: number, body: object): [object, object] => [
    // Equal versions replace: the same revision may show something new of another entity.
    {
      index: {
        _index: writeAliasOf(index),
        require_alias: true,
        _id: id,
        version,
        version_type: 'external_gte',
      },
    },
    body,
  ]
  const linesOf = (index: string, changes: Change[]) =>
    changes.map(({ id, rev, document }) =>
      lineOf(index, id, versionOf(rev, document), document ? bodyOf(document) : gone(id)),
    )

  /** Writes to every index of the family. A rebuild may remove one meanwhile; then those of now are written. */
  async function write(family: Family, changes: Change[]): Promise<void> {
    const written = new Set<string>()
    for (let tries = 0; tries < 5; tries++) {
      let isComplete = true
      for (const index of await targetsOf(family))
        if (!written.has(index)) {
          if (await send(linesOf(index, changes), timeouts)) written.add(index)
          else isComplete = false
        }
      if (isComplete) return
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
      await send(missing.map(({ _id, _version }) => lineOf(to, _id, _version, gone(_id))))
    } while (after)
  }

  /**
   * It has nothing and the form of today: it may be filled as it is. With no more than removals it may not: after
   * the store was restored, what they removed is there again, and of an older revision.
   */
  async function isFresh(family: Family, index: string): Promise<boolean> {
    const { body: mapping } = await client.indices.getMapping({ index })
    const meta = (mapping as Record<string, { mappings?: { _meta?: Partial<IndexForm> } }>)[index]?.mappings
      ?._meta
    const { made, documentVersion } = indexForm(family)
    if (meta?.made !== made || meta.documentVersion !== documentVersion) return false
    await client.indices.refresh({ index })
    const { body } = await client.count({ index })
    return body.count === 0
  }

  return {
    alias,
    write: (family: Family, changes: Change[]) => mapSearchErrors(() => write(family, changes)),

    /**
     * Makes a new index beside each old one, for families that have something in theirs. From then on every writer
     * writes to both, so nothing that changes while all documents are read is missed.
     */
    begin: (families: readonly Family[]) =>
      mapSearchErrors(async () => {
        const begun = new Map<Family, string>()
        const stamp = new Date().toISOString().replace(/\D/g, '')
        await Promise.all(
          families.map(async (family) => {
            const there = await members(family)
            if (there.length === 0 || (there.length === 1 && (await isFresh(family, there[0]!)))) return
            const index = `${alias(family)}-${stamp}`
            await create(family, index, [])
            begun.set(family, index)
          }),
        )
        targets.clear()
        if (begun.size > 0) await new Promise<void>((resolve) => setTimeout(resolve, believe))
        return begun
      }),
    /** Writes to the new index only. Errors: one that was removed, as by another rebuild that was ready first. */
    fill: (index: string, changes: Change[]) =>
      mapSearchErrors(async () => {
        if (await send(linesOf(index, changes))) return
        throw new Error(`${index} was removed while it was filled: has another rebuild overtaken this one?`)
      }),
    /**
     * Searches go to the new index, in one step; what another rebuild has begun is removed in the same one. Gives the
     * indices that were searched: they have to be retired.
     */
    finish: (family: Family, index: string) =>
      mapSearchErrors(async () => {
        const others = (await members(family)).filter((name) => name !== index)
        if (others.length > 0) await carryRemovals(others, index)
        await client.indices.refresh({ index })
        const searched = (await holders(alias(family))).filter((name) => name !== index)
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
