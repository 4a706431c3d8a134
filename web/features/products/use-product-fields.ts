/** The fields of products: as conditions of the list, and as its columns. */
import { useMemo } from 'react'
import { fixedIds, mainCategories } from '../../../shared/constants.ts'
import { fieldCatalogue } from '../../../shared/search/catalogue.ts'
import type { CatalogueField } from '../../../shared/search/catalogue-field.ts'
import { useReference } from '../../api/reference.ts'
import { categoryOptions } from '../../frame/category-options.ts'
import { useViewableLists } from '../../frame/viewable-lists.ts'
import { useLocale, useTexts } from '../../texts/texts.ts'
import type { FieldSources, FieldWords } from '../../ui/catalogue-fields.ts'
import { useToday } from '../../ui/dates.tsx'
import type { FilterField } from '../../ui/filter-field.ts'
import { useTitle } from '../../ui/localized.tsx'
import { entityOptions } from '../../ui/select-options.ts'
import { productFilterFields } from './model/filter-fields.ts'

/** Catalogue, words and conditions; without reference data it knows the fixed fields, so that a list can open. */
export function useProductFields() {
  const reference = useReference()
  const t = useTexts('products')
  const title = useTitle()
  const { locale } = useLocale()
  const catalogue = useMemo<CatalogueField[]>(
    () => fieldCatalogue('product', { list: reference.lists, fielddefinition: reference.fielddefinitions }),
    [reference.lists, reference.fielddefinitions],
  )
  const words = useMemo<FieldWords>(
    () => ({ t: (key) => t(key), title, yes: t('yes'), no: t('no') }),
    [t, title],
  )
  const viewableLists = useViewableLists()
  const day = useToday()
  const fields = useMemo<FilterField[]>(() => {
    const named = (entities: ReadonlyMap<string, { id: string; disabled: boolean; data: object }>) =>
      entityOptions(entities.values(), title, locale)
    const lists = entityOptions(viewableLists, title, locale)
    const institutions = named(reference.institutions)
    const categories = categoryOptions(reference, title)
    const keys = mainCategories.map(({ key }) => {
      const entity = reference.categories.get(fixedIds.mainCategory[key])
      return { value: key, label: entity ? title(entity.data.title) : t(`mainCategory.${key}`) }
    })
    const sources: FieldSources = {
      of: (field) => {
        if (field.name === 'mainCategory') return { options: keys }
        if (
          field.name === 'manufacturer' ||
          field.name === 'distributor' ||
          field.name === 'lists.companies.name'
        )
          return { loader: 'company-name' }
        if (field.entityClass === 'list') return { options: lists }
        if (field.entityClass === 'institution') return { options: institutions }
        if (field.entityClass === 'category') return { options: categories }
        if (field.entityClass === 'permit') return { options: named(reference.permits) }
        if (field.entityClass === 'label') return { options: named(reference.labels) }
        if (field.entityClass === 'hobbygarden') return { options: named(reference.hobbyuses) }
        if (field.entityClass === 'company') return { loader: 'company' }
        if (field.entityClass === 'component') return { loader: 'component' }
        if (field.entityClass === 'account') return { loader: `account:product:${field.name}` }
        return undefined
      },
      selectOptions: (type) =>
        entityOptions(
          [...reference.selectoptions.values()].filter((e) => e.data.type === type),
          title,
          locale,
        ),
    }
    const standards = named(reference.biostandards).map(({ value, label }) => ({ id: value, title: label }))
    return productFilterFields({
      catalogue,
      words,
      sources,
      standards,
      checklist: [...reference.checklists.values()]
        .filter((e) => !e.disabled && e.data.active && e.data.modus !== 'company')
        .map(({ id, data }) => ({
          id,
          title: title(data.title),
          options: data.options.map((one) => ({ value: one.id, label: title(one.title) })),
        })),
      today: day,
      t: (key, params) => t(key, params ?? {}),
    })
  }, [catalogue, words, reference, viewableLists, title, locale, t, day])
  return { reference, catalogue, words, fields, viewableLists }
}
