/** What entities of each class hold. Types alone: whoever only reads has no schemas in its bundle. */
import type * as z from 'zod'
import type { Entity } from './entity.ts'
import type { EntityClassName } from './entity-classes.ts'
import type { entitySchemas } from './entity-schemas.ts'

type Schemas = typeof entitySchemas
export type EntityData = { [C in EntityClassName]: z.infer<Schemas[C]> }
/** An entity of a class, with the data that was checked by its schema when it was written. */
export type EntityOf<C extends EntityClassName> = Entity<EntityData[C]>

export const isOfClass = <C extends EntityClassName>(
  entityclass: C,
  entity: Entity<object> | undefined,
): entity is EntityOf<C> => entity?.entityclass === entityclass

/** The same of a state that is not stored yet. */
export const isDataOf = <C extends EntityClassName>(
  entityclass: C,
  state: { entityclass: EntityClassName; data: object },
): state is { entityclass: C; data: EntityData[C] } => state.entityclass === entityclass

/** What is not stored yet: it has no revisions, and nobody made it. */
export const unstored = <C extends EntityClassName, D>(
  entityclass: C,
  id: string,
  data: D,
): Entity<D> & { entityclass: C } => ({
  id,
  entityclass,
  attributeset: 'default',
  rev: 0,
  created: '',
  createdBy: '',
  updated: '',
  updatedBy: '',
  disabled: false,
  data,
})
