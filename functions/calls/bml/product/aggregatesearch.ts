import { aggregatesearch } from '../../../../shared/calls/bml/product/aggregatesearch.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import {
  type EntityClassName,
  entityClasses,
  isEntityClass,
} from '../../../../shared/model/entity-classes.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { and } from '../../../../shared/search/combine.ts'
import type { IndexAggregate } from '../../../../shared/search/index-query.ts'
import { all } from '../../../../shared/search/visibility.ts'
import { peopleNames } from '../../../domain/account/accounts.ts'
import { classOf } from '../../../domain/entity/write.ts'
import { planAggregates, planQuery, scopeOf, withValue } from '../../../domain/search-calls/plan.ts'
import { titleOf } from '../../../domain/search-calls/titles.ts'
import { call } from '../../../runtime/call.ts'
import { readMany } from '../../../services/entity/many.ts'
import { visibleEntities } from '../../../services/entity/visible.ts'
import { viewReference } from '../../../services/product/open.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** Values that are broken down further; more would be more than anybody reads. */
const maxGrouped = 200

/**
 * The values of a field over the products that a search finds, with counts; with `groupBy` each value's counts by a
 * second field. Titles come where the values are ids. Errors: invalid_input.
 */
export default call(
  aggregatesearch,
  ['index:read', 'entities:read', 'reference', 'clock'],
  async (input, { index, entities, reference, clock, actor }) => {
    const scope = unwrap(scopeOf('product', actor, await searchReference(reference), clock.timeZone))
    const query = unwrap(planQuery(scope, input))
    const limit = input.groupBy ? Math.min(input.limit, maxGrouped) : input.limit
    const target = unwrap(
      planAggregates(scope, { aggregate: { kind: 'terms', field: input.targetField, limit } }),
    )
    const group = input.groupBy
      ? unwrap(planAggregates(scope, { aggregate: { kind: 'terms', field: input.groupBy } }))['aggregate']
      : undefined
    const ofTarget = scope.catalogue.find((field) => field.name === input.targetField)?.entityClass
    const titleClass = input.ecName === undefined ? ofTarget : unwrap(classOf(input.ecName, '/ecName'))

    const buckets = (await index.aggregate('product', query, target))['aggregate']?.buckets ?? []
    const groups: Record<string, IndexAggregate> = {}
    if (group)
      // Of a field that the viewer sees nowhere it asks for nothing, whatever the value.
      for (const [i, { key }] of buckets.entries())
        groups[i] = {
          ...group,
          where: and(group.where ?? all, unwrap(withValue(scope, input.targetField, key))),
        }
    const grouped = group ? await index.aggregate('product', query, groups) : {}
    const titles = await titlesOf(
      titleClass,
      buckets.map((b) => b.key).filter((k) => typeof k === 'string'),
    )
    return {
      buckets: buckets.map(({ key, count }, i) => {
        const title = titles.get(String(key))
        return {
          key,
          count,
          ...(title !== undefined && { title }),
          ...(group && { groups: grouped[i]?.buckets ?? [] }),
        }
      }),
    }

    async function titlesOf(entityclass: EntityClassName | undefined, ids: string[]) {
      const found = new Map<string, string>()
      if (!entityclass || ids.length === 0) return found
      const add = (list: Iterable<Entity>) => {
        for (const entity of list) {
          const title = titleOf(entity, actor.language)
          if (title !== undefined) found.set(entity.id, title)
        }
      }
      if (isEntityClass(entityclass) && entityClasses[entityclass].isReference) {
        const all = await reference.all(entityclass)
        add(ids.flatMap((id) => all.get(id) ?? []))
        return found
      }
      const named = await readMany(entities, ids)
      if (entityclass === 'account') return new Map(Object.entries(peopleNames(named, actor)))
      const ofClass = named.filter((entity) => entity.entityclass === entityclass)
      add(await visibleEntities(ofClass, { actor, entities, reference: await viewReference(reference) }))
      return found
    }
  },
)
