/** A product as one viewer gets it. */
import { derivedChainLimit } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import type { Entity, Revision } from '../../../shared/model/entity.ts'
import { tradeNamePath } from '../../../shared/model/field-value.ts'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import { can, type Permission } from '../../../shared/rules/permissions.ts'
import { productSight } from '../../../shared/rules/product-sight.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { redactOffers, redactProduct } from '../../../shared/rules/redact-product.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import {
  type DerivedOf,
  derivedOffers,
  isLinkable,
  readsDerived,
  resolveKey,
  resolveLists,
  valueKeys,
} from '../../../shared/rules/resolution.ts'
import { tradeNameIn } from '../../../shared/rules/timeline.ts'
import { isObject } from '../../../shared/rules/values.ts'
import { peopleNames } from '../account/accounts.ts'
import {
  type EntityReader,
  isProduct,
  loadDerived,
  type Product,
  productNotFound,
  type ViewReference,
} from './context.ts'

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
  /** Derived parents as the values are read from them. */
  derived: DerivedOf
  /** The state of today, which decides the rights; the product itself unless an older revision is shown. */
  current: ProductData
}

/** The product without titles; undefined if the viewer may not know of it. */
export function toView(product: Product, c: ViewContext): ProductView | undefined {
  const { actor, reference, derived, current } = c
  const seen = redactProduct(product.data, resolveLists(product.data, derived), actor, reference, current)
  if (!seen) return undefined
  const subject = productSubject(current, reference.lists)
  const may: Record<string, string[]> = {}
  for (const list of Object.keys(seen.data.listData)) {
    const of = ofList(subject, list)
    may[list] = current.listData[list] ? offered.filter((permission) => can(actor, permission, of)) : []
  }
  const view: ProductView = { ...product, data: seen.data, resolved: seen.resolved, titles: {}, may }
  if (seen.data.derivedProductId === undefined) return view
  const sight = productSight(actor, current, reference)
  view.derivedValues = {}
  for (const list of Object.keys(seen.data.listData)) {
    const offers = derivedOffers(product.data, list, parentKeys(product.data, derived), derived)
    view.derivedValues[list] = redactOffers(offers, sight, actor, reference.fields)
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

/** Titles of entities, of those that the viewer may know of. */
export function titlesOf(
  entities: readonly Entity[],
  c: Pick<ViewContext, 'actor' | 'reference' | 'derived'>,
) {
  const titles = peopleNames(entities, c.actor)
  for (const entity of entities) {
    if (entity.entityclass === 'company') {
      const { baseData } = entity.data as unknown as CompanyData
      const subject = { id: entity.id, owner: baseData.owner, institution: baseData.institution }
      if (can(c.actor, 'company:view', subject)) titles[entity.id] = baseData.name
    } else if (isProduct(entity)) {
      const title = productTitle(entity, c)
      if (title !== undefined) titles[entity.id] = title
    }
  }
  return titles
}

function productTitle({ data }: Product, c: Pick<ViewContext, 'actor' | 'reference' | 'derived'>) {
  if (!can(c.actor, 'product:view', productSubject(data, c.reference.lists))) return undefined
  for (const list of Object.keys(data.listData)) {
    const name = tradeNameIn(resolveKey(data, list, tradeNamePath, c.derived)?.value)
    if (name !== undefined) return name
  }
  return undefined
}

/**
 * The product with what its page needs: one read for all names, and one for each derived parent. Refuses with
 * not_found where the viewer may not know of it.
 */
export async function presentProduct(
  entities: EntityReader,
  product: Product,
  c: Omit<ViewContext, 'derived' | 'current'> & { derived?: DerivedOf; current?: ProductData },
): Promise<ProductView | Refusal> {
  const derived = c.derived ?? (await loadDerived(entities, product.data))
  const context = { ...c, derived, current: c.current ?? product.data }
  const view = toView(product, context)
  if (!view) return productNotFound(product.id)
  view.titles = titlesOf(await entities.getMany(namedIn(view).slice(0, 500)), context)
  return view
}

/** Reads entities and their revisions; the entity store is one. */
export interface RevisionReader extends EntityReader {
  getRevision(id: string, rev: number): Promise<Revision | undefined>
}

/** The newest revision of an entity that was written at or before an instant. */
export async function revisionAt(
  entities: RevisionReader,
  head: Entity,
  at: string,
): Promise<Entity | undefined> {
  if (head.updated <= at) return head
  let [low, high] = [0, head.rev - 1]
  let found: Entity | undefined
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const revision = await entities.getRevision(head.id, middle)
    if (revision && revision.entity.updated <= at) {
      found = revision.entity
      low = middle
    } else high = middle - 1
  }
  return found
}

/** Derived parents as they were at an instant, so that an older revision shows what was read then. */
export async function loadDerivedAt(
  entities: RevisionReader,
  data: ProductData,
  at: string,
): Promise<DerivedOf> {
  const parents = new Map<string, ProductData>()
  let next = data.derivedProductId
  while (next !== undefined && !parents.has(next) && parents.size < derivedChainLimit) {
    const head = await entities.get(next)
    const parent = isProduct(head) ? await revisionAt(entities, head as Entity, at) : undefined
    if (!isProduct(parent)) break
    parents.set(next, parent.data)
    next = readsDerived(parent.data) ? parent.data.derivedProductId : undefined
  }
  return (id) => parents.get(id)
}
