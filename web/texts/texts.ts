/**
 * Texts by language and feature: `web/texts/<locale>/<feature>.json`, loaded when a screen of the feature opens.
 * The namespace `errors` is the sentences of `shared/texts`; `products` has `shared/texts/products` beside its own. A language whose file is missing is read in English,
 * then German.
 */
import i18next, { type TFunction } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { defaultLocale, fallbackLocale, type Locale, locales } from '../../shared/constants.ts'
import { loadScript } from '../api/load-script.ts'

type Texts = Record<string, unknown>
type Loader = () => Promise<{ default: Texts }>
const files = import.meta.glob<{ default: Texts }>(['./*/*.json', '!./*/cloudscape.json'])
/** What is said of products in exports too: part of their screens' texts. */
const productFiles = import.meta.glob<{ default: Texts }>('../../shared/texts/products/*.json')
const errorFiles = import.meta.glob<{ default: Texts }>('../../shared/texts/*.json')

function loaderOf(locale: string, feature: string): Loader | undefined {
  for (const one of [locale, fallbackLocale, defaultLocale]) {
    const found =
      feature === 'errors' ? errorFiles[`../../shared/texts/${one}.json`] : files[`./${one}/${feature}.json`]
    const shared = feature === 'products' && productFiles[`../../shared/texts/products/${one}.json`]
    if (found && shared)
      return async () => {
        const [own, more] = await Promise.all([found(), shared()])
        return { default: { ...own.default, ...more.default } }
      }
    if (found) return found
  }
  return undefined
}

const localeKey = 'inputlist.locale'
export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)
/** `de_DE` as browsers write it: `de-DE`. */
export const languageTag = (locale: string) => locale.replace('_', '-')

/** As chosen last time, else the browser's language, else German. */
export function initialLocale(): Locale {
  const stored = localStorage.getItem(localeKey)
  if (isLocale(stored)) return stored
  for (const tag of navigator.languages ?? []) {
    const language = tag.slice(0, 2).toLowerCase()
    const found = locales.find((l) => l.startsWith(language))
    if (found) return found
  }
  return defaultLocale
}

export async function startTexts(
  locale: Locale,
  namespaces: string[] = ['frame', 'ui', 'errors'],
): Promise<void> {
  i18next.use(initReactI18next).use({
    type: 'backend' as const,
    read(language: string, namespace: string, done: (error: unknown, texts: Texts | null) => void) {
      const load = loaderOf(language, namespace)
      if (!load) return done(null, {})
      loadScript(load).then(
        (module) => done(null, module.default),
        (error: unknown) => done(error, null),
      )
    },
  })
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = languageTag(language)
  })
  await i18next.init({
    lng: locale,
    supportedLngs: [...locales],
    load: 'currentOnly',
    fallbackLng: false,
    ns: namespaces,
    defaultNS: 'frame',
    keySeparator: '.',
    nsSeparator: ':',
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: true },
  })
}

export async function changeLocale(locale: Locale): Promise<void> {
  localStorage.setItem(localeKey, locale)
  await i18next.changeLanguage(locale)
}

/** Loads the texts of a feature, ahead of the screen that shows them. */
export const loadTexts = (feature: string): Promise<void> => i18next.loadNamespaces(feature)

/** Loads the texts of every feature, so that a screen opens also while there is no connection. */
export const loadAllTexts = (): Promise<void> =>
  i18next.loadNamespaces([
    ...new Set(Object.keys(files).map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length))),
  ])

/** `const t = useTexts('products')`; `t('title')`. Suspends until the feature's texts are there. */
export function useTexts(feature: string): TFunction {
  return useTranslation(feature).t
}

/** Language of the screen, and its tag for `Intl`. */
export function useLocale(): { locale: Locale; tag: string } {
  const { i18n } = useTranslation('ui')
  const locale = isLocale(i18n.language) ? i18n.language : defaultLocale
  return { locale, tag: languageTag(locale) }
}

/** For code outside of components. */
export const currentLocale = (): Locale => (isLocale(i18next.language) ? i18next.language : defaultLocale)
/** For code outside of components. */
export const numberText = (value: number): string =>
  new Intl.NumberFormat(languageTag(i18next.language)).format(value)
/** For code outside of components: notifications that a store raises. */
export const text = (feature: string, key: string, params: Record<string, unknown> = {}): string =>
  i18next.t(key, { ns: feature, ...params })
/** `label: said`, with the space that the language of the screen puts before a colon. */
export const labelled = (label: string, said: string): string => text('ui', 'labelled', { label, said })
