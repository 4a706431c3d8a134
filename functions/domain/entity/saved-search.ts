/** What a search that is saved may ask for. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { SavedSearch } from '../../../shared/model/search.ts'
import { type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { fieldCatalogue } from '../../../shared/search/catalogue.ts'
import { unaskable } from '../../../shared/search/tree-fields.ts'
import { visibility } from '../../../shared/search/visibility.ts'
import type { ViewReference } from '../product/context.ts'

const sentence = 'The search asks for fields that you may not see.'

/**
 * Refuses a tree that asks for what the actor may see nowhere: they would find other products by it than whoever they share
 * it with. One that is already saved stays as it is. Fields that there are not any more are no reason.
 */
export function savedSearchRefusal(
  before: SavedSearch | undefined,
  after: SavedSearch,
  actor: Actor,
  { lists, fields }: ViewReference,
): Refusal | undefined {
  if (before && sameValue(before.tree, after.tree)) return undefined
  const reference = { list: lists, fielddefinition: fields }
  const { hidden } = unaskable(
    after.tree,
    fieldCatalogue('product', reference),
    visibility('product', actor, reference),
  )
  if (hidden.length === 0) return undefined
  return refuse('rule_violated', sentence, {
    key: 'searchFieldsHidden',
    issues: [{ path: '/tree', expected: sentence, key: 'searchFieldsHidden' }],
  })
}
