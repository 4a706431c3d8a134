/** Names of what invoices refer to, in the reader's language. */
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { fixedIds } from '../../../shared/constants.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import { useReference } from '../../api/reference.ts'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { useTitle } from '../../ui/localized.tsx'
import { entityOptions, type SelectOption } from '../../ui/select-options.ts'

export interface InvoiceWords {
  t: TFunction
  institution(id: string): string
  category(id: string): string
  mainCategory(key: string): string
  list(id: string): string
  ourSign(id: string): string
  institutions: readonly SelectOption[]
  ourSigns: readonly SelectOption[]
}

export function useInvoiceWords(): InvoiceWords {
  const { institutions, categories, lists, selectoptions } = useReference()
  const t = useTexts('invoices')
  const title = useTitle()
  const { locale } = useLocale()
  return useMemo(() => {
    const titleOf = (entities: ReadonlyMap<string, { data: { title: Localized } }>) => (id: string) => {
      const found = entities.get(id)
      return found ? title(found.data.title) : id
    }
    const category = titleOf(categories)
    const signs = [...selectoptions.values()].filter(
      ({ data }) => data.type === 'invoice-our-sign' && data.enabled,
    )
    return {
      t,
      institution: titleOf(institutions),
      category,
      mainCategory: (key) => category((fixedIds.mainCategory as Record<string, string>)[key] ?? key),
      list: titleOf(lists),
      ourSign: titleOf(selectoptions),
      institutions: entityOptions(institutions.values(), title, locale),
      ourSigns: entityOptions(signs, title, locale),
    } satisfies InvoiceWords
  }, [institutions, categories, lists, selectoptions, t, title, locale])
}
