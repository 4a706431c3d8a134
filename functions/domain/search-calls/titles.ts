import { fixedIds, type Locale } from '../../../shared/constants.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type EntityClassName, entityClasses, isEntityClass } from '../../../shared/model/entity-classes.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { nameOf } from '../../../shared/rules/actor.ts'
import { titleIn } from '../../../shared/rules/localized.ts'
import { tradeNameOf } from '../../../shared/rules/timeline.ts'
import { valueAt } from '../entity/unique-values.ts'

/** The name that people know an entity by, in the reader's language or else the default one; undefined if it has none. */
export function titleOf(entity: Entity, language?: Locale): string | undefined {
  if (!isEntityClass(entity.entityclass)) return undefined
  const entityclass: EntityClassName = entity.entityclass
  if (isOfClass('product', entity)) return tradeNameOf(entity.data.listData[fixedIds.list.base])
  if (isOfClass('account', entity)) return nameOf(entity.data)
  const pointer = entityClasses[entityclass].title
  const title = pointer ? valueAt(entity.data, pointer) : undefined
  if (typeof title === 'string') return title
  return title === undefined ? undefined : titleIn(title as Localized, language)
}
