/** A product as one viewer gets it. */

import type { Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { tradeNamePath } from '../../../shared/model/field-path.ts'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import { can, type Permission } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { redactOffers, redactProduct } from '../../../shared/rules/redact-product.ts'
import {
  type DerivedOf,
  derivedOffers,
  isLinkable,
  resolveLinks,
  valueKeys,
} from '../../../shared/rules/resolution.ts'
import { tradeNameIn } from '../../../shared/rules/timeline.ts'
import type { StatesOfToday } from '../../../shared/rules/value-scope.ts'
import { isObject } from '../../../shared/rules/values.ts'
import { peopleNames } from '../account/accounts.ts'
import { withToldPeople } from '../entity/people.ts'
import { isProduct, type Product, type ViewReference } from './context.ts'

const offered = [
  'product:edit',
  'product:set-responsibility',
  'product:assign-companies',
  'product:approve',
  'product:administer',
  'product:flag',
] as const satisfies Permission[]

export interface ViewContext {
  actor: Actor
  reference: ViewReference
  /** Derived parents as the values are read from them: of an older revision those of then. */
  derived: DerivedOf
  /** The product and its parents as they stand today: they decide the rights. */
  today: StatesOfToday
}

/** The product without titles; undefined if the viewer may not know of it. */
export function toView(product: Product, c: ViewContext): ProductView | undefined {
  const { actor, reference, derived, today } = c
  const { current } = today
  const seen = redactProduct(product.data, resolveLinks(product.data, derived), actor, reference, today)
  if (!seen) return undefined
  const subject = productSubject(current, reference.lists)
  const may: Record<string, string[]> = {}
  for (const list of Object.keys(seen.data.listData)) {
    const of = ofList(subject, list)
    may[list] = current.listData[list] ? offered.filter((permission) => can(actor, permission, of)) : []
  }
  const view: ProductView = {
    ...withToldPeople(product, actor),
    data: seen.data,
    resolved: seen.resolved,
    categoryTrees: {},
    titles: {},
    may,
  }
  if (seen.data.derivedProductId === undefined) return view
  view.derivedValues = {}
  for (const list of Object.keys(seen.data.listData)) {
    const offers = derivedOffers(product.data, list, parentKeys(product.data, derived), derived)
    view.derivedValues[list] = redactOffers(offers, actor, reference, today)
  }
  return view
}

/** Everything that the derived parent could give: the keys of all of its lists. */
function parentKeys(data: ProductData, derived: DerivedOf): string[] {
  const parent = data.derivedProductId === undefined ? undefined : derived(data.derivedProductId)
  return parent ? [...new Set(Object.values(parent.listData).flatMap(valueKeys))].filter(isLinkable) : []
}

const accountKeys = [
  'accountId',
  'activatedBy',
  'deactivatedBy',
  'approvalInitiatorAccountId',
  'finalApprovalAccountId',
  'updatedBy',
  'by',
] as const

function collect(value: unknown, ids: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, ids)
  if (!isObject(value)) return
  for (const key of accountKeys) if (typeof value[key] === 'string') ids.add(value[key])
  for (const key in value) if (isObject(value[key])) collect(value[key], ids)
}

/** Companies, people and the derived parent that the view names. */
export function namedIn(view: ProductView): string[] {
  const ids = new Set<string>([view.createdBy, view.updatedBy])
  if (view.data.derivedProductId !== undefined) ids.add(view.data.derivedProductId)
  for (const list of Object.values(view.data.listData)) {
    for (const row of Object.values(list._companies ?? {})) ids.add(row.company)
    for (const key of ['activatedBy', 'deactivatedBy'] as const) if (list[key]) ids.add(list[key])
    for (const key of ['_responsible', '_approval', '_checklist', '_notes'] as const)
      collect({ [key]: list[key] }, ids)
  }
  return [...ids]
}

/** What titles are told with. `parents`: those that the values of the products among the entities are read from. */
export interface TitleContext {
  actor: Actor
  reference: ViewReference
  parents: DerivedOf
}

/** Titles of entities, of those that the viewer may know of. */
export function titlesOf(entities: readonly Entity[], c: TitleContext) {
  const titles = peopleNames(entities, c.actor)
  for (const entity of entities) {
    if (isOfClass('company', entity)) {
      const { baseData } = entity.data
      const subject = { id: entity.id, owner: baseData.owner, institution: baseData.institution }
      if (can(c.actor, 'company:view', subject)) titles[entity.id] = baseData.name
    } else if (isProduct(entity)) {
      const title = productTitle(entity, c)
      if (title !== undefined) titles[entity.id] = title
    }
  }
  return titles
}

/** The first trade name of the product that the viewer sees. */
function productTitle({ data }: Product, { actor, reference, parents }: TitleContext) {
  const seen = redactProduct(data, resolveLinks(data, parents), actor, reference, { current: data, parents })
  for (const [id, list] of Object.entries(seen?.data.listData ?? {})) {
    const name = tradeNameIn(list[tradeNamePath] ?? seen?.resolved[id]?.[tradeNamePath]?.value)
    if (name !== undefined) return name
  }
  return undefined
}
