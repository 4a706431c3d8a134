/** Text by language. */
import { defaultLocale, fallbackLocale, type Locale, unnamedTitle } from '../constants.ts'
import type { Localized } from '../model/basics.ts'

/** Filled if at least one language is not blank after trimming (file 1 §5). */
export const isFilledText = (text: Localized | undefined): boolean =>
  text !== undefined && Object.values(text).some((t) => typeof t === 'string' && t.trim() !== '')

/** Languages that a text is looked for in: the chosen one, the list's fallback, de_DE, en_GB (decisions §10). */
export const languageOrder = (chosen: Locale | undefined, listFallback?: Locale): Locale[] => [
  ...new Set(
    [chosen, listFallback, defaultLocale, fallbackLocale].filter((l): l is Locale => l !== undefined),
  ),
]

/** The text as the reader gets it, or undefined where no language is filled. */
export function textIn(
  text: Localized | undefined,
  chosen: Locale | undefined,
  listFallback?: Locale,
): string | undefined {
  if (!text) return undefined
  for (const language of languageOrder(chosen, listFallback)) {
    const found = text[language]
    if (found !== undefined && found.trim() !== '') return found
  }
  return Object.values(text).find((t) => typeof t === 'string' && t.trim() !== '')
}

/** As `textIn`, with the fallback title for entries without any text. */
export const titleIn = (
  text: Localized | undefined,
  chosen: Locale | undefined,
  listFallback?: Locale,
): string => textIn(text, chosen, listFallback) ?? unnamedTitle
