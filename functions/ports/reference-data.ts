import type { Entity } from '../../shared/model/entity.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'

/**
 * Reference classes (lists, standards, categories, fields, institutions …), whole and cached for at most 15 s;
 * a write of the same process is seen at once.
 */
export interface ReferenceData {
  all<T = Record<string, unknown>>(entityclass: EntityClassName): Promise<ReadonlyMap<string, Entity<T>>>
}
