import type { Entity } from '../../../shared/model/entity.ts'
import type { IndexHits, IndexSearch } from '../../../shared/search/index-query.ts'
import type { EntityReader, PutOptions } from '../../ports/entity-store.ts'
import type { ImportMemory } from '../../ports/import-memory.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'

/** What taking items needs of the ports. */
export interface ImportPorts {
  entities: {
    get: EntityReader['get']
    getMany(ids: string[]): Promise<Entity[]>
    erasedAmong(ids: string[]): Promise<string[]>
    put(entity: Entity, options: PutOptions): Promise<Entity>
    findUnique(key: string): Promise<string | undefined>
    counter: EntityReader['counter']
    listNaming: EntityReader['listNaming']
    getRevision: EntityReader['getRevision']
    history: EntityReader['history']
  }
  importMemory: ImportMemory
  reference: Pick<ReferenceData, 'all'>
  index: { search(search: IndexSearch): Promise<IndexHits> }
  clock: { now(): string; today(): string }
  ids: { next(): string }
}
