/**
 * Which linked values a viewer sees (decisions §11, "What of another entity is shown"): the one rule for the product,
 * its older revisions, what a derived parent offers, and titles. The index says the same in `search/seen-rows.ts`.
 */
import { secrecyLevels } from '../constants.ts'
import type { Actor } from '../model/actor.ts'
import type { ProductData } from '../model/product.ts'
import { type ProductViewerScope, productViewerScope } from './product-viewer-scope.ts'
import { type DerivedOf, type Place, type Resolved, responsibleAt } from './resolution.ts'
import { type SecrecyReference, secrecyOfField, visibleTo } from './secrecy.ts'

/** What rights are judged by: the product and its parents as they stand today, whatever revision is shown. */
export interface StatesOfToday {
  current: ProductData
  parents: DerivedOf
}
export interface ValueScope {
  sees(key: string, found: Pick<Resolved, 'places' | 'through'>): boolean
  /** May the viewer see what is reserved to those who are responsible where the value is stored? */
  isResponsible(found: Pick<Resolved, 'places'>): boolean
}

/**
 * A linked value is seen where every product that it was read through is seen, with the list that it was read from,
 * and where the field's secrecy is open to the viewer at the value's place.
 */
export function valueScope(
  actor: Actor,
  { current, parents }: StatesOfToday,
  reference: SecrecyReference,
): ValueScope {
  const scopes = new Map<string, ProductViewerScope | undefined>()
  const scopeOf = ({ product, list }: Required<Place>) => {
    // A list that the parent had once is judged like those of today.
    const key = `${product}/${list}`
    if (!scopes.has(key)) {
      const today = parents(product)
      scopes.set(key, today && productViewerScope(actor, today, reference, [list]))
    }
    return scopes.get(key)
  }
  const seesPlace = ({ product, list }: Place) =>
    product === undefined || (scopeOf({ product, list })?.seesList(list) ?? false)
  /** Levels that are open to the viewer wherever the value is stored, and those that are to who is responsible there. */
  const always = new Set(secrecyLevels.filter((level) => visibleTo(level, actor, false)))
  const responsibly = new Set(secrecyLevels.filter((level) => visibleTo(level, actor, true)))
  const isResponsible: ValueScope['isResponsible'] = ({ places }) => {
    const institution = responsibleAt(places, current, parents)
    return institution !== undefined && actor.institutions.some((i) => i.id === institution)
  }
  return {
    isResponsible,
    sees: (key, found) => {
      if (!found.through.every(seesPlace) || !found.places.every(seesPlace)) return false
      const level = secrecyOfField(key, reference.fields)
      return always.has(level) || (responsibly.has(level) && isResponsible(found))
    },
  }
}
