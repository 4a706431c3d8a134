import * as z from 'zod'
import { locales, mainCategories, maxNumber, numberTooLarge, secrecyLevels } from '../constants.ts'

/** 36 characters of a-z, 0-9 and dash (file 1 §5). */
export const id = z.string().regex(/^[a-z0-9-]{36}$/, 'expected an id: 36 characters of a-z, 0-9 and dash')
/** 1, 2, 3 … */
export const rev = z.number().int().min(1)
/**
 * ISO 8601 in UTC, to the nanosecond at most. A date without time is stored as that day at 04:00 UTC (decisions §10).
 */
export const instant = z.iso
  .datetime()
  .max('2026-01-31T04:00:00.000000000Z'.length, 'expected an instant like 2026-01-31T04:00:00.000Z')
/** `YYYY-MM-DD`, a day of the calendar. */
export const day = z.iso.date('expected a day like 2026-01-31')
export const locale = z.enum(locales, 'invalid language')
export const secrecy = z.enum(secrecyLevels)
export const mainCategoryKey = z.enum(mainCategories.map((c) => c.key) as [string, ...string[]])
/** Text by locale; a text counts as filled if one language is not blank. */
export const localized = z.partialRecord(locale, z.string().max(20_000), {
  error: (issue) =>
    (issue.code as string) === 'unrecognized_keys' ? 'language code not defined' : undefined,
})
export type Localized = z.infer<typeof localized>
/** A number that people enter. */
export const number = z.number().min(-maxNumber, numberTooLarge).max(maxNumber, numberTooLarge)
/** Amount, in the unit that stands beside it. */
export const amount = number
export const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'expected a colour like #1a7f37')
/** Position among siblings, ascending; equal positions are ordered by id. */
export const order = z.number().int()
/** Trimmed text of one line, at most 500 characters. */
export const line = z.string().max(500)
/** Text of several lines, at most 20,000 characters. */
export const text = z.string().max(20_000)
/** Rows are kept by their id, so that two people's rows merge and a hidden row never shifts another's address. */
/** Key of a row. */
export const rowKey = z.string().min(1).max(64)
export const rows = <T extends z.ZodType>(row: T) => z.record(rowKey, row)
