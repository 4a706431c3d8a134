/** What mails to staff say, by language. */
import type { Locale } from '../constants.ts'
import { type TextTree, textAt } from './product-texts.ts'

const files: Record<Locale, () => Promise<{ default: TextTree }>> = {
  de_DE: () => import('./mails/de_DE.json', { with: { type: 'json' } }),
  en_GB: () => import('./mails/en_GB.json', { with: { type: 'json' } }),
  es_ES: () => import('./mails/es_ES.json', { with: { type: 'json' } }),
  fr_FR: () => import('./mails/fr_FR.json', { with: { type: 'json' } }),
  hu_HU: () => import('./mails/hu_HU.json', { with: { type: 'json' } }),
  it_IT: () => import('./mails/it_IT.json', { with: { type: 'json' } }),
  nl_NL: () => import('./mails/nl_NL.json', { with: { type: 'json' } }),
  ro_RO: () => import('./mails/ro_RO.json', { with: { type: 'json' } }),
  hr_HR: () => import('./mails/hr_HR.json', { with: { type: 'json' } }),
  sv_SE: () => import('./mails/sv_SE.json', { with: { type: 'json' } }),
}

/** The text of a key (`note.subject`) in a language, with what stands in it; of what is empty no paragraph is left. */
export async function mailTexts(
  locale: Locale,
): Promise<(key: string, params: Record<string, string>) => string> {
  const texts = (await files[locale]()).default
  return (key, params) =>
    textAt(texts, key)
      .split('\n\n')
      .map((part) => part.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => params[name] ?? whole))
      .filter((part) => part !== '')
      .join('\n\n')
}
