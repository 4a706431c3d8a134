/** Entities as a viewer gets them through the generic calls: the rules of their class apply, whatever the call. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type EntityClassName, entityClasses, isEntityClass } from '../../../shared/model/entity-classes.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { resolveLists } from '../../../shared/rules/resolution.ts'
import { adminOnly } from '../../../shared/search/generic-fields.ts'
import { viewCompany } from '../../domain/company/view.ts'
import { isProduct, type ViewReference } from '../../domain/product/context.ts'
import { loadDerived } from '../product/open.ts'
import { loadDerivedAt, type RevisionReader } from '../product/present.ts'

export interface ViewerScope {
  actor: Actor
  entities: RevisionReader
  reference: ViewReference
}

/** The part that everyone but administrators is not told. */
function withoutAdminOnly(entity: Entity, actor: Actor): Entity {
  const hidden = adminOnly[entity.entityclass as EntityClassName]
  if (actor.role === 'admin' || !hidden) return entity
  const data = Object.fromEntries(Object.entries(entity.data).filter(([key]) => !hidden.includes(key)))
  return { ...entity, data }
}

/** A class that has no secrets of its own. */
function visiblePlain(entity: Entity, actor: Actor): Entity | undefined {
  const { entityclass } = entity
  if (!isEntityClass(entityclass)) return undefined
  if (entityClasses[entityclass].isReference)
    return can(actor, 'reference:view', undefined) ? withoutAdminOnly(entity, actor) : undefined
  if (entityclass === 'account') {
    if (can(actor, 'account:manage', undefined)) return entity
    if (entity.id !== actor.account) return undefined
    const { invites: _, ...data } = entity.data
    return { ...entity, data }
  }
  if (entityclass === 'batchjob') {
    const startedBy = String(entity.data['startedBy'])
    return can(actor, 'job:view', { startedBy }) ? withoutAdminOnly(entity, actor) : undefined
  }
  return actor.role === 'admin' || entity.createdBy === actor.account ? entity : undefined
}

/**
 * The entity without what the viewer may not see, undefined if they may not know of it. For an older revision give
 * `current`, the entity of today: it decides the rights.
 */
export async function visibleEntity(
  entity: Entity,
  viewerScope: ViewerScope,
  current: Entity = entity,
): Promise<Entity | undefined> {
  const { actor, entities, reference } = viewerScope
  if (isProduct(entity) && isProduct(current)) {
    // A linked value is judged where it is stored; an older revision read it from its parents of then, as load does.
    const derived =
      entity.rev === current.rev
        ? await loadDerived(entities, entity.data)
        : await loadDerivedAt(entities, entity.data, entity.updated)
    const resolved = resolveLists(entity.data, derived)
    const seen = redactProduct(entity.data, resolved, actor, reference, current.data)
    return seen && { ...entity, data: seen.data as unknown as Record<string, unknown> }
  }
  if (entity.entityclass === 'company') {
    const company = entity as unknown as Entity<CompanyData>
    const view = viewCompany(company, actor, new Map(), current as unknown as Entity<CompanyData>)
    return view && { ...entity, data: view.data as unknown as Record<string, unknown> }
  }
  return visiblePlain(entity, actor)
}

/** Those of the entities that the viewer may know of, in their order. */
export async function visibleEntities(entities: Entity[], viewerScope: ViewerScope): Promise<Entity[]> {
  const seen: Entity[] = []
  for (const entity of entities) {
    const visible = await visibleEntity(entity, viewerScope)
    if (visible) seen.push(visible)
  }
  return seen
}

/** Entries of a reference class as the viewer gets them. */
export const visibleReference = (entities: Entity[], actor: Actor): Entity[] =>
  entities.flatMap((entity) => visiblePlain(entity, actor) ?? [])
