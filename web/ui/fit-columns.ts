/** Which of a list's default columns have room, and how they share it; a head may take two lines. */
import type { Locale } from '../../shared/constants.ts'
import type { CatalogueField } from '../../shared/search/catalogue-field.ts'
import { formatDay } from './date-text.ts'

export interface FittingColumn {
  id: string
  title: string
  isDefault: boolean
  /** Pixels. */
  width: number
  /** Pixels that it needs among the default columns; absent: its width. */
  least?: number
  /** Its share of what is left beside the default columns; absent: none. */
  grows?: number
  /** Where there is no room for all default columns, the lowest goes first; absent: it stays. */
  leaves?: number
}

/** Keywords are ids and codes, shown by names that the index does not sort by; these stand as they are. */
const shownAsItIs = new Set(['importKey'])
export const sortsAsShown = ({ kind, name, sortable }: CatalogueField) =>
  sortable && (kind !== 'keyword' || shownAsItIs.has(name))

/**
 * Pixels of a letter in a head, on average. Not measured: letters are other ones until their font is there, and columns
 * that changed then would be asked for twice.
 */
const widthOfLetter = 8.6
/** What a wide letter takes besides: one word alone has no others in its line to make up for it, and cannot break. */
const widthOfWide = 5
const widthOfWord = (word: string) =>
  word.length * widthOfLetter + (word.match(/[mwMW]/g) ?? []).length * widthOfWide
/** Pixels that a head needs for the longer of its lines, its padding, and the arrow that sorts. */
const widthOfLine = (words: string, isSorted: boolean) =>
  Math.ceil(Math.max(words.length * widthOfLetter, ...words.split(' ').map(widthOfWord))) +
  (isSorted ? 56 : 34)
const widestHead = 290

const widthOfSign = 7.8
/** Pixels of a column that holds days as the language writes them: `24.12.26`, `2026-12-24`. */
export function withDays<C extends FittingColumn>(column: C, locale: Locale): C {
  const needed = Math.ceil(formatDay('2026-12-24', locale).length * widthOfSign) + 36
  const { width, least = width } = column
  return { ...column, width: Math.max(width, needed), least: Math.max(least, needed) }
}

/** The longest line of words that are laid on two lines as evenly as they allow. */
function inTwoLines(words: string): string {
  const all = words.split(' ')
  const splits = all.map((_, i) => [all.slice(0, i + 1).join(' '), all.slice(i + 1).join(' ')])
  return splits
    .map(([first = '', second = '']) => (second.length > first.length ? second : first))
    .reduce((best, one) => (one.length < best.length ? one : best), words)
}

/** Taken by no column: the boxes that select, the border, and a bar for scrolling that comes and goes. */
const besides = 60

/** `room`: pixels of the table; 0 while that is not known. `sorts`: a click on its head sorts by it. */
export function fitColumns<C extends FittingColumn>(
  columns: readonly C[],
  room: number,
  sorts: (column: C) => boolean,
): C[] {
  const usual = (column: C) =>
    Math.max(column.width, Math.min(widestHead, widthOfLine(column.title, sorts(column))))
  if (room === 0) return columns.map((column) => ({ ...column, width: usual(column) }))
  const least = new Map(
    columns
      .filter((column) => column.isDefault)
      .map((column) => [
        column.id,
        Math.max(column.least ?? column.width, widthOfLine(inTwoLines(column.title), sorts(column))),
      ]),
  )
  const sum = () => [...least.values()].reduce((all, one) => all + one, 0)
  const leaving = columns
    .filter(({ id, leaves }) => leaves !== undefined && least.has(id))
    .sort((a, b) => a.leaves! - b.leaves!)
  for (const { id } of leaving) if (sum() > room - besides) least.delete(id)
  const free = Math.max(0, room - besides - sum())
  const parts = columns.reduce((all, { id, grows = 0 }) => all + (least.has(id) ? grows : 0), 0)
  return columns.map((column) => {
    const width = least.get(column.id)
    if (width === undefined) return { ...column, isDefault: false, width: usual(column) }
    return { ...column, width: width + Math.floor((free * (column.grows ?? 0)) / Math.max(1, parts)) }
  })
}
