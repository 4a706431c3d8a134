/** What a set of columns that is kept may hold. */
import type { Actor } from '../../../shared/model/actor.ts'
import { maxCategoryColumns, tooManyCategories } from '../../../shared/rules/export.ts'
import { type Refusal, refuse, refuseInput } from '../../../shared/rules/refusal.ts'
import { fieldCatalogue } from '../../../shared/search/catalogue.ts'
import { readable } from '../../../shared/search/seen-rows.ts'
import { visibility } from '../../../shared/search/visibility.ts'
import type { ViewReference } from '../product/context.ts'

const sentence = 'The set has columns that you may not see.'

/**
 * Refuses columns that the actor may see nowhere, as they would be empty for them and not for whoever they share the set with,
 * and too many of categories. `before`: what stands already, and stays as it is. Columns that there are not any more are no reason.
 */
export function columnsRefusal(
  before: readonly string[],
  after: readonly string[],
  actor: Actor,
  { lists, fields }: ViewReference,
): Refusal | undefined {
  if (before.length === after.length && before.every((name, i) => after[i] === name)) return undefined
  const reference = { list: lists, fielddefinition: fields }
  const catalogue = new Map(fieldCatalogue('product', reference).map((field) => [field.name, field]))
  const viewer = visibility('product', actor, reference)
  const found = after.flatMap((name) => catalogue.get(name) ?? [])
  if (found.some((field) => !readable(field, viewer)))
    return refuse('rule_violated', sentence, {
      key: 'columnsHidden',
      issues: [{ path: '/columns', expected: sentence, key: 'columnsHidden' }],
    })
  if (!tooManyCategories(found)) return undefined
  const expected = `expected at most ${maxCategoryColumns} columns of categories`
  return refuseInput([
    { path: '/columns', expected, key: 'exportCategories', params: { max: maxCategoryColumns } },
  ])
}
