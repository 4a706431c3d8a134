/**
 * Phone numbers by the numbering plans of the countries. The plans weigh 25 kB compressed: browsers import this where numbers are
 * typed, and nowhere before.
 */
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** `elsewhere`: a number without a country code that the country does not have. */
export type PhoneProblem = 'none' | 'elsewhere'

/** Undefined for a number of the country (`CH`), and for one of any country that has its country code. */
export function phoneProblem(text: string, iso: string | undefined): PhoneProblem | undefined {
  const country = iso !== undefined && isSupportedCountry(iso) ? iso : undefined
  const number = parsePhoneNumberFromString(text.trim(), {
    ...(country && { defaultCountry: country }),
    // Nothing but a number: none is looked for in a sentence.
    extract: false,
  })
  if (number?.isValid()) return undefined
  const isInternational = /^\s*(\+|00)/.test(text)
  if (isInternational) return 'none'
  // Whose number it is nobody knows, so nobody can say that it is none.
  return country ? 'elsewhere' : undefined
}
