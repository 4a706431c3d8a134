/** Text in several languages: its title by the chain of decisions §10, and a field for some of them. */
import Input from '@cloudscape-design/components/input'
import Link from '@cloudscape-design/components/link'
import Textarea from '@cloudscape-design/components/textarea'
import { createContext, useCallback, useContext, useState } from 'react'
import { defaultFieldLanguages, type Locale, locales, unnamedTitle } from '../../shared/constants.ts'
import type { Localized } from '../../shared/model/basics.ts'
import { languageTag, useLocale, useTexts } from '../texts/texts.ts'
import type { ControlProps } from './control-props.ts'

/** Chosen language, the list's fallback, German, English, any, `Unbenannt`. Blank texts do not count. */
export function titleIn(value: Localized | undefined, locale: Locale, listFallback?: Locale): string {
  const said = (one: Locale | undefined) => (one ? value?.[one]?.trim() : undefined)
  for (const one of [locale, listFallback, 'de_DE', 'en_GB'] as const) {
    const text = said(one)
    if (text) return text
  }
  for (const one of locales) {
    const text = said(one)
    if (text) return text
  }
  return unnamedTitle
}
type TitleOf = (value: Localized | undefined, listFallback?: Locale) => string
/** `const title = useTitle()`; `title(list.data.title)`. */
export function useTitle(): TitleOf {
  const { locale } = useLocale()
  return useCallback((value, listFallback) => titleIn(value, locale, listFallback), [locale])
}

/** The language that somebody works in comes first; who has chosen no others gets the usual ones beside it. */
export function fieldLanguagesOf(locale: Locale, chosen: readonly Locale[] | undefined): Locale[] {
  if (!chosen?.length) return [...new Set([locale, ...defaultFieldLanguages])]
  return chosen.includes(locale) ? [...new Set([locale, ...chosen])] : [...chosen]
}

/** Languages of multilingual fields, as the person chose them; the frame provides it. */
export const FieldLanguages = createContext<readonly Locale[]>(defaultFieldLanguages)
export const useFieldLanguages = () => useContext(FieldLanguages)

/** Name of a language in the language of the screen. */
export function useLanguageName(): (locale: Locale) => string {
  const { tag } = useLocale()
  return useCallback(
    (locale) => {
      const name = new Intl.DisplayNames([tag], { type: 'language' }).of(locale.slice(0, 2)) ?? locale
      return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
    },
    [tag],
  )
}

/** A language in its own words: people who cannot read the current one must find theirs. */
export function ownLanguageName(locale: Locale): string {
  const tag = languageTag(locale)
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(locale.slice(0, 2)) ?? locale
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** `focusRef` gets the input of the first language. */
interface LocalizedInputProps extends Omit<ControlProps, 'placeholder'> {
  value: Localized | undefined
  /** The whole text; an emptied language is left out. */
  onChange(value: Localized): void
  /** Name of the field; each language's input is called `name, language`. */
  ariaLabel: string
  /** The page’s languages unless told. */
  languages?: readonly Locale[]
  isMultiline?: boolean
}

export function LocalizedInput(props: LocalizedInputProps) {
  const { value = {}, onChange, isMultiline = false } = props
  const chosen = useFieldLanguages()
  const ui = useTexts('ui')
  const nameOf = useLanguageName()
  const [isOpen, setIsOpen] = useState(false)
  const main = props.languages ?? chosen
  const others = locales.filter((l) => !main.includes(l) && value[l]?.trim())
  const shown = isOpen ? [...main, ...others] : main

  const set = (locale: Locale, text: string) => {
    const next = { ...value }
    if (text === '') delete next[locale]
    else next[locale] = text
    onChange(next)
  }
  return (
    <div className="il-localized">
      {shown.map((locale, index) => {
        const common = {
          value: value[locale] ?? '',
          ariaLabel: `${props.ariaLabel}, ${nameOf(locale)}`,
          disabled: props.disabled ?? false,
          readOnly: props.readOnly ?? false,
          invalid: props.invalid ?? false,
          ref: index === 0 ? props.focusRef : undefined,
          onChange: ({ detail }: { detail: { value: string } }) => set(locale, detail.value),
        }
        return (
          <div key={locale} className="il-localized-row" lang={languageTag(locale)}>
            <abbr className="il-language" title={nameOf(locale)}>
              {locale.slice(0, 2).toUpperCase()}
            </abbr>
            {isMultiline ? (
              // Without it a form field around would call all languages by the one name of the field.
              <Textarea rows={3} ariaLabelledby="" {...common} />
            ) : (
              <Input {...common} />
            )}
          </div>
        )
      })}
      {others.length > 0 && (
        <Link variant="secondary" fontSize="body-s" onFollow={() => setIsOpen(!isOpen)}>
          {isOpen ? ui('localized.fewer') : ui('localized.more', { count: others.length })}
        </Link>
      )}
    </div>
  )
}
