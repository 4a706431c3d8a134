/** Names of what companies refer to, in the reader's language. */
import { useMemo } from 'react'
import type { Locale } from '../../../shared/constants.ts'
import { fixedIds, unnamedTitle } from '../../../shared/constants.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import { countryName } from '../../../shared/rules/country-name.ts'
import { useReference } from '../../api/reference.ts'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { useLanguageName, useTitle } from '../../ui/localized.tsx'
import { useNumberFormat } from '../../ui/numbers.ts'
import { byLabel, entityOptions } from '../../ui/select-options.ts'
import type { Words } from './model/titles.ts'

export interface Choice {
  value: string
  label: string
}
export interface CompanyWords extends Words {
  countries: readonly Choice[]
  institutions: readonly Choice[]
  lists: readonly Choice[]
  regions: readonly Choice[]
  functions: readonly Choice[]
  /** Select options of a type. */
  optionsOf(type: string): readonly Choice[]
}
type Entities = ReadonlyMap<string, { id: string; disabled: boolean; data: Record<string, unknown> }>

export function useCompanyWords(): CompanyWords {
  const reference = useReference()
  const t = useTexts('companies')
  const title = useTitle()
  const { locale } = useLocale()
  const languageName = useLanguageName()
  const { date } = useDateFormat()
  const { format } = useNumberFormat()
  return useMemo(() => {
    const titleOf = (entities: ReadonlyMap<string, { data: object }>) => (id: string) => {
      const found = entities.get(id)?.data as { title?: Localized } | undefined
      return found ? title(found.title) : id
    }
    const country = (id: string) => {
      const found = reference.countries.get(id)?.data
      return found ? (countryName(found, locale) ?? unnamedTitle) : id
    }
    const choices = (entities: unknown, isOffered: (data: Record<string, unknown>) => boolean = () => true) =>
      entityOptions(
        [...(entities as Entities).values()].filter((e) => isOffered(e.data)),
        title,
        locale,
      )
    const optionsOf = (type: string) =>
      choices(reference.selectoptions, (data) => data['type'] === type && data['enabled'] !== false)
    const fixedFunctions = (['general', 'invoice', 'secondary'] as const).map((key) => ({
      value: fixedIds.contactFunction[key] as string,
      label: t(`contact.function.${key}`),
    }))
    const known = new Map(fixedFunctions.map((f) => [f.value, f.label]))
    const option = titleOf(reference.selectoptions)
    return {
      t: (key, params = {}) => t(key, params),
      country,
      region: titleOf(reference.regions),
      institution: titleOf(reference.institutions),
      list: titleOf(reference.lists),
      option: (id) => known.get(id) ?? option(id),
      language: (locale) => languageName(locale as Locale),
      date,
      number: (value) => format(value),
      countries: byLabel(
        [...reference.countries.values()]
          .filter(({ data, disabled }) => !disabled && data.enabled !== false)
          .map(({ id }) => ({ value: id, label: country(id) })),
        locale,
      ),
      institutions: choices(reference.institutions),
      lists: choices(reference.lists),
      regions: choices(reference.regions, (data) => data['active'] !== false),
      functions: [...fixedFunctions, ...optionsOf('person-types').filter((o) => !known.has(o.value))],
      optionsOf,
    } satisfies CompanyWords
  }, [reference, t, title, locale, languageName, date, format])
}
