/** Sentences of errors by language, for what runs outside of the web app: mails, PDFs, documents. */
import type { Locale } from '../constants.ts'

export type Texts = Readonly<Record<string, string>>

const files: Record<Locale, () => Promise<{ default: Texts }>> = {
  de_DE: () => import('./de_DE.json', { with: { type: 'json' } }),
  en_GB: () => import('./en_GB.json', { with: { type: 'json' } }),
  es_ES: () => import('./es_ES.json', { with: { type: 'json' } }),
  fr_FR: () => import('./fr_FR.json', { with: { type: 'json' } }),
  hu_HU: () => import('./hu_HU.json', { with: { type: 'json' } }),
  it_IT: () => import('./it_IT.json', { with: { type: 'json' } }),
  nl_NL: () => import('./nl_NL.json', { with: { type: 'json' } }),
  ro_RO: () => import('./ro_RO.json', { with: { type: 'json' } }),
  hr_HR: () => import('./hr_HR.json', { with: { type: 'json' } }),
  sv_SE: () => import('./sv_SE.json', { with: { type: 'json' } }),
}

/** All sentences of a language, by key; loaded when asked for. */
export const loadErrorTexts = async (locale: Locale): Promise<Texts> => (await files[locale]()).default
