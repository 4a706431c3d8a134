/** Notes that are mailed to those who are responsible for them. */
import { fixedIds } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import type { ProductData } from '../../../shared/model/product.ts'

/** A note, by where it stands. */
export interface NotePlace {
  product: string
  list: string
  note: string
}

export interface NoteWritten extends NotePlace {
  label: string
}

/** The notes with a label that were written by the save that made this state. Errors: throws on a state that no version of ours has stored. */
export function notesWritten(entity: Entity): NoteWritten[] {
  if (!isOfClass('product', entity) || entity.disabled) return []
  return Object.entries(entity.data.listData).flatMap(([list, { _notes }]) =>
    Object.entries(_notes ?? {}).flatMap(([note, { label, at, read }]) =>
      label !== undefined && !read && at === entity.updated
        ? [{ product: entity.id, list, note, label }]
        : [],
    ),
  )
}

/** The institution and, where one is named, the account that a list of the product is the business of. */
export const responsibleFor = ({ listData }: ProductData, list: string) =>
  listData[list]?._responsible ?? listData[fixedIds.list.base]?._responsible
