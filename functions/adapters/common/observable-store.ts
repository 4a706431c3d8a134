import type { EntityStore } from '../../ports/entity-store.ts'

/** One write of this process, told before the writer hears of it. */
export interface Written {
  id: string
  entityclass: string
}
/** A store that tells of its writes: those that happened, and those of which nobody knows whether they did. */
export interface ObservableStore extends EntityStore {
  /** Never missed, but only for writes of this process. */
  onWrite(listener: (written: Written) => void): () => void
  /** Revisions of all entities of a class by id, in the order of the ids; undefined where that is no cheaper than they. */
  listRevs?(entityclass: string): Promise<ReadonlyMap<string, number> | undefined>
}
