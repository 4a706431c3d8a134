/** Titles, choices and values of administration data in the reader's language. */
import { useMemo } from 'react'
import { fixedIds, type Locale, locales, mainCategories, unnamedTitle } from '../../../shared/constants.ts'
import type { FieldDefinition } from '../../../shared/model/administration.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import { type EntityClassName, entityClasses } from '../../../shared/model/entity-classes.ts'
import { tradeNamePath } from '../../../shared/model/field-path.ts'
import { allPublicParts } from '../../../shared/model/public-search.ts'
import { categoryPath } from '../../../shared/rules/category-path.ts'
import { countryName } from '../../../shared/rules/country-name.ts'
import { toPatch } from '../../../shared/rules/merge.ts'
import { fieldTabs } from '../../../shared/rules/product-tabs.ts'
import { hasOwnValues } from '../../../shared/rules/product-validity.ts'
import { useAccounts } from '../../api/accounts.ts'
import { type Reference, useReference } from '../../api/reference.ts'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { shortTitles } from '../../ui/changeset.ts'
import type { DifferenceRow } from '../../ui/difference.tsx'
import { getAt, pointerParts } from '../../ui/json-at.ts'
import { useLanguageName, useTitle } from '../../ui/localized.tsx'
import { useNumberFormat } from '../../ui/numbers.ts'
import { leafFirst } from '../../ui/path-text.tsx'
import { byLabel, entityOptions, type SelectOption } from '../../ui/select-options.ts'
import { type ClassDescription, fieldOf, groupText, isLocalized, type Source } from './model/description.ts'
import type { Data } from './model/draft.ts'

export interface AdminWords {
  /** Text of this feature, by key. */
  t(key: string, params?: Record<string, string>): string
  /** What an entry is called. */
  name(data: Data): string
  fieldTitle(key: string): string
  /** Choices that are offered: nothing that was deleted. */
  choices(from: Source): readonly SelectOption[]
  /** A value of a field as people read it; empty for no value. */
  value(key: string, value: unknown): string
  /** Title of the place that a JSON pointer names. */
  placeTitle(path: string): string
  /** What differs between two states, in words. */
  changes(before: Data, after: Data): DifferenceRow[]
  /** Titles of what a patch changes, shortened. */
  titleOfPaths(paths: readonly string[]): string
}

/** Where the title of a class is: asked for once for each of thousands of entries. */
const titleParts = Object.fromEntries(
  Object.entries(entityClasses).map(([name, { title }]) => [name, pointerParts(title)]),
) as Record<EntityClassName, string[]>

type Entities = ReadonlyMap<string, { id: string; disabled: boolean; data: object }>
/** The classes that fields choose from. */
const sources: Partial<Record<EntityClassName, keyof Reference>> = {
  list: 'lists',
  biostandard: 'biostandards',
  category: 'categories',
  country: 'countries',
  institution: 'institutions',
}

export function useAdminWords(description: ClassDescription): AdminWords {
  const reference = useReference()
  const accounts = useAccounts(
    description.fields.some((field) => 'from' in field && field.from === 'accounts'),
  )
  const t = useTexts('admin')
  const title = useTitle()
  const { locale } = useLocale()
  const languageName = useLanguageName()
  const { format } = useNumberFormat()
  return useMemo(() => {
    const { entityclass } = description
    const entitiesOf = (name: EntityClassName): Entities => {
      const key = sources[name]
      return key ? (reference[key] as Entities) : new Map()
    }
    const titleOf = (name: EntityClassName, data: object | undefined) =>
      title(getAt(data, titleParts[name]) as Localized | undefined)
    const mainCategory = (key: string) => {
      const id = (fixedIds.mainCategory as Record<string, string>)[key] ?? ''
      return titleOf('category', reference.categories.get(id)?.data)
    }
    const fieldsOf = (isOffered: (data: FieldDefinition) => boolean = () => true): SelectOption[] => {
      const all = [...reference.fielddefinitions.values()].filter(
        ({ data, disabled }) => !disabled && isOffered(data),
      )
      return byLabel(
        all.map(({ data }) => ({ value: data.path, label: `${title(data.title)} (${data.path})` })),
        locale,
      )
    }
    const country = (id: string) => countryName(reference.countries.get(id)?.data, locale) ?? unnamedTitle
    const choicesOf = (from: Source): SelectOption[] => {
      if (from === 'accounts')
        return byLabel(
          [...accounts].flatMap(([value, { name, isOffered }]) =>
            isOffered ? [{ value, label: name }] : [],
          ),
          locale,
        )
      if (from === 'languages') return locales.map((value) => ({ value, label: languageName(value) }))
      if (from === 'mainCategories')
        return mainCategories.map(({ key }) => ({ value: key, label: mainCategory(key) }))
      if (from === 'fields') return fieldsOf()
      if (from === 'publicParts')
        return [
          ...allPublicParts.map((value) => ({ value, label: t(`publicPart.${value}`) })),
          ...fieldsOf(
            (data) => hasOwnValues(data) && data.secrecy === 'public' && data.path !== tradeNamePath,
          ),
        ]
      if (from === 'fieldPlaces')
        return [
          ...fieldTabs.map((value) => ({ value, label: t(`tab.${value}`) })),
          ...fieldsOf(({ type }) => type === 'table'),
        ]
      if ('values' in from) return from.values.map((value) => ({ value, label: t(`${from.texts}.${value}`) }))
      const offered = entityOptions(entitiesOf(from.entities).values(), title, locale)
      if (from.entities === 'country')
        return byLabel(
          offered.map(({ value }) => ({ value, label: country(value) })),
          locale,
        )
      if (from.entities !== 'category') return offered
      // Categories of the same name are told apart by their path, in whose order they stand.
      const paths = byLabel(
        offered.map(({ value }) => ({
          value,
          label: categoryPath(value, reference.categories)
            .toReversed()
            .map((id) => titleOf('category', reference.categories.get(id)?.data))
            .join(' / '),
        })),
        locale,
      )
      return paths.map(({ value, label }) => ({ value, label: leafFirst(label) }))
    }
    const made = new Map<Source, SelectOption[]>()
    const choices = (from: Source) => {
      const found = made.get(from) ?? choicesOf(from)
      made.set(from, found)
      return found
    }
    const chosen = (from: Source, value: string): string => {
      if (from === 'accounts') return accounts.get(value)?.name ?? (accounts.size > 0 ? value : '')
      if (from === 'languages') return languageName(value as Locale)
      if (from === 'mainCategories') return mainCategory(value)
      if (from === 'fields' || from === 'fieldPlaces' || from === 'publicParts')
        return choices(from).find((one) => one.value === value)?.label ?? value
      if ('values' in from) return t(`${from.texts}.${value}`)
      const entity = entitiesOf(from.entities).get(value)
      if (entity && from.entities === 'country') return country(value)
      return entity ? titleOf(from.entities, entity.data) : value
    }
    const valueText = (key: string, value: unknown): string => {
      const field = fieldOf(description, key)
      if (value === undefined || value === null || value === '') return ''
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
      if (typeof value === 'number') return format(value, { useGrouping: false })
      if (Array.isArray(value)) return value.map((one) => valueText(key, one)).join(', ')
      if (typeof value === 'object' && field?.kind === 'rows')
        return title((value as { title?: Localized }).title)
      if (typeof value === 'object' && field?.kind === 'group') return groupText(field.texts, value)
      if (typeof value === 'object')
        return field && isLocalized(field) && Object.keys(value).length > 0 ? title(value as Localized) : ''
      const text = String(value)
      return field && (field.kind === 'select' || field.kind === 'many') ? chosen(field.from, text) : text
    }
    const fieldTitle = (key: string) => t([`class.${entityclass}.field.${key}`, `field.${key}`])
    const placeTitle = (path: string) => {
      const [key = '', part] = pointerParts(path)
      if (part === undefined) return fieldTitle(key)
      if (fieldOf(description, key)?.kind === 'group') return `${fieldTitle(key)}, ${fieldTitle(part)}`
      const isLanguage = (locales as readonly string[]).includes(part)
      return isLanguage ? `${fieldTitle(key)}, ${languageName(part as Locale)}` : fieldTitle(key)
    }
    return {
      t: (key, params = {}) => t(key, params),
      name: (data) => titleOf(entityclass, data),
      fieldTitle,
      choices,
      value: valueText,
      placeTitle,
      changes: (before, after) =>
        toPatch(before, after).map(({ path }) => {
          const parts = pointerParts(path)
          const said = (data: Data) => valueText(parts[0] ?? '', getAt(data, parts))
          return { id: path, title: placeTitle(path), before: said(before), after: said(after) }
        }),
      titleOfPaths: (paths) => shortTitles(paths.map(placeTitle)),
    } satisfies AdminWords
  }, [description, reference, accounts, t, title, locale, languageName, format])
}
