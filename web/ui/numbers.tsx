/** Numbers as the chosen language writes them, shown and typed. */
import Input from '@cloudscape-design/components/input'
import { type RefCallback, useMemo, useState } from 'react'
import { useLocale } from '../texts/texts.ts'
import type { Focusable } from './field-places.ts'

/** Reads a number as people type it: `1.234,5`, `1'234.5`, `1 234,5`; undefined if it is none. */
export function parseNumber(typed: string, tag: string): number | undefined {
  const bare = typed
    .trim()
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace('\u2212', '-')
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(bare)) return undefined
  const decimal =
    new Intl.NumberFormat(tag).formatToParts(1.5).find((p) => p.type === 'decimal')?.value ?? '.'
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const marks = bare.replace(/[^.,]/g, '')
  const isMixed = marks.includes('.') && marks.includes(',')
  // One kind of mark: more than one is grouping; a single one is the decimal mark, unless it is the other language's
  // and stands before exactly three digits (1.234 in German is a thousand).
  const isGrouping =
    !isMixed &&
    (marks.length > 1 || (marks.length === 1 && marks !== decimal && bare.length - last - 1 === 3))
  const plain =
    marks.length === 0 || isGrouping
      ? bare.replace(/[.,]/g, '')
      : `${bare.slice(0, last).replace(/[.,]/g, '')}.${bare.slice(last + 1)}`
  const value = Number(plain)
  return Number.isFinite(value) ? value : undefined
}

export interface NumberFormat {
  format(value: number, options?: Intl.NumberFormatOptions): string
  /** Share of 100, with up to three decimals. */
  percent(value: number): string
  parse(typed: string): number | undefined
}
export function useNumberFormat(): NumberFormat {
  const { tag } = useLocale()
  return useMemo(() => {
    const plain = new Intl.NumberFormat(tag, { maximumFractionDigits: 6 })
    const percent = new Intl.NumberFormat(tag, { maximumFractionDigits: 3 })
    return {
      format: (value, options) =>
        options ? new Intl.NumberFormat(tag, options).format(value) : plain.format(value),
      percent: (value) => `${percent.format(value)}\u00a0%`,
      parse: (typed) => parseNumber(typed, tag),
    }
  }, [tag])
}

interface NumberFieldProps {
  value: number | undefined
  /** Undefined for an emptied field. Called when the typed text is a number, or empty. */
  onChange(value: number | undefined): void
  ariaLabel?: string
  placeholder?: string
  disabled?: boolean
  readOnly?: boolean
  invalid?: boolean
  focusRef?: RefCallback<Focusable>
}
/** A number typed freely; what is no number is marked and not told. */
export function NumberField({ value, onChange, invalid = false, focusRef, ...rest }: NumberFieldProps) {
  const { format, parse } = useNumberFormat()
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const shown =
    typed ?? (value === undefined ? '' : format(value, { useGrouping: false, maximumFractionDigits: 6 }))
  const isWrong = typed !== undefined && typed.trim() !== '' && parse(typed) === undefined
  return (
    <Input
      {...rest}
      ref={focusRef}
      inputMode="decimal"
      value={shown}
      invalid={invalid || isWrong}
      onChange={({ detail }) => {
        setTyped(detail.value)
        if (detail.value.trim() === '') onChange(undefined)
        else {
          const number = parse(detail.value)
          if (number !== undefined) onChange(number)
        }
      }}
      onBlur={() => !isWrong && setTyped(undefined)}
    />
  )
}
