import type { Changeset, Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import type { IndexHits, IndexSearch } from '../../../shared/search/index-query.ts'

/** What taking items needs of the ports. */
export interface ImportPorts {
  entities: {
    get(id: string): Promise<Entity | undefined>
    getMany(ids: string[]): Promise<Entity[]>
    put(
      entity: Entity,
      options: { expectRev: number; unique?: string[]; changeset?: Changeset; events?: TimelineEvent[] },
    ): Promise<Entity>
    findUnique(key: string): Promise<string | undefined>
    putTransient(key: string, value: unknown, expires: number): Promise<boolean>
    getTransient(key: string): Promise<unknown>
  }
  reference: {
    all<T = Record<string, unknown>>(entityclass: EntityClassName): Promise<ReadonlyMap<string, Entity<T>>>
  }
  index: { search(search: IndexSearch): Promise<IndexHits> }
  clock: { now(): string; millis(): number; today(): string }
  ids: { next(): string }
}
