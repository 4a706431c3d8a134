/** A field stays what it is while products have values in it: they would be there and no screen, search or export would show them. */

import type { Actor } from '../../../shared/model/actor.ts'
import type { FieldDefinition } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { emptyFieldValue } from '../../../shared/model/field-value.ts'
import { isRefusal, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import type { SearchReference } from '../../../shared/search/catalogue.ts'
import type { Filter } from '../../../shared/search/filter.ts'
import { planQuery, scopeOf } from '../../domain/search-calls/plan.ts'
import type { IndexReader } from '../../ports/search-index.ts'
import { type ReferenceReader, viewReference } from '../product/open.ts'

export interface FieldPorts {
  index: Pick<IndexReader, 'count'>
  classes: ReferenceReader
  actor: Actor
}

/** Types whose values are alike: one becomes the other, and every value stays. */
const shapeOf = ({ type }: FieldDefinition): string => JSON.stringify(emptyFieldValue[type] ?? null)

/** What of the field its values hang on, and has changed: a key of its data. */
function changedOf(
  before: FieldDefinition,
  after: FieldDefinition,
): 'path' | 'type' | 'displayType' | undefined {
  if (before.path !== after.path) return 'path'
  if (before.displayType !== after.displayType) return 'displayType'
  return shapeOf(before) === shapeOf(after) ? undefined : 'type'
}

const sentence =
  'While products have values in this field, its path and place stay, and its type becomes only one that keeps them.'

/**
 * Refuses another path, place (tab or table) or kind of value while products have values in the field, deleted ones too, by the index: what
 * is written in the same second may be missed. Errors: `search_unavailable`.
 */
export async function fieldInUseRefusal(
  before: Entity,
  after: Entity,
  { index, classes, actor }: FieldPorts,
): Promise<Refusal | undefined> {
  if (!isOfClass('fielddefinition', before) || !isOfClass('fielddefinition', after)) return undefined
  const changed = changedOf(before.data, after.data)
  if (!changed) return undefined
  const { lists, fields } = await viewReference(classes)
  // As it is stored, not as it was some seconds ago.
  const reference = { list: lists, fielddefinition: new Map([...fields, [before.id, before] as const]) }
  const count = await productsWith(before.data, reference, index, actor)
  if (isRefusal(count)) return count
  return count === 0
    ? undefined
    : refuseRule('fieldInUse', sentence, {
        params: { count: String(count) },
        issues: [{ path: `/${changed}`, expected: sentence, key: 'fieldInUse' }],
      })
}

/** How many products have a value in the field, or in a column of the table that it is. */
async function productsWith(
  { path }: FieldDefinition,
  reference: SearchReference,
  index: FieldPorts['index'],
  actor: Actor,
): Promise<number | Refusal> {
  const scope = scopeOf('product', actor, reference, 'UTC')
  if (isRefusal(scope)) return scope
  const holding = scope.catalogue.filter(
    ({ definition, table }) => definition?.path === path || table === path,
  )
  // A button holds nothing, nor does a table without columns.
  if (holding.length === 0) return 0
  const hasOne: Filter = { $or: holding.map(({ name }) => ({ field: name, comparison: 'exists' })) }
  // Whoever speaks of deletion is given what is deleted, too.
  const isDeleted: Filter = { field: 'deleted', comparison: 'eq', value: true }
  const query = planQuery(scope, {
    attributeFilter: { $and: [hasOne, { $or: [isDeleted, { $not: isDeleted }] }] },
  })
  return isRefusal(query) ? query : index.count('product', query)
}
