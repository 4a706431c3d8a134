/** What is said of products and their fields by language, for what runs outside of the web app: exports, documents. */
import type { Locale } from '../constants.ts'

export interface TextTree {
  readonly [key: string]: string | TextTree
}

const files: Record<Locale, () => Promise<{ default: TextTree }>> = {
  de_DE: () => import('./products/de_DE.json', { with: { type: 'json' } }),
  en_GB: () => import('./products/en_GB.json', { with: { type: 'json' } }),
  es_ES: () => import('./products/es_ES.json', { with: { type: 'json' } }),
  fr_FR: () => import('./products/fr_FR.json', { with: { type: 'json' } }),
  hu_HU: () => import('./products/hu_HU.json', { with: { type: 'json' } }),
  it_IT: () => import('./products/it_IT.json', { with: { type: 'json' } }),
  nl_NL: () => import('./products/nl_NL.json', { with: { type: 'json' } }),
  ro_RO: () => import('./products/ro_RO.json', { with: { type: 'json' } }),
  hr_HR: () => import('./products/hr_HR.json', { with: { type: 'json' } }),
  sv_SE: () => import('./products/sv_SE.json', { with: { type: 'json' } }),
}

/** The text of a key (`catalogue.product.name`) in a language; the key itself where there is none. */
export async function productTexts(locale: Locale): Promise<(key: string) => string> {
  const texts = (await files[locale]()).default
  return (key) => textAt(texts, key)
}

/** The text of a key with points in it; the key itself where there is none. */
export function textAt(texts: TextTree, key: string): string {
  let at: string | TextTree | undefined = texts
  for (const step of key.split('.')) at = typeof at === 'object' ? at[step] : undefined
  return typeof at === 'string' ? at : key
}
