/**
 * Cloudscape's own strings. It ships German, English, Spanish, French and Italian; the other five languages of the
 * screen are ours, in `web/texts/<locale>/cloudscape.json`, as plain ICU messages by component and key. For the shipped
 * ones there stand the words that are ours: what empties a field is not called what deletes.
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

/** Apostrophes as our own texts have them. Messages are trees that are shared with nobody, so they are changed in place. */
function withApostrophes(part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  const own = part as Record<string, unknown>
  for (const [key, value] of Object.entries(own))
    if (key === 'value' && typeof value === 'string') own[key] = value.replaceAll("'", '’')
    else withApostrophes(value)
}

/** Messages for a language: ours, then what is shipped, then English. */
export async function cloudscapeTexts(locale: Locale): Promise<Messages[]> {
  const mine = ours[`./${locale}/cloudscape.json`]
  const isShipped = shipped[locale] !== undefined
  const [base, made] = await Promise.all([(shipped[locale] ?? shipped.en_GB!)(), mine?.()])
  withApostrophes(base.default)
  if (!made) return [base.default as Messages]
  const namespace = 'cloudscape-design-components'
  type Shipped = Record<string, Record<string, Record<string, Record<string, string>>>>
  const [[name = '', messages = {}] = []] = Object.entries((base.default as Shipped)[namespace] ?? {})
  const merged: Record<string, Record<string, string>> = { ...messages }
  for (const [component, own] of Object.entries(made.default))
    merged[component] = { ...messages[component], ...own }
  return [{ [namespace]: { [isShipped ? name : locale.slice(0, 2)]: merged } } as unknown as Messages]
}
