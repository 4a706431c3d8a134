/** Numbers as the chosen language writes them, shown and typed. */
import { useLocale } from '../texts/texts.ts'

/** More digits than a number of the browser holds would be changed unseen. */
const maxDigits = 15
const grouped = /^([1-9]\d{0,2})(?:([\s'’.,])\d{3})(?:\2\d{3})*(?:([.,])(\d*))?$/
const plain = /^(\d*)(?:[.,](\d*))?$/

/**
 * Reads a number as people type it: `1.234,5`, `1'234.5`, `1 234,5`, `,5`; undefined for anything else. A single mark
 * that is not the language's decimal mark and stands before exactly three digits groups (1.234 in German is a thousand),
 * but not in a percentage, which has no thousands: 12.345 are three decimals there.
 */
export function parseNumber(typed: string, tag: string, isPercent = false): number | undefined {
  const [, sign = '', bare = ''] =
    /^([+-]?)(.*)$/.exec(
      typed
        .trim()
        .replaceAll(/[\u00a0\u202f]/g, ' ')
        .replace('\u2212', '-'),
    ) ?? []
  const decimal =
    new Intl.NumberFormat(tag).formatToParts(1.5).find((p) => p.type === 'decimal')?.value ?? '.'
  const [isGrouped, , group = '', mark, rest = ''] = grouped.exec(bare) ?? []
  const isGrouping =
    !isPercent &&
    isGrouped !== undefined &&
    (mark === undefined ? group !== decimal || bare.split(group).length > 2 : mark !== group)
  let digits: [whole: string, fraction: string] | undefined
  if (isGrouping) {
    const whole = mark === undefined ? bare : bare.slice(0, bare.lastIndexOf(mark))
    digits = [whole.replaceAll(/\D/g, ''), rest]
  } else {
    const [isPlain, whole = '', fraction = ''] = plain.exec(bare) ?? []
    if (isPlain !== undefined) digits = [whole, fraction]
  }
  if (!digits) return undefined
  const all = digits.join('').replace(/^0+/, '')
  if (digits.join('') === '' || all.length > maxDigits) return undefined
  // Never minus zero.
  return Number(`${sign}${digits[0] || '0'}.${digits[1] || '0'}`) + 0
}

export interface NumberFormat {
  format(value: number, options?: Intl.NumberFormatOptions): string
  /** Share of 100, with up to three decimals. */
  percent(value: number): string
  parse(typed: string, isPercent?: boolean): number | undefined
}
export function useNumberFormat(): NumberFormat {
  const { tag } = useLocale()
  return numberFormatOf(tag)
}
const known = new Map<string, NumberFormat>()
/** One for all fields of a page. */
function numberFormatOf(tag: string): NumberFormat {
  const found = known.get(tag)
  if (found) return found
  const plain = new Intl.NumberFormat(tag, { maximumFractionDigits: 6 })
  const percent = new Intl.NumberFormat(tag, { maximumFractionDigits: 3 })
  const made: NumberFormat = {
    format: (value, options) =>
      options ? new Intl.NumberFormat(tag, options).format(value) : plain.format(value),
    percent: (value) => `${percent.format(value)}\u00a0%`,
    parse: (typed, isPercent) => parseNumber(typed, tag, isPercent),
  }
  known.set(tag, made)
  return made
}
