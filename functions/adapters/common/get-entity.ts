import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { type EntityOf, isOfClass } from '../../../shared/model/entity-data.ts'
import type { EntityStore } from '../../ports/entity-store.ts'

/** The two ways of the port to read one entity: by its id alone, and as one of a class. */
export function createGet(read: (id: string) => Promise<Entity | undefined>): EntityStore['get'] {
  function get(id: string): Promise<Entity | undefined>
  function get<C extends EntityClassName>(entityclass: C, id: string): Promise<EntityOf<C> | undefined>
  async function get(first: string, id?: string): Promise<Entity | undefined> {
    if (id === undefined) return read(first)
    const found = await read(id)
    return isOfClass(first as EntityClassName, found) ? found : undefined
  }
  return get
}
