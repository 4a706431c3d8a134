/**
 * Cloudscape's own strings. It ships German, English, Spanish, French and Italian; the other five languages of the
 * screen are ours, in `web/texts/<locale>/cloudscape.json`, as plain ICU messages by component and key.
 */
import type { I18nProviderProps } from '@cloudscape-design/components/i18n'
import type { Locale } from '../../shared/constants.ts'

type Messages = I18nProviderProps.Messages
const shipped: Partial<Record<Locale, () => Promise<{ default: unknown }>>> = {
  de_DE: () => import('@cloudscape-design/components/i18n/messages/all.de'),
  en_GB: () => import('@cloudscape-design/components/i18n/messages/all.en-GB'),
  es_ES: () => import('@cloudscape-design/components/i18n/messages/all.es'),
  fr_FR: () => import('@cloudscape-design/components/i18n/messages/all.fr'),
  it_IT: () => import('@cloudscape-design/components/i18n/messages/all.it'),
}
const ours = import.meta.glob<{ default: Record<string, Record<string, string>> }>('./*/cloudscape.json')

/** Messages for a language; those that are not translated are English. */
export async function cloudscapeTexts(locale: Locale): Promise<Messages[]> {
  const own = shipped[locale]
  if (own) return [(await own()).default as Messages]
  const mine = ours[`./${locale}/cloudscape.json`]
  const [english, made] = await Promise.all([shipped.en_GB!(), mine?.()])
  const namespace = 'cloudscape-design-components'
  const fallback = english.default as Record<string, Record<string, Record<string, Record<string, string>>>>
  const language = locale.slice(0, 2)
  const base = fallback[namespace]?.['en-GB'] ?? {}
  const merged: Record<string, Record<string, string>> = { ...base }
  for (const [component, messages] of Object.entries(made?.default ?? {}))
    merged[component] = { ...base[component], ...messages }
  return [{ [namespace]: { [language]: merged } } as unknown as Messages]
}
