/** Titles and values of fee schedules in the reader's language. */
import { useMemo } from 'react'
import { type Locale, locales } from '../../../../shared/constants.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import { feeScopes, feeTypes } from '../../../../shared/model/fee-schedule.ts'
import { sameValue } from '../../../../shared/rules/values.ts'
import { useReference } from '../../../api/reference.ts'
import { labelled, useLocale, useTexts } from '../../../texts/texts.ts'
import { shortTitles } from '../../../ui/changeset.ts'
import type { DifferenceRow } from '../../../ui/difference.tsx'
import { getAt, pointerParts } from '../../../ui/json-at.ts'
import { useLanguageName, useTitle } from '../../../ui/localized.tsx'
import { useMoney } from '../../../ui/money.ts'
import { useNumberFormat } from '../../../ui/numbers.ts'
import { entityOptions, type SelectOption } from '../../../ui/select-options.ts'
import type { Data } from '../model/draft.ts'
import type { AdminWords } from '../use-admin-words.ts'
import { type DiscountRow, scheduleKeys, textKeys } from './model/schedule.ts'

export interface FeeWords extends AdminWords {
  /** Text of fee schedules, by key. */
  fees(key: string, params?: Record<string, unknown>): string
  institution(id: string): string
  category(id: string): string
  institutions: readonly SelectOption[]
}

/** Every place that a reader would call a value. */
const places: readonly string[] = [
  ...scheduleKeys.map((key) => `/${key}`),
  ...feeScopes.flatMap((scope) => [...feeTypes, 'discounts'].map((key) => `/${scope}/${key}`)),
  ...textKeys.flatMap((key) => locales.map((locale) => `/${key}/${locale}`)),
]

export function useFeeWords(): FeeWords {
  const { institutions, categories } = useReference()
  const admin = useTexts('admin')
  const t = useTexts('fees')
  const title = useTitle()
  const { locale } = useLocale()
  const languageName = useLanguageName()
  const { format, percent } = useNumberFormat()
  const { amount } = useMoney()
  return useMemo(() => {
    const named = (id: string, found: { data: { title: Localized } } | undefined) =>
      found ? title(found.data.title) : id
    const institution = (id: string) => named(id, institutions.get(id))
    const category = (id: string) => named(id, categories.get(id))
    const value = (key: string, of: unknown): string => {
      if (of === undefined || of === null) return ''
      if (typeof of === 'number') {
        if (key === 'vatPercent') return percent(of)
        return key === 'paymentDays' ? format(of) : amount(of)
      }
      if (Array.isArray(of))
        return (of as DiscountRow[])
          .map((row) => labelled(category(row.category), percent(row.percent ?? 0)))
          .join('\n')
      return typeof of === 'object' ? title(of as Localized) : String(of)
    }
    const placeTitle = (path: string): string => {
      const [key = '', part] = pointerParts(path)
      if ((feeScopes as readonly string[]).includes(key))
        return t('inScope', {
          what: t(part === 'discounts' ? 'discounts' : `type.${part ?? 'base'}`),
          scope: t(`scope.${key}`),
        })
      const isLanguage = part !== undefined && (locales as readonly string[]).includes(part)
      return isLanguage ? `${t(`field.${key}`)}, ${languageName(part as Locale)}` : t(`field.${key}`)
    }
    const changes = (before: Data, after: Data): DifferenceRow[] =>
      places.flatMap((path) => {
        const parts = pointerParts(path)
        const [was, is] = [getAt(before, parts), getAt(after, parts)]
        if (sameValue(was ?? null, is ?? null)) return []
        const said = (of: unknown) => value(parts[0] ?? '', of)
        return [{ id: path, title: placeTitle(path), before: said(was), after: said(is) }]
      })
    return {
      t: (key, params = {}) => admin(key, params),
      fees: (key, params = {}) => t(key, params),
      name: (data) =>
        t('name', { institution: institution(String(data['institution'])), year: String(data['year']) }),
      fieldTitle: (key) => t(`field.${key}`),
      choices: () => [],
      value,
      placeTitle,
      changes,
      titleOfPaths: (paths) => shortTitles(paths.map(placeTitle)),
      institution,
      category,
      institutions: entityOptions(institutions.values(), title, locale),
    } satisfies FeeWords
  }, [institutions, categories, admin, t, title, locale, languageName, format, percent, amount])
}
