/** Reads products and their revisions for one request: what several of its questions rest on is read once. */
import type { Entity, Revision } from '../../../shared/model/entity.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { remembering } from '../entity/remembering.ts'
import { listsAt, type ReleaseReader } from './releases.ts'

/** Each may have 5 MB. */
const keptStates = 6

export type ReadsFrom = Pick<EntityReader, 'get' | 'getMany' | 'getRevision' | 'history' | 'listNaming'>
export type Reads = ReleaseReader & Pick<EntityReader, 'listNaming'>

export function requestReads(entities: ReadsFrom): Reads {
  const heads = remembering<Entity | undefined>(keptStates)
  const states = remembering<Revision | undefined>(keptStates)
  const steps = remembering<Awaited<ReturnType<ReadsFrom['history']>>>()
  const lists = remembering<ReadonlySet<string>>()
  const reads: Reads = {
    get: (id: string) => heads(id, () => entities.get(id)),
    getMany: (ids) => entities.getMany(ids),
    getRevision: (id, rev) => states(`${id} ${rev}`, () => entities.getRevision(id, rev)),
    history: (id, page) => steps(`${id} ${page.start} ${page.limit}`, () => entities.history(id, page)),
    listNaming: (name, page) => entities.listNaming(name, page),
    listsAt: (id, rev) => lists(`${id} ${rev}`, () => listsAt(reads, id, rev)),
  }
  return reads
}
