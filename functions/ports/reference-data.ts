import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import type { EntityOf } from '../../shared/model/entity-data.ts'

/**
 * Reference classes (lists, standards, categories, fields, institutions …), whole and cached for at most 15 s;
 * a write of the same process is seen at once.
 */
export interface ReferenceData {
  all<C extends EntityClassName>(entityclass: C): Promise<ReadonlyMap<string, EntityOf<C>>>
}
