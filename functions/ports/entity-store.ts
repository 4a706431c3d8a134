import type { Changeset, Entity, Revision, TimelineEvent } from '../../shared/model/entity.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import type { EntityOf } from '../../shared/model/entity-data.ts'
import type { Remembered } from './import-memory.ts'

export interface PutOptions {
  /** Revision that the caller saw; 0 creates. The write happens only if it is still the current one. */
  expectRev: number
  /**
   * Values that this entity holds uniquely after the write, as `class#pointer#value`; the store frees the ones it
   * lost. Absent: it keeps the ones it has.
   */
  unique?: string[]
  /** Counters raised in the same transaction. */
  counters?: { name: string; by: number }[]
  changeset?: Changeset
  events?: TimelineEvent[]
  /** What an import remembers of the thing, written in the same transaction. */
  memory?: Remembered
  /** For a restore of many, which brings back what is named here too. */
  mayNameDeleted?: boolean
  /** Only while no entity that is not deleted names this one: for deleting it. */
  onlyIfUnnamed?: boolean
  /** Only while no entity of this class names this one, deleted ones too: for what their rules rest on. */
  onlyIfUnnamedBy?: EntityClassName
  /** Beside `onlyIfUnnamedBy`: those of the class that count; without it all do. */
  ifNamedSo?: (by: Entity) => boolean
  /**
   * Revisions, by id, of what the decision rests on: these are named only while they have that revision, also if they were
   * named before. Else `too_many_requests` with the key `turnTaken`: who decides again may come to something else.
   */
  namesAt?: Readonly<Record<string, number>>
  /**
   * For a decision that rests on more entities than it writes: raises the counter by one, and only if it still is what it was
   * when the decision began to read. Else `too_many_requests` with the key `turnTaken`. Whoever changes what such decisions rest on takes a turn too.
   */
  turn?: Turn
}
export interface Turn {
  counter: string
  at: number
}
/** One entity of a write of several. */
export interface Write {
  entity: Entity
  options: Omit<PutOptions, 'onlyIfUnnamed' | 'onlyIfUnnamedBy'>
}
/** Conditions of a short-lived item: leases are taken, handed over and given back by them. */
export interface TransientOptions {
  /** Who holds the item from now on. */
  owner?: string
  /** Only where there is none. */
  ifAbsent?: boolean
  /** Only where this owner holds it. */
  ifOwner?: string
}
export interface Change {
  /** Position in the feed, ascending; opaque outside of the store. */
  seq: string
  id: string
  entityclass: string
  rev: number
  /** The state after the change; absent after an erasure. */
  entity?: Entity
}
/**
 * Entities with their revisions. Everything here can be done by one DynamoDB table: single items by key, ordered
 * ranges of a partition, conditional transactions of at most 100 items, an at-least-once change feed.
 * What it gives out is immutable (frozen, shared between readers): take a copy to change it.
 * It knows who names whom (`shared/model/references.ts`), always as the entities say it now: an entity that is not deleted
 * is written only if what it names anew is neither deleted nor erased, and what is named is not taken away under it.
 * Errors: `rule_violated` (`namesDeleted`, `stillNamed`, `upgradePending`), `revision_conflict`, `duplicate`, `too_large`, `storage_full`; `too_many_requests`: nothing was written, and
 * the same may succeed a moment later.
 */
export interface EntityStore {
  get(id: string): Promise<Entity | undefined>
  /** The entity of that class; undefined also where the id is one of another class. */
  get<C extends EntityClassName>(entityclass: C, id: string): Promise<EntityOf<C> | undefined>
  /** Up to 500 ids; missing ones are left out, order is the ids'. */
  getMany(ids: string[]): Promise<Entity[]>
  /** Those of the ids whose entity was erased; up to 500 ids. */
  erasedAmong(ids: string[]): Promise<string[]>
  getRevision(id: string, rev: number): Promise<Revision | undefined>
  /** Newest first; `start` skips. States included only where `withStates`. */
  history(
    id: string,
    page: { start: number; limit: number },
  ): Promise<{ revisions: (Omit<Revision, 'entity'> & { entity: Omit<Entity, 'data'> })[]; count: number }>
  /** Writes the state as revision `expectRev + 1`, whole or not at all. Gives the entity as written. */
  put<T extends Entity['data']>(entity: Entity<T>, options: PutOptions): Promise<Entity<T>>
  /** Writes the states of several entities in one transaction: all of them, or none. Gives them as written, in their order. */
  putAll(writes: readonly Write[]): Promise<Entity[]>
  /** Removes an entity and its revisions, leaves a tombstone. Refused while another names it, also a deleted one. */
  erase(id: string, by: string, at: string, options?: { evenIfNamed?: boolean }): Promise<void>
  /**
   * Entities that name an id, a person (`personName`) or a content (`contentName`), deleted ones too; by class, then id. A page may hold fewer than
   * asked, also none, while a cursor follows. `mustBeComplete`: for those who decide by nothing naming it. Errors, then:
   * `rule_violated` (`upgradePending`), while entities may be there that name it and are not listed.
   */
  listNaming(
    name: string,
    page: { cursor?: string; limit: number; mustBeComplete?: boolean },
  ): Promise<{ list: Entity[]; cursor?: string }>
  /** Id of the entity that holds a unique value. */
  findUnique(key: string): Promise<string | undefined>
  /** Pages through the entities of a class, by id. */
  listByClass(
    entityclass: string,
    page: { cursor?: string; limit: number },
  ): Promise<{ list: Entity[]; cursor?: string }>
  /** The same by their ids alone, without reading them; one that was erased just now may still be among them. */
  listIds(
    entityclass: string,
    page: { cursor?: string; limit: number },
  ): Promise<{ ids: string[]; cursor?: string }>
  /** How many ids `listIds` pages through, without reading them. While they are written, it may be off by those. */
  countByClass(entityclass: string): Promise<number>
  counter(name: string): Promise<number>
  /**
   * Short-lived items: idempotency, presence, throttling. `expires` in epoch seconds; an ended item counts as absent.
   * A key is a kind and a group, each with a separator behind it (`#`, `:` or `/`), and the rest. False where the
   * condition does not hold; nothing was written then.
   */
  putTransient(key: string, value: unknown, expires: number, options?: TransientOptions): Promise<boolean>
  getTransient(key: string): Promise<unknown>
  /** False where somebody else holds the item, or nobody does. */
  deleteTransient(key: string, options?: Pick<TransientOptions, 'ifOwner'>): Promise<boolean>
  /** Items of one group, e.g. `presence#{product}#`. */
  listTransient(prefix: string): Promise<{ key: string; value: unknown }[]>
}
/** Entities for those who change nothing. */
export type EntityReader = Omit<EntityStore, 'put' | 'putAll' | 'erase' | 'putTransient' | 'deleteTransient'>
/** The change feed, read by the indexer. In the cloud it is the table's stream. */
export interface ChangeFeed {
  read(after: string | undefined, limit: number): Promise<Change[]>
  /** Position of the newest change; undefined before the first, null where only the table's stream knows. */
  end(): Promise<string | undefined | null>
  /** Whether every change after the position can still be read; if not, a reader has to start over from the store. */
  holdsAfter(after: string | undefined): Promise<boolean>
  /** Tells how far a reader has come; what all readers are past is dropped some time later. */
  acknowledge(reader: string, seq: string): Promise<void>
  /** Calls back soon after each committed write (a hint: it may be missed or repeated). */
  onChange(listener: () => void): () => void
}
