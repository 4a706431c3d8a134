import { locales } from '../../shared/constants.ts'
import type { Localized } from '../../shared/model/basics.ts'

/** A text in all ten languages, in the order of `locales`, divided by `|`. */
export function t(texts: string): Localized {
  const parts = texts.split('|')
  if (parts.length !== locales.length) throw new Error(`expected ${locales.length} languages: ${texts}`)
  return Object.fromEntries(locales.map((locale, i) => [locale, parts[i]]))
}
/** A proper name: the same in every language. */
export const same = (text: string): Localized => Object.fromEntries(locales.map((locale) => [locale, text]))
