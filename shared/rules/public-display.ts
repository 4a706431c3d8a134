/**
 * How a list shows a product publicly: its standards in their order with their limits, and the texts that are printed with
 * its approvals (decisions §11). One rule for the preview and for whatever prints.
 */
import type { Biostandard, CategoryText } from '../model/administration.ts'
import type { Localized } from '../model/basics.ts'
import type { ApprovalRow, DisplaySettings } from '../model/product.ts'
import { isFilledText } from './localized.ts'
import { issue, type ProductIssue } from './product-validity.ts'
import { pointerToken } from './values.ts'

export interface PublicStandard {
  id: string
  /** The public name, else its own. */
  name: Localized
  limitation?: Localized
  /** The list's own word on this product, not the administrators'. */
  isOwnLimitation: boolean
}
type Standards = Iterable<
  readonly [string, Pick<Biostandard, 'name' | 'publicName' | 'publicOrder' | 'limitation'>]
>

/** Standards in public order: the list's own for this product where it has one, else the administrators'. */
export function publicStandards(
  standards: Standards,
  display: DisplaySettings | undefined,
): PublicStandard[] {
  return [...standards]
    .map(([id, data]) => ({ id, data, own: ownOf(display, id) }))
    .map((one) => ({ ...one, order: one.own?.order ?? one.data.publicOrder }))
    .sort((a, b) => a.order - b.order || a.data.publicOrder - b.data.publicOrder || (a.id < b.id ? -1 : 1))
    .map(({ id, data, own }) => {
      const isOwnLimitation = isFilledText(own?.limitation)
      const limitation = isOwnLimitation ? own?.limitation : data.limitation
      return {
        id,
        name: isFilledText(data.publicName) ? (data.publicName as Localized) : data.name,
        ...(isFilledText(limitation) && { limitation: limitation as Localized }),
        isOwnLimitation,
      }
    })
}
const ownOf = (display: DisplaySettings | undefined, id: string) =>
  Object.hasOwn(display?.standards ?? {}, id) ? display?.standards?.[id] : undefined

/** Settings are made for standards of the list; those that are there (`before`) stay. */
export function displayIssues(
  list: string,
  display: DisplaySettings | undefined,
  before: DisplaySettings | undefined,
  isOffered: (standard: string) => boolean,
): ProductIssue[] {
  return Object.keys(display?.standards ?? {})
    .filter((id) => !Object.hasOwn(before?.standards ?? {}, id) && !isOffered(id))
    .map((id) => issue('standardNotHere', `/listData/${list}/_display/standards/${pointerToken(id)}`))
}

interface PrintedText extends Pick<CategoryText, 'title' | 'description'> {
  /** Of the category text. */
  id: string
}
export interface PrintedStandard extends PublicStandard {
  /** The chosen text, then what was typed; a typed one has no languages. */
  restrictions: (Localized | string)[]
  categoryTexts: PrintedText[]
}
export interface PrintSource {
  list: string
  /** The list's category with all above it, from itself upwards. */
  categories: readonly string[]
  /** Those that are printed, in public order. */
  standards: readonly PublicStandard[]
  rows: Readonly<Record<string, Pick<ApprovalRow, 'restriction' | 'restrictionTextId'>>>
  restrictionText(id: string): Localized | undefined
  categoryTexts: Iterable<readonly [string, CategoryText]>
}

/**
 * Texts of categories and restrictions as they are printed. `general`: texts of categories without a standard. A text without
 * a list is for all; those of the main category come first.
 */
export function printedTexts(of: PrintSource): { general: PrintedText[]; standards: PrintedStandard[] } {
  const { list, categories, standards, rows, restrictionText } = of
  const fitting = [...of.categoryTexts]
    .filter(
      ([, text]) =>
        text.active &&
        categories.includes(text.category) &&
        (text.list === undefined || text.list === list) &&
        (isFilledText(text.title) || isFilledText(text.description)),
    )
    .sort(
      ([a, x], [b, y]) => categories.indexOf(y.category) - categories.indexOf(x.category) || (a < b ? -1 : 1),
    )
  const textsUnder = (standard: string | undefined): PrintedText[] =>
    fitting
      .filter(([, text]) => text.standard === standard)
      .map(([id, { title, description }]) => ({ id, title, description }))
  return {
    general: textsUnder(undefined),
    standards: standards.map((standard) => {
      const { restriction, restrictionTextId } = rows[standard.id] ?? {}
      const chosen = restrictionTextId === undefined ? undefined : restrictionText(restrictionTextId)
      return {
        ...standard,
        restrictions: [
          ...(chosen && isFilledText(chosen) ? [chosen] : []),
          ...(restriction?.trim() ? [restriction] : []),
        ],
        categoryTexts: textsUnder(standard.id),
      }
    }),
  }
}
