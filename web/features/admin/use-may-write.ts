import { type EntityClassName, entityClasses } from '../../../shared/model/entity-classes.ts'
import { useCan } from '../../api/can.ts'

/** May the viewer write entries of the class? The server decides by the same table. */
export function useMayWrite(entityclass: EntityClassName): boolean {
  const can = useCan()
  return can(entityClasses[entityclass].write === 'editor' ? 'category-text:edit' : 'administration:edit')
}
