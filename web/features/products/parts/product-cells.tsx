/** How the values of a product's row are said. */
import { useMemo } from 'react'
import { percentSign } from '../../../../shared/rules/percent.ts'
import { categoryPath } from '../../../api/category-path.ts'
import type { Reference } from '../../../api/reference.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type CellWords, useCatalogueCells } from '../../../ui/catalogue-cells.tsx'
import type { CatalogueColumn } from '../../../ui/catalogue-list.ts'
import { useTitle } from '../../../ui/localized.tsx'
import { useNumberFormat } from '../../../ui/numbers.ts'

export function useProductCells(
  columns: readonly CatalogueColumn[],
  reference: Reference,
  personOf: (id: string) => string,
) {
  const t = useTexts('products')
  const title = useTitle()
  const { format, percent } = useNumberFormat()
  const words = useMemo<CellWords>(
    () => ({
      yes: t('yes'),
      no: t('no'),
      unnamed: t('unnamed'),
      number: (value, unit) => (unit?.trim() === percentSign ? percent(value) : format(value)),
      named: ({ field }, id) => {
        const option = field.options?.find((o) => o.id === id)
        if (option) return typeof option.title === 'string' ? t(option.title) : title(option.title)
        if (field.entityClass === 'institution') return title(reference.institutions.get(id)?.data.title)
        if (field.entityClass === 'category') return title(reference.categories.get(id)?.data.title)
        if (field.entityClass === 'selectoption') return title(reference.selectoptions.get(id)?.data.title)
        return field.entityClass === 'account' ? personOf(id) : id
      },
      // The index knows the path in one language only.
      instead: (column, { columns: values }) =>
        column.id === 'categoryTree' && typeof values['category'] === 'string'
          ? categoryPath(reference.categories, values['category'], title)
          : undefined,
    }),
    [reference, t, title, format, percent, personOf],
  )
  return useCatalogueCells(columns, words)
}
