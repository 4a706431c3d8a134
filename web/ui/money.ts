/** Amounts of money as the chosen language writes them. */
import { useMemo } from 'react'
import { useLocale } from '../texts/texts.ts'

export interface MoneyFormat {
  /** `1.234,50 CHF`; rates may be finer than hundredths. */
  money(amount: number, currency: string): string
  /** Without the currency, where a column or a total says it. */
  amount(value: number): string
  /** With its sign, so that a difference is seen as one. */
  difference(value: number): string
}

export function useMoney(): MoneyFormat {
  const { tag } = useLocale()
  return useMemo(() => {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 4 }
    const plain = new Intl.NumberFormat(tag, digits)
    const signed = new Intl.NumberFormat(tag, { ...digits, signDisplay: 'exceptZero' })
    const of = new Map<string, Intl.NumberFormat>()
    const formatOf = (currency: string) => {
      const known = of.get(currency)
      if (known) return known
      const made = new Intl.NumberFormat(tag, {
        ...digits,
        style: 'currency',
        currency,
        currencyDisplay: 'code',
      })
      of.set(currency, made)
      return made
    }
    return {
      money: (amount, currency) => formatOf(currency).format(amount),
      amount: (value) => plain.format(value),
      difference: (value) => signed.format(value),
    }
  }, [tag])
}
