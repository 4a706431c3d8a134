/** Entities as a viewer gets them through the generic calls: the rules of their class apply, whatever the call. */

import type { Actor } from '../../../shared/model/actor.ts'
import type { Message } from '../../../shared/model/conversation.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type EntityClassName, entityClasses, isEntityClass } from '../../../shared/model/entity-classes.ts'
import { type EntityOf, isOfClass } from '../../../shared/model/entity-data.ts'
import { isToldToCompany } from '../../../shared/model/invoice.ts'
import { partiesOf, toldConversation } from '../../../shared/rules/conversation.ts'
import { can, type SharedEntry } from '../../../shared/rules/permissions.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { type DerivedOf, resolveLinks } from '../../../shared/rules/resolution.ts'
import type { StatesOfToday } from '../../../shared/rules/value-scope.ts'
import { adminOnly } from '../../../shared/search/generic-fields.ts'
import { viewCompany } from '../../domain/company/view.ts'
import { isConfirmation, toldConfirmation } from '../../domain/confirmation/rules.ts'
import { isConversation, isMessage } from '../../domain/conversation/rules.ts'
import { withToldPeople } from '../../domain/entity/people.ts'
import { isProduct, type Product, type ViewReference } from '../../domain/product/context.ts'
import { confirmedProducts, mayKnowOf } from '../confirmation/visible.ts'
import { loadParents, loadParentsAt, type RevisionReader, readsParents } from '../product/parents.ts'

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

type Kept = EntityOf<'savedsearch' | 'columnset' | 'exportset'>
/** What a person keeps and may share. */
const isKept = (entity: Entity): entity is Kept =>
  isOfClass('savedsearch', entity) || isOfClass('columnset', entity) || isOfClass('exportset', entity)
/** Whom it is shown to. */
function sharedEntry({ createdBy, data }: Kept): SharedEntry {
  const { isPublic, visibleForInstitutions } = data
  const isTemporary = 'isTemporary' in data && data.isTemporary
  return { createdBy, isPublic, isTemporary, institutions: visibleForInstitutions }
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
  if (isOfClass('feeschedule', entity))
    return can(actor, 'fee-schedule:view', { institution: entity.data.institution }) ? entity : undefined
  return actor.role === 'admin' || entity.createdBy === actor.account ? entity : undefined
}

/** An invoice, if what it was then and what it is today may both be known. */
function visibleInvoice(
  entity: EntityOf<'invoice'>,
  current: EntityOf<'invoice'>,
  actor: Actor,
): Entity | undefined {
  const isKnown = [entity, current].every(({ data }) =>
    can(actor, 'invoice:view', {
      institution: data.institution,
      company: data.companyId,
      isSent: isToldToCompany(data),
    }),
  )
  if (!isKnown) return undefined
  const told = withoutAdminOnly(entity, actor)
  // Why one was cancelled is for the institution.
  const { cancellationReason: _, ...data } = told.data as Record<string, unknown>
  const isOwn = can(actor, 'invoice:view', {
    institution: current.data.institution,
    company: '',
    isSent: false,
  })
  return isOwn ? told : { ...told, data }
}

/** A message, to those who know of the conversation. */
function toldMessage(entity: Message, current: Message, actor: Actor): Entity | undefined {
  if (!can(actor, 'message:view', partiesOf(current.data))) return undefined
  const { token: _, ...data } = entity.data
  return { ...entity, data }
}

function visibleProduct(
  product: Product,
  today: StatesOfToday,
  derived: DerivedOf,
  { actor, reference }: ViewerScope,
) {
  const seen = redactProduct(product.data, resolveLinks(product.data, derived), actor, reference, today)
  return seen && { ...product, data: seen.data }
}

function visibleOther(
  entity: Entity,
  current: Entity,
  { actor, reference }: ViewerScope,
  confirmed: ReadonlyMap<string, Product>,
): Entity | undefined {
  if (isConfirmation(current)) {
    // Company users know of what was sent, and of nothing before.
    const isKnown = [entity, current].every((state) => mayKnowOf(state, confirmed, actor, reference.lists))
    return isKnown && isConfirmation(entity) ? toldConfirmation(entity, actor) : undefined
  }
  // What was private stays so, also after it was shared, and what was shared is not any more.
  if (isKept(current))
    return [entity, current].every((state) => isKept(state) && can(actor, 'saved:view', sharedEntry(state)))
      ? entity
      : undefined
  if (isOfClass('invoice', entity) && isOfClass('invoice', current))
    return visibleInvoice(entity, current, actor)
  if (isConversation(current))
    return isConversation(entity) ? toldConversation(entity, actor, current) : undefined
  if (isMessage(current)) return isMessage(entity) ? toldMessage(entity, current, actor) : undefined
  if (!isOfClass('company', entity) || !isOfClass('company', current)) return visiblePlain(entity, actor)
  const view = viewCompany(entity, actor, new Map(), current)
  return view && { ...entity, data: view.data }
}

/** Which states of an entity that the viewer knows of they may see; undefined where it is each of them, with nothing of it or less. */
export async function seenStates(
  current: Entity,
  viewerScope: ViewerScope,
): Promise<((state: Entity) => boolean) | undefined> {
  const isHiddenOnce =
    isKept(current) || isConfirmation(current) || isOfClass('invoice', current) || isConversation(current)
  if (!isHiddenOnce) return undefined
  const confirmed = await confirmedProducts(viewerScope.entities, [current])
  return (state) => visibleOther(state, current, viewerScope, confirmed) !== undefined
}
/** Whether the viewer is told what a change of the entity was called: it may be about what is for administrators, or one side, alone. */
export const isToldTitles = (entity: Entity, { role }: Pick<Actor, 'role'>): boolean =>
  !isConversation(entity) &&
  (role === 'admin' || adminOnly[entity.entityclass as EntityClassName] === undefined)

const told = (seen: Entity | undefined, { actor }: Pick<ViewerScope, 'actor'>) =>
  seen && withToldPeople(seen, actor)

/**
 * The entity without what the viewer may not see, undefined if they may not know of it. For an older revision give
 * `current`, the entity of today: it decides the rights.
 */
export async function visibleEntity(
  entity: Entity,
  viewerScope: ViewerScope,
  current: Entity = entity,
): Promise<Entity | undefined> {
  if (entity.rev === current.rev) return (await visibleEntities([entity], viewerScope))[0]
  if (!isProduct(entity) || !isProduct(current))
    return told(
      visibleOther(entity, current, viewerScope, await confirmedProducts(viewerScope.entities, [current])),
      viewerScope,
    )
  // An older revision read its linked values from its parents of then, as load does.
  const parents = await loadParentsAt(viewerScope.entities, entity.data, entity.updated)
  const today = { current: current.data, parents: parents.today }
  return told(visibleProduct(entity, today, parents.atRevision, viewerScope), viewerScope)
}

/** Those of the entities that the viewer may know of, in their order. Parents of products are read together. */
export async function visibleEntities(
  entities: readonly Entity[],
  viewerScope: ViewerScope,
): Promise<Entity[]> {
  const products = entities.filter(isProduct).map(({ data }) => data)
  const [parents, confirmed] = await Promise.all([
    loadParents(viewerScope.entities, products.filter(readsParents)),
    confirmedProducts(viewerScope.entities, entities),
  ])
  return entities.flatMap((entity) => {
    const seen = isProduct(entity)
      ? visibleProduct(entity, { current: entity.data, parents }, parents, viewerScope)
      : visibleOther(entity, entity, viewerScope, confirmed)
    return told(seen, viewerScope) ?? []
  })
}

/** Entries of a reference class as the viewer gets them. */
export const visibleReference = (entities: Entity[], actor: Actor): Entity[] =>
  entities.flatMap((entity) => told(visiblePlain(entity, actor), { actor }) ?? [])
