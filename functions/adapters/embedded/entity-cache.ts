import type { Entity } from '../../../shared/model/entity.ts'

interface Entry {
  entity: Entity
  weight: number
}
/**
 * The states read last, by id. Holds immutable objects, so that a hit costs nothing; the store forgets an id in the
 * same moment in which a write of it is committed, and everything when another process has written.
 */
export class EntityCache {
  private readonly entries = new Map<string, Entry>()
  private weight = 0
  private readonly maxWeight: number

  /** `maxWeight`: sum of the serialised sizes in characters; parsed they take about five times as many bytes. */
  constructor(maxWeight: number) {
    this.maxWeight = maxWeight
  }
  get(id: string): Entity | undefined {
    const entry = this.entries.get(id)
    if (!entry) return undefined
    this.entries.delete(id)
    this.entries.set(id, entry)
    return entry.entity
  }
  set(entity: Entity, weight: number) {
    if (weight > this.maxWeight / 8) return
    this.forget(entity.id)
    this.entries.set(entity.id, { entity, weight })
    this.weight += weight
    for (const id of this.entries.keys()) {
      if (this.weight <= this.maxWeight) break
      this.forget(id)
    }
  }
  forget(id: string) {
    const entry = this.entries.get(id)
    if (!entry) return
    this.entries.delete(id)
    this.weight -= entry.weight
  }
  clear() {
    this.entries.clear()
    this.weight = 0
  }
}
