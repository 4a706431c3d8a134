/** The part of a product that rights depend on, read from its data. */
import { fixedIds } from '../constants.ts'
import type { Actor } from '../model/actor.ts'
import type { List } from '../model/administration.ts'
import type { Entity } from '../model/entity.ts'
import type { ListData, ProductData } from '../model/product.ts'
import { type ListSubject, type ProductSubject, viewerClass } from './permissions.ts'

export type Lists = ReadonlyMap<string, Pick<Entity<List>, 'data'>>

/** Of a list that has moved to another product nobody is responsible here: only administrators see its secrets of then. */
const nobody = { institution: '' }

/**
 * `also` names lists that an older revision of the product had: their rights are judged like those of today. Of an archived
 * product every list is.
 */
export function productSubject(
  data: Pick<ProductData, 'listData' | 'archived'>,
  lists: Lists,
  also: readonly string[] = [],
): ProductSubject {
  const subject: ProductSubject = { responsible: {}, lists: {}, companies: [] }
  for (const [id, list] of Object.entries(data.listData)) {
    if (list._responsible) subject.responsible[id] = list._responsible
    subject.lists[id] = {
      archived: list._archived || data.archived === true,
      institutes: lists.get(id)?.data.institutes ?? [],
    }
    for (const row of Object.values(list._companies)) subject.companies.push(row.company)
  }
  for (const id of also) {
    if (subject.lists[id]) continue
    subject.lists[id] = { archived: true, institutes: lists.get(id)?.data.institutes ?? [] }
    subject.responsible[id] = nobody
  }
  return subject
}

type AudienceList = Partial<Pick<ListData, '_responsible' | '_companies'>> | null

/**
 * Ids by which viewers know of a product who do not know of all (`product:view`): responsible institutions and lists
 * for national partners, companies for company users. `knownBy` gives the ids of a viewer; one in common is enough.
 */
export function audienceOf(lists: Readonly<Record<string, AudienceList>>): string[] {
  const base = lists[fixedIds.list.base]?._responsible
  const ids = new Set<string>(base ? [base.institution] : [])
  for (const [id, list] of Object.entries(lists)) {
    ids.add(id)
    const responsible = list?._responsible ?? base
    if (responsible) ids.add(responsible.institution)
    for (const row of Object.values(list?._companies ?? {})) ids.add(row.company)
  }
  return [...ids].sort()
}

/** Ids by which the actor knows of products (`audienceOf`); undefined: of every product. */
export function knownBy(actor: Actor, ownLists: readonly string[]): string[] | undefined {
  switch (viewerClass(actor)) {
    case 'N':
      return [...actor.institutions.map((i) => i.id), ...ownLists].sort()
    case 'P':
      return actor.companyLink === undefined ? [] : [actor.companyLink]
    case 'R':
      return []
    default:
      return undefined
  }
}

export const ofList = (subject: ProductSubject, list: string): ListSubject => ({ ...subject, list })
