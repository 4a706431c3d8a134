/** What stands in printed reports, by language. */
import type { Locale } from '../constants.ts'
import { type TextTree, textAt } from './product-texts.ts'

const files: Record<Locale, () => Promise<{ default: TextTree }>> = {
  de_DE: () => import('./reports/de_DE.json', { with: { type: 'json' } }),
  en_GB: () => import('./reports/en_GB.json', { with: { type: 'json' } }),
  es_ES: () => import('./reports/es_ES.json', { with: { type: 'json' } }),
  fr_FR: () => import('./reports/fr_FR.json', { with: { type: 'json' } }),
  hu_HU: () => import('./reports/hu_HU.json', { with: { type: 'json' } }),
  it_IT: () => import('./reports/it_IT.json', { with: { type: 'json' } }),
  nl_NL: () => import('./reports/nl_NL.json', { with: { type: 'json' } }),
  ro_RO: () => import('./reports/ro_RO.json', { with: { type: 'json' } }),
  hr_HR: () => import('./reports/hr_HR.json', { with: { type: 'json' } }),
  sv_SE: () => import('./reports/sv_SE.json', { with: { type: 'json' } }),
}

/** The text of a key (`title.print`) in a language, with what stands in it. */
export async function reportTexts(
  locale: Locale,
): Promise<(key: string, params?: Record<string, string>) => string> {
  const texts = (await files[locale]()).default
  return (key, params = {}) =>
    textAt(texts, key).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => params[name] ?? whole)
}
