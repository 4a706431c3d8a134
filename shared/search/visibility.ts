/** What a viewer may find (decisions §4), in the words of the index. `permissions.ts` is the source of the rules. */
import { fixedIds, type Secrecy } from '../constants.ts'
import type { Actor } from '../model/actor.ts'
import type { List } from '../model/administration.ts'
import { entityClasses, isEntityClass } from '../model/entity-classes.ts'
import { knowsBy } from '../rules/conversation.ts'
import { type ViewerClass, viewerClass } from '../rules/permissions.ts'
import { knownBy } from '../rules/product-subject.ts'
import type { SearchReference } from './catalogue.ts'
import { everyone } from './index-mapping.ts'
import type { IndexQuery } from './index-query.ts'

export interface Viewer {
  viewerClass: ViewerClass
  /** Documents of the class that the viewer may know of. */
  documents: IndexQuery
  /** Lists of a product that the viewer may see; absent: all. */
  lists?: string[]
  /** The viewer's institutions: rows of companies that only the owner may see are open to it. */
  institutions: string[]
  /** Where one of these is responsible for a product's list, every secrecy is open. */
  responsibleFor: string[]
  /** The company of a paid company user, who sees only its own roles on products. */
  company?: string
  /** Secrecy levels that are open everywhere. */
  levels: readonly Secrecy[]
  /** Ids by which the viewer knows of products (`audienceOf`); absent: of every product. */
  knownBy?: string[]
  /** Sees owner-only rows of companies whoever owns them. */
  seesOwnerOnly: boolean
}

const openLevels: Record<ViewerClass, readonly Secrecy[]> = {
  A: ['base-data-responsible', 'core-partners', 'national-partners', 'public'],
  C: ['core-partners', 'national-partners', 'public'],
  N: ['national-partners', 'public'],
  R: ['public'],
  P: ['public'],
}
export const all: IndexQuery = { op: 'all' }
export const none: IndexQuery = { op: 'none' }
export const terms = (field: string, values: string[]): IndexQuery =>
  values.length ? { op: 'terms', field, values } : none

/** Lists whose institutes include one of the actor's. */
export function ownLists(actor: Actor, reference: SearchReference): string[] {
  const own = new Set(actor.institutions.map((i) => i.id))
  return [...reference.list.values()]
    .filter((list) => (list.data as List).institutes?.some((i) => own.has(i)))
    .map((list) => list.id)
    .sort()
}

/** The viewer's rights on a class. Compile filters, sorts, columns and aggregates with it. */
export function visibility(entityclass: string, actor: Actor, reference: SearchReference): Viewer {
  const kind = viewerClass(actor)
  const isEditor = kind === 'C' || kind === 'N'
  const institutions = actor.institutions.map((i) => i.id).sort()
  const viewer: Viewer = {
    viewerClass: kind,
    documents: none,
    institutions: isEditor ? institutions : [],
    responsibleFor: isEditor && entityclass === 'product' ? institutions : [],
    levels: openLevels[kind],
    seesOwnerOnly: kind === 'A' || kind === 'P',
  }
  // Also of administrators: what others talk about is not theirs.
  if (entityclass === 'conversation' || entityclass === 'message')
    return { ...viewer, documents: terms('seenBy', knowsBy(actor)) }
  if (kind === 'A') return { ...viewer, documents: all }
  if (entityclass === 'product') return productVisibility(viewer, actor, reference)
  if (entityclass === 'company') {
    if (kind === 'P') viewer.documents = terms('id', [actor.companyLink!])
    else if (kind !== 'R') viewer.documents = all
  } else if (entityclass === 'account') viewer.documents = terms('id', [actor.account])
  else if (entityclass === 'batchjob' || entityclass === 'uploadedfile')
    viewer.documents = terms('createdBy', [actor.account])
  else if (entityclass === 'invoice' || entityclass === 'feeschedule') {
    if (isEditor) viewer.documents = terms('seenBy', viewer.institutions)
    else if (kind === 'P' && entityclass === 'invoice')
      viewer.documents = terms('seenBy', [actor.companyLink!])
  } else if (isEntityClass(entityclass) && entityClasses[entityclass].write === 'owner') {
    const shared = terms('seenBy', [everyone, ...viewer.institutions])
    if (isEditor) viewer.documents = { op: 'or', of: [terms('createdBy', [actor.account]), shared] }
  } else if (isEntityClass(entityclass) && entityClasses[entityclass].isReference) viewer.documents = all
  return viewer
}

function productVisibility(viewer: Viewer, actor: Actor, reference: SearchReference): Viewer {
  const own = ownLists(actor, reference)
  const ids = knownBy(actor, own)
  const known = ids && { knownBy: ids }
  switch (viewer.viewerClass) {
    case 'C':
      return { ...viewer, documents: all }
    case 'N': {
      const responsible = terms('responsible', viewer.responsibleFor)
      const inOwnList: IndexQuery = { op: 'or', of: [terms('list', own), responsible] }
      return {
        ...viewer,
        ...known,
        documents: { op: 'or', of: [responsible, { op: 'nested', path: 'lists', of: inOwnList }] },
        lists: [...new Set([fixedIds.list.base, ...own])],
      }
    }
    case 'P':
      return {
        ...viewer,
        ...known,
        documents: terms('companies', [actor.companyLink!]),
        company: actor.companyLink,
      }
    default:
      return viewer
  }
}

/**
 * Who may see a value of that secrecy: everyone of the viewer's viewerScope, nobody, or where one of the viewer's
 * institutions is responsible.
 */
export function viewerScopeOf(secrecy: Secrecy, viewer: Viewer): 'open' | 'hidden' | 'responsible' {
  if (viewer.levels.includes(secrecy)) return 'open'
  return viewer.responsibleFor.length ? 'responsible' : 'hidden'
}
