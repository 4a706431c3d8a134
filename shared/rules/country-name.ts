/** What a country is called in a language. */
import type { Locale } from '../constants.ts'
import type { Localized } from '../model/basics.ts'
import { tagOf } from './day-text.ts'
import { textIn } from './localized.ts'

const names = new Map<Locale, Intl.DisplayNames>()
const namesIn = (locale: Locale): Intl.DisplayNames => {
  const found =
    names.get(locale) ?? new Intl.DisplayNames(tagOf(locale), { type: 'region', fallback: 'none' })
  names.set(locale, found)
  return found
}
/** Of a code that is none, nothing. */
function nameOfCode(isoCode: string | undefined, locale: Locale): string | undefined {
  if (isoCode === undefined || !/^[A-Z]{2}$/.test(isoCode)) return undefined
  return namesIn(locale).of(isoCode)
}

/**
 * As staff say it in the language; where they have not, as everybody says it there, by its code; else in any other language.
 * Undefined where the country has no name at all.
 */
export function countryName(
  country: { title: Localized; isoCode?: string } | undefined,
  locale: Locale | undefined,
): string | undefined {
  if (!country) return undefined
  const said = locale && country.title[locale]?.trim()
  return said || (locale && nameOfCode(country.isoCode, locale)) || textIn(country.title, locale)
}
