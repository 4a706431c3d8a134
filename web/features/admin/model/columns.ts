/** Columns as wide as what stands in them: the browser holds the whole class. */
import type { Entity } from '../../../../shared/model/entity.ts'
import { type FittingColumn, fitColumns } from '../../../ui/fit-columns.ts'
import type { EntityColumn } from '../../../ui/table-columns.tsx'

export type ContentColumn = EntityColumn<Entity> &
  Pick<FittingColumn, 'title' | 'isDefault'> & {
    /** Letters that a row takes in it. */
    lengthOf(entity: Entity): number
  }

/** Pixels. A letter on average, with what stands around a text. */
const letter = 7.6
const around = 34
const narrowest = 90
/** A text that is longer is cut in its row; one that is cut for others keeps so much. */
const widest = 460
const kept = { title: 180, other: 140 }

/** `room`: pixels of the table; 0 while that is not known. */
export function fitToContent(
  columns: readonly ContentColumn[],
  entities: readonly Entity[],
  room: number,
): (ContentColumn & FittingColumn)[] {
  const wanted = columns.map((column, at) => {
    const longest = entities.reduce((most, entity) => Math.max(most, column.lengthOf(entity)), 0)
    const width = Math.min(widest, Math.max(narrowest, Math.ceil(longest * letter) + around))
    // From the last one on they go, where there is no room for all.
    return { ...column, width, grows: width, ...(!column.isFixed && { leaves: columns.length - at }) }
  })
  const fitted = (those: (ContentColumn & FittingColumn)[]) => fitColumns(those, room, () => true)
  const whole = fitted(wanted)
  if (whole.every(({ isDefault }, at) => isDefault === columns[at]?.isDefault)) return whole
  // The long ones are cut before a column goes.
  return fitted(
    wanted.map((column) => {
      const least = Math.min(column.width, column.isFixed ? kept.title : kept.other)
      return { ...column, least, grows: column.width - least }
    }),
  )
}
