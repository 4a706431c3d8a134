/** What stands in invoices and in the mails that bring them, by language. */
import type { Locale } from '../constants.ts'
import { type TextTree, textAt } from './product-texts.ts'

const files: Record<Locale, () => Promise<{ default: TextTree }>> = {
  de_DE: () => import('./invoices/de_DE.json', { with: { type: 'json' } }),
  en_GB: () => import('./invoices/en_GB.json', { with: { type: 'json' } }),
  es_ES: () => import('./invoices/es_ES.json', { with: { type: 'json' } }),
  fr_FR: () => import('./invoices/fr_FR.json', { with: { type: 'json' } }),
  hu_HU: () => import('./invoices/hu_HU.json', { with: { type: 'json' } }),
  it_IT: () => import('./invoices/it_IT.json', { with: { type: 'json' } }),
  nl_NL: () => import('./invoices/nl_NL.json', { with: { type: 'json' } }),
  ro_RO: () => import('./invoices/ro_RO.json', { with: { type: 'json' } }),
  hr_HR: () => import('./invoices/hr_HR.json', { with: { type: 'json' } }),
  sv_SE: () => import('./invoices/sv_SE.json', { with: { type: 'json' } }),
}

/** The text of a key (`title.invoice`) in a language, with what stands in it. */
export async function invoiceTexts(
  locale: Locale,
): Promise<(key: string, params?: Record<string, string>) => string> {
  const texts = (await files[locale]()).default
  return (key, params = {}) =>
    textAt(texts, key).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => params[name] ?? whole)
}
