import { fixedIds } from '../../../shared/constants.ts'
import type { AccountData } from '../../../shared/model/actor.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type EntityClassName, entityClasses, isEntityClass } from '../../../shared/model/entity-classes.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { nameOf } from '../../../shared/rules/actor.ts'
import { titleIn } from '../../../shared/rules/localized.ts'
import { tradeNameOf } from '../../../shared/rules/timeline.ts'
import { valueAt } from '../entity/unique-values.ts'

/** The name that people know an entity by, in the default language; undefined if it has none. */
export function titleOf(entity: Entity): string | undefined {
  if (!isEntityClass(entity.entityclass)) return undefined
  const entityclass: EntityClassName = entity.entityclass
  if (entityclass === 'product')
    return tradeNameOf((entity as unknown as Entity<ProductData>).data.listData[fixedIds.list.base])
  if (entityclass === 'account') return nameOf((entity as unknown as Entity<AccountData>).data)
  const pointer = entityClasses[entityclass].title
  const title = pointer ? valueAt(entity.data, pointer) : undefined
  if (typeof title === 'string') return title
  return title === undefined ? undefined : titleIn(title as Localized, undefined)
}
