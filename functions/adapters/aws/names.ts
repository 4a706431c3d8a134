/**
 * Who names whom (docs/data-model.md, "Names"): items in the partition of what is named, one for each save that began to
 * name it. It is written before the save, and deleted after the save that names no more. So there may be more items than
 * names, never fewer, and whoever reads them looks at the entities themselves.
 *
 * A save and a deletion of what it names cannot miss each other, and need no common transaction, in which all saves that
 * name one list would meet: the save writes its items, then looks whether what it names is being deleted; the deletion
 * marks the head as closing, then looks at the items. Whoever comes second sees the first.
 */

import { randomUUID } from 'node:crypto'
import { chunksOf } from '../../../shared/chunks.ts'
import { tooBusy, turnTaken } from '../../../shared/errors.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isEntityName, namesOf } from '../../../shared/model/references.ts'
import {
  type Namers,
  namesDeleted,
  stillNamed,
  tooManyNamers,
  upgradePending,
} from '../common/entity-limits.ts'
import {
  classOfNaming,
  idOfNaming,
  type Meta,
  namedKey,
  namingKey,
  namingStepKey,
  revOfNaming,
} from '../common/entity-rows.ts'
import type { Dynamo, Item } from './dynamo.ts'
import { headKey, idOf, isLive, metaText, revOf } from './entity-items.ts'
import { areNamesComplete } from './names-layout.ts'
import type { Bucket } from './overflow.ts'

/** Requests of one save that are under way side by side. */
const atOnce = 25
/** Items that a deletion looks at together. */
const pageSize = 100
/** States that it holds together, each of up to some MB. */
const statesAtOnce = 10
/** A deletion that has looked for so long gives up: whoever waits for it will not for much longer. */
const checkMs = 12_000
/** What a head tells of an entity without its state. */
const headAttributes = ['class', 'rev', 'meta', 'metaAt']
/** A save that took so long since it wrote its items gives up, before anybody could take them for left over. */
const saveMs = 60_000
/** After so long an item whose save never came is left over. */
const leftOverMs = 300_000
/** After so long a deletion that marked a head is taken for dead; it finds its mark gone if it is not. */
const closingMs = 60_000

async function each<T>(all: T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (const some of chunksOf(all, atOnce)) await Promise.all(some.map(work))
}

/** What a save has said before it is done. */
export interface Announced {
  /** Errors: `too_many_requests`, if it was said so long ago that nobody would wait for the save. */
  checkAge(): void
  /** Takes it back: the save was refused, so its revision will not come from it. */
  withdraw(): Promise<unknown>
}
export interface NamesOptions {
  dynamo: Dynamo
  bucket: Bucket
  /** Milliseconds since 1970. */
  now: () => number
  getMany: (ids: string[]) => Promise<Entity[]>
}

/** Writes the items of what an entity names at a revision, where it is written past the store. */
export async function noteNames(dynamo: Dynamo, entity: Entity, rev: number): Promise<void> {
  const sk = namingStepKey(entity.entityclass, entity.id, rev, 'noted')
  await dynamo.putMany(namesOf(entity).map((name) => ({ pk: namedKey(name), sk, at: 0 })))
}

export type Names = ReturnType<typeof createNames>
export function createNames({ dynamo, bucket, now, getMany }: NamesOptions) {
  /**
   * Says that revision `rev` of the entity will name these, by items of this save alone, so that it can take them back.
   */
  async function announce(entity: Entity, rev: number, names: string[]): Promise<Announced> {
    const at = now()
    const sk = namingStepKey(entity.entityclass, entity.id, rev, randomUUID())
    const keys = names.map((name) => ({ pk: namedKey(name), sk }))
    await dynamo.putMany(keys.map((key) => ({ ...key, at })))
    return {
      checkAge() {
        if (keys.length > 0 && now() - at > saveMs) throw tooBusy()
      },
      withdraw: () => dynamo.deleteMany(keys).catch(() => undefined),
    }
  }

  /** Removes the items of all revisions up to this one: it has come, and no earlier one can come any more. */
  async function forget(entity: { id: string; entityclass: string }, upTo: number, names: string[]) {
    const prefix = `${namingKey(entity.entityclass, entity.id)}#`
    const forgetOne = async (name: string) => {
      const pages = dynamo.pages({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': namedKey(name), ':prefix': prefix },
        ConsistentRead: true,
      })
      for await (const page of pages) {
        await dynamo.deleteMany(page.filter(({ sk }) => revOfNaming(sk) <= upTo))
      }
    }
    // What a fault leaves behind is seen through when it is read.
    await each(names, (name) => forgetOne(name).catch(() => undefined))
  }

  const isDisabled = async (head: Item) => (JSON.parse(await metaText(bucket, head)) as Meta).disabled

  /**
   * Refuses what is deleted or erased, or of another revision than `namesAt` says, and waits for nobody who is just
   * deleting. What was never there is let pass.
   */
  async function checkOpen(names: string[], namesAt: Readonly<Record<string, number>>): Promise<void> {
    const attributes = [...headAttributes, 'closing', 'closingAt']
    for (const some of chunksOf(names, pageSize)) {
      for (const head of await dynamo.getMany(some.map(headKey), attributes)) {
        if (!isLive(head)) throw namesDeleted(idOf(head))
        if (await isDisabled(head)) throw namesDeleted(idOf(head))
        if (revOf(head) !== (namesAt[idOf(head)] ?? revOf(head))) throw turnTaken()
        const { closing, closingAt } = head
        if (typeof closing !== 'string') continue
        if (now() - Number(closingAt) < closingMs) throw tooBusy()
        await open(idOf(head), closing)
      }
    }
  }

  /** Marks the head of that revision as going, so that nobody begins to name it. Undefined if the revision has passed. */
  async function close(id: string, rev: number): Promise<string | undefined> {
    const token = randomUUID()
    const isClosed = await dynamo.updateIf(
      headKey(id),
      'SET closing = :token, closingAt = :at',
      { expression: 'rev = :rev AND attribute_exists(#class)', names: { '#class': 'class' } },
      { ':token': token, ':at': now(), ':rev': rev },
    )
    return isClosed ? token : undefined
  }
  const open = (id: string, token: string) =>
    dynamo.updateIf(
      headKey(id),
      'REMOVE closing, closingAt',
      { expression: 'closing = :token' },
      { ':token': token },
    )

  /** Once complete, it stays so. Errors: `rule_violated`, while entities may be there whose names are not noted. */
  let isComplete = false
  async function checkComplete(): Promise<void> {
    isComplete ||= await areNamesComplete(dynamo)
    if (!isComplete) throw upgradePending()
  }

  async function* items(name: string): AsyncGenerator<Item[]> {
    yield* dynamo.pages({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': namedKey(name) },
      ConsistentRead: true,
      Limit: pageSize,
    })
  }
  /** Errors: `rule_violated` while something names it, or where too much has to be looked at; `too_many_requests` while somebody may be about to. */
  async function checkUnnamed(id: string, { areDeletedToo, ofClass, counts }: Namers): Promise<void> {
    const until = now() + checkMs
    for await (const all of items(id)) {
      const page = all.filter(({ sk }) => ofClass === undefined || classOfNaming(sk) === ofClass)
      const ids = [...new Set(page.map((item) => idOfNaming(item.sk)))]
      const { revs, living } = await headsOf(ids)
      // Of what is deleted the head tells enough; states may be large.
      for (const some of chunksOf(areDeletedToo ? [...revs.keys()] : living, statesAtOnce)) {
        if (now() > until) throw tooManyNamers()
        for (const entity of await getMany(some)) {
          revs.set(entity.id, entity.rev)
          const doesName = namesOf(entity).includes(id) && (!counts || counts(entity))
          if (doesName && (areDeletedToo || !entity.disabled)) throw stillNamed()
        }
      }
      for (const item of page) {
        // A save under way, whose revision is not there yet: it may name, or bring back what does.
        const isComing =
          revOfNaming(item.sk) > (revs.get(idOfNaming(item.sk)) ?? 0) &&
          now() - Number(item['at'] ?? 0) < leftOverMs
        if (isComing) throw tooBusy()
      }
      if (now() > until) throw tooManyNamers()
    }
  }
  /** Revisions of those that are there, and which of them are not deleted. */
  async function headsOf(ids: string[]): Promise<{ revs: Map<string, number>; living: string[] }> {
    const revs = new Map<string, number>()
    const living: string[] = []
    for (const head of await dynamo.getMany(ids.map(headKey), headAttributes)) {
      if (!isLive(head)) continue
      revs.set(idOf(head), revOf(head))
      if (!(await isDisabled(head))) living.push(idOf(head))
    }
    return { revs, living }
  }
  /** Does it while nobody can begin to name the entity; `act` gets the mark that must still be on the head. */
  async function whileClosed<T>(
    id: string,
    rev: number,
    namers: Namers,
    act: (token: string | undefined) => Promise<T>,
  ): Promise<T> {
    await checkComplete()
    // A revision that has passed is refused by the write itself.
    const token = await close(id, rev)
    if (token === undefined) return act(undefined)
    try {
      await checkUnnamed(id, namers)
      return await act(token)
    } catch (error) {
      await open(id, token).catch(() => undefined)
      throw error
    }
  }

  return {
    announce,
    forget,
    checkOpen: (names: string[], namesAt: Readonly<Record<string, number>> = {}) =>
      checkOpen(names.filter(isEntityName), namesAt),
    whileClosed,
    async list(
      name: string,
      { cursor, limit, mustBeComplete }: { cursor?: string; limit: number; mustBeComplete?: boolean },
    ) {
      if (mustBeComplete) await checkComplete()
      const page = await dynamo.query({
        KeyConditionExpression: cursor === undefined ? 'pk = :pk' : 'pk = :pk AND sk > :after',
        ExpressionAttributeValues: {
          ':pk': namedKey(name),
          ...(cursor !== undefined && { ':after': cursor }),
        },
        ConsistentRead: true,
        Limit: limit,
      })
      // Several saves may have said it of one entity: their items lie side by side.
      const ids = new Set(page.items.map((item) => idOfNaming(item.sk)))
      if (cursor !== undefined) ids.delete(idOfNaming(cursor))
      const list = (await getMany([...ids])).filter((entity) => namesOf(entity).includes(name))
      return page.next ? { list, cursor: page.items.at(-1)!.sk } : { list }
    },
  }
}
