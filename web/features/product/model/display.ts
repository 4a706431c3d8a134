/** How a list shows its standards publicly, in the draft, and what is printed with its approvals. */
import type { CategoryText } from '../../../../shared/model/administration.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import type { DisplaySettings, ListData, ProductData } from '../../../../shared/model/product.ts'
import { isOfferedIn } from '../../../../shared/rules/approval.ts'
import { compareDays } from '../../../../shared/rules/dates.ts'
import { isFilledText } from '../../../../shared/rules/localized.ts'
import {
  type PublicStandard,
  printedTexts,
  publicStandards,
} from '../../../../shared/rules/public-display.ts'
import { setKey } from './draft.ts'
import type { Lookup } from './lookup.ts'

type StandardSettings = NonNullable<DisplaySettings['standards']>[string]

export const displayOf = (data: ProductData, list: string): DisplaySettings | undefined =>
  data.listData[list]?._display

/** Standards that the list offers, in the order in which the draft shows them. */
export function shownStandards(
  lookup: Lookup,
  list: string,
  display: DisplaySettings | undefined,
): PublicStandard[] {
  const definition = lookup.lists.get(list)?.data
  const offered = [...lookup.standards.values()].filter(
    ({ id, disabled, data }) => !disabled && isOfferedIn(list, id, data, definition),
  )
  return publicStandards(
    offered.map(({ id, data }) => [id, data] as const),
    display,
  )
}

/** Writes settings of standards; what says nothing is left out, so that taking a change back leaves no trace. */
function withStandards(
  data: ProductData,
  list: string,
  change: (now: Record<string, StandardSettings>) => Record<string, StandardSettings>,
): ProductData {
  const now = displayOf(data, list)?.standards ?? {}
  const next: Record<string, StandardSettings> = {}
  for (const [id, { order, limitation }] of Object.entries(change(now))) {
    const settings: StandardSettings = {
      ...(order !== undefined && { order }),
      ...(isFilledText(limitation) && { limitation }),
    }
    if (Object.keys(settings).length > 0) next[id] = settings
  }
  return setKey(data, list, '_display', Object.keys(next).length > 0 ? { standards: next } : undefined)
}

export const withLimitation = (
  data: ProductData,
  list: string,
  standard: string,
  limitation: Localized,
): ProductData =>
  withStandards(data, list, (now) => ({ ...now, [standard]: { ...now[standard], limitation } }))

/** Moves a standard one place; from then on all of them have their places. `ids`: in their order now. */
export function withMoved(
  data: ProductData,
  list: string,
  ids: readonly string[],
  standard: string,
  by: -1 | 1,
): ProductData {
  const at = ids.indexOf(standard)
  const other = ids[at + by]
  if (at < 0 || other === undefined) return data
  const next = [...ids]
  next[at] = other
  next[at + by] = standard
  return withStandards(data, list, (now) => ({
    ...now,
    ...Object.fromEntries(next.map((id, order) => [id, { ...now[id], order }])),
  }))
}
export const withUsualOrder = (data: ProductData, list: string): ProductData =>
  withStandards(data, list, (now) =>
    Object.fromEntries(Object.entries(now).map(([id, { order: _, ...rest }]) => [id, rest])),
  )
export const hasOwnOrder = (display: DisplaySettings | undefined): boolean =>
  Object.values(display?.standards ?? {}).some(({ order }) => order !== undefined)

/**
 * What is printed for the list: standards whose approval counts today, and those that are on their way (`isLater`), with the
 * texts of their restrictions and of the categories.
 */
export function printPreview(
  { _approval: rows = {}, _display }: ListData,
  list: string,
  lookup: Lookup,
  categories: readonly string[],
  categoryTexts: Iterable<readonly [string, CategoryText]>,
  counts: (standard: string) => boolean,
  today: string,
) {
  const isComing = (id: string) => {
    const row = rows[id]
    if (row?.active !== true) return false
    const isGoingOn = row.end === undefined || compareDays(row.end, today) >= 0
    return row.tmp_begin !== undefined || (row.begin !== undefined && isGoingOn)
  }
  const standards = shownStandards(lookup, list, _display).filter(({ id }) => counts(id) || isComing(id))
  const restrictionText = (id: string) => lookup.restrictions.get(id)?.data.text
  const printed = printedTexts({ list, categories, standards, rows, restrictionText, categoryTexts })
  return {
    general: printed.general,
    standards: printed.standards.map((one) => ({ ...one, isLater: !counts(one.id) })),
  }
}
