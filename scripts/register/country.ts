/** The register's countries, which are vehicle codes, ISO codes, names or nothing, as ISO codes. */
import { locales } from '../../shared/constants.ts'
import type { Localized } from '../../shared/model/basics.ts'
import { nameKey } from '../../shared/search/fold.ts'
import type { Detail } from './parse.ts'

const vehicleCodes: Record<string, string> = {
  A: 'AT',
  B: 'BE',
  CYM: 'GB',
  D: 'DE',
  E: 'ES',
  F: 'FR',
  FIN: 'FI',
  FL: 'LI',
  GB: 'GB',
  H: 'HU',
  I: 'IT',
  IND: 'IN',
  IRL: 'IE',
  J: 'JP',
  L: 'LU',
  N: 'NO',
  P: 'PT',
  S: 'SE',
  SLO: 'SI',
  UK: 'GB',
  USA: 'US',
}
/** Names that no list of countries has. */
const otherNames: Record<string, string> = {
  england: 'GB',
  angleterre: 'GB',
  inghilterra: 'GB',
  schottland: 'GB',
  eire: 'IE',
  luxenburg: 'LU',
  luxenbourg: 'LU',
  holland: 'NL',
  usa: 'US',
  tschechien: 'CZ',
}
/** Codes that are no longer in use have the names of those that took their place: DD is "Deutschland" too. */
const isInUse = (code: string) => new Intl.Locale(`und-${code}`).region === code
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const languages = ['de', 'en', 'fr', 'it']
const namesIn = (language: string) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })

let byName: Map<string, string> | undefined
/** ISO codes by folded country names in the register's languages. */
function isoByName(): Map<string, string> {
  if (byName) return byName
  byName = new Map(Object.entries(otherNames))
  const names = languages.map(namesIn)
  for (const a of letters)
    for (const b of letters)
      for (const name of isInUse(a + b) ? names : []) {
        const title = name.of(a + b)
        if (title && !byName.has(nameKey(title))) byName.set(nameKey(title), a + b)
      }
  return byName
}

/** ISO code of 2 letters, undefined if neither code nor name tell it. The names tell before the codes do. */
export function isoOf({ texts, code }: Detail): string | undefined {
  for (const language of languages) {
    const found = texts[language] && isoByName().get(nameKey(texts[language]))
    if (found) return found
  }
  const known = (code ?? '').trim().toUpperCase()
  if (vehicleCodes[known]) return vehicleCodes[known]
  const isCode = /^[A-Z]{2}$/.test(known) && isInUse(known) && namesIn('en').of(known)
  return isCode ? known : isoByName().get(nameKey(code ?? ''))
}

/** The country's name in all ten languages. */
export const countryTitle = (iso: string): Localized =>
  Object.fromEntries(locales.map((locale) => [locale, namesIn(locale.replace('_', '-')).of(iso) ?? iso]))
