/** The part of a product that rights depend on, read from its data. */
import type { List } from '../model/administration.ts'
import type { Entity } from '../model/entity.ts'
import type { ProductData } from '../model/product.ts'
import type { ListSubject, ProductSubject } from './permissions.ts'

export type Lists = ReadonlyMap<string, Pick<Entity<List>, 'data'>>

/** `also` names lists that an older revision of the product had: their rights are judged like those of today. */
export function productSubject(
  data: Pick<ProductData, 'listData'>,
  lists: Lists,
  also: readonly string[] = [],
): ProductSubject {
  const subject: ProductSubject = { responsible: {}, lists: {}, companies: [] }
  for (const [id, list] of Object.entries(data.listData)) {
    if (list._responsible) subject.responsible[id] = list._responsible
    subject.lists[id] = { archived: list._archived, institutes: lists.get(id)?.data.institutes ?? [] }
    for (const row of Object.values(list._companies)) subject.companies.push(row.company)
  }
  for (const id of also)
    subject.lists[id] ??= { archived: true, institutes: lists.get(id)?.data.institutes ?? [] }
  return subject
}

export const ofList = (subject: ProductSubject, list: string): ListSubject => ({ ...subject, list })
