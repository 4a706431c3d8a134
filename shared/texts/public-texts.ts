/** What stands around public products, in answers and on the pages of the public search, by language. */
import type { Locale } from '../constants.ts'
import { type TextTree, textAt } from './product-texts.ts'

const files: Record<Locale, () => Promise<{ default: TextTree }>> = {
  de_DE: () => import('./public/de_DE.json', { with: { type: 'json' } }),
  en_GB: () => import('./public/en_GB.json', { with: { type: 'json' } }),
  es_ES: () => import('./public/es_ES.json', { with: { type: 'json' } }),
  fr_FR: () => import('./public/fr_FR.json', { with: { type: 'json' } }),
  hu_HU: () => import('./public/hu_HU.json', { with: { type: 'json' } }),
  it_IT: () => import('./public/it_IT.json', { with: { type: 'json' } }),
  nl_NL: () => import('./public/nl_NL.json', { with: { type: 'json' } }),
  ro_RO: () => import('./public/ro_RO.json', { with: { type: 'json' } }),
  hr_HR: () => import('./public/hr_HR.json', { with: { type: 'json' } }),
  sv_SE: () => import('./public/sv_SE.json', { with: { type: 'json' } }),
}

/** The text of a key (`parts.name`) in a language, with what stands in it. */
export async function publicTexts(
  locale: Locale,
): Promise<(key: string, params?: Record<string, string>) => string> {
  const texts = (await files[locale]()).default
  return (key, params = {}) =>
    textAt(texts, key).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => params[name] ?? whole)
}
