import type { Change, EntityStore } from '../ports/entity-store.ts'

/** Changes that a reader of the feed could not take, kept until it can: the embedded counterpart of `stream-parked`. */
export interface GivenUp {
  keep(change: Change): Promise<void>
  /** What is kept, each with the state that it has by now, if it can be read. */
  list(): Promise<Change[]>
  forget(id: string): Promise<void>
}

/** As long as the queue of the cloud keeps its letters: 14 days. Seconds. */
const keepSeconds = 14 * 24 * 3600
type Kept = Pick<Change, 'seq' | 'id' | 'entityclass' | 'rev'>
type Store = Pick<EntityStore, 'get' | 'putTransient' | 'deleteTransient' | 'listTransient'>

export function givenUpIn(entities: Store, reader: string, nowMs: () => number = Date.now): GivenUp {
  const prefix = `given-up#${reader}#`
  return {
    async keep({ seq, id, entityclass, rev }) {
      const kept: Kept = { seq, id, entityclass, rev }
      await entities.putTransient(`${prefix}${id}`, kept, nowMs() / 1000 + keepSeconds)
    },
    async list() {
      const kept = (await entities.listTransient(prefix)).map(({ value }) => value as Kept)
      const read = await Promise.allSettled(
        kept.map(async (change): Promise<Change> => {
          const entity = await entities.get(change.id)
          return entity ? { ...change, rev: entity.rev, entity } : change
        }),
      )
      // What cannot even be read stays kept.
      return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
    async forget(id) {
      await entities.deleteTransient(`${prefix}${id}`)
    },
  }
}
